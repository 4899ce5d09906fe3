import type { Step } from '../frame/step.ts';
import { answer } from './answer.ts';
import { checkManuscript } from './check-manuscript.ts';
import { decide } from './decide.ts';
import { draftAndApprove } from './draft-and-approve.ts';
import { organise } from './organise.ts';
import { createReplay } from './replay.ts';
import { replan } from './replan.ts';

/** The story in order; a step is added by adding it here. */
const story: readonly Step[] = [organise, decide, replan, draftAndApprove, checkManuscript, answer];

/** The story and, at its end, the replay of every journal that one of its steps keeps. */
export const steps: readonly Step[] = [
  ...story,
  createReplay(story.flatMap(({ journal }) => journal ?? [])),
];
