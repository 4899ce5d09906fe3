import type { Step } from '../frame/step.ts';
import { checkManuscript } from './check-manuscript.ts';
import { decide } from './decide.ts';
import { draftAndApprove } from './draft-and-approve.ts';
import { organise } from './organise.ts';
import { replan } from './replan.ts';

/** The story in order; a step is added by adding it here. */
export const steps: readonly Step[] = [organise, decide, replan, draftAndApprove, checkManuscript];
