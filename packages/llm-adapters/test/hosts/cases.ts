import type { JsonValue } from '@kanmon/core';
import {
  type AttemptMode,
  defineGate,
  defineRule,
  type Gate,
  type RejectionReason,
} from '@kanmon/core/gate';
import * as z from 'zod';
import type { FakeReply } from './fake-openai.ts';

/** The context of the gates: the people that a task may be given to. */
export type Team = { readonly team: readonly string[] };

export const context: Team = { team: ['kim', 'sato'] };

const onTeam = defineRule({
  id: 'on-team',
  select: ['/owner'],
  type: 'string',
  decidable: 'node',
  // The text repeats a word of the model, as messages of users do.
  messages: { 'not-on-team': '{owner} is not on the team' },
  check(owner: string, { team }: Team, report) {
    if (!team.includes(owner)) report('not-on-team', { params: { owner } });
  },
});

/** The schema of `taskGate`. */
export const taskSchema = z.object({
  title: z.string().min(1),
  owner: z.string(),
  notes: z.array(z.string()).optional(),
});

export const taskGate: Gate<z.output<typeof taskSchema>, Team> = defineGate({
  name: 'task',
  schema: taskSchema,
  rules: [onTeam],
});

const estimateSchema = z.object({
  owner: z.string(),
  days: z
    .string()
    .regex(/^\d+$/)
    .transform((days) => Number(days)),
});

/** A gate whose value is not what the model writes: `days` is a text there, a number here. */
export const estimateGate: Gate<z.output<typeof estimateSchema>, Team> = defineGate({
  name: 'estimate',
  schema: estimateSchema,
  rules: [onTeam],
});

/** One conversation with a host: the answers of the model, and what the user of the host gets. */
export interface HostCase {
  /** Also the name of the conversation. */
  readonly title: string;
  /** @default 'task' */
  readonly gate?: 'task' | 'estimate';
  readonly replies: readonly FakeReply[];
  /** The user offers the tool `lookup`. @default false */
  readonly tool?: boolean;
  /** The attempts of the run; empty when the gate is not asked. */
  readonly modes: readonly AttemptMode[];
  /** Calls, where they are not one an attempt. */
  readonly calls?: number;
  readonly ends:
    | { readonly value: JsonValue }
    | { readonly text: string }
    | { readonly rejected: RejectionReason };
  /** Words that were rejected or not judged. They may appear in no text, in no event of a stream, and in no message of an error. */
  readonly rejectedWords?: readonly string[];
}

export const faq: JsonValue = {
  title: 'Write the questions and answers for the spring release of the shop',
  owner: 'kim',
};

const task = (owner: string): FakeReply => ({ text: JSON.stringify({ ...faq, owner }) });
const patch = (value: string): FakeReply => ({
  text: JSON.stringify({ patch: [{ op: 'replace', path: '/owner', value }] }),
});
const whole = JSON.stringify(faq);

export const hostCases: readonly HostCase[] = [
  {
    title: 'passes a good answer on',
    replies: [task('kim')],
    modes: ['initial'],
    ends: { value: faq },
  },
  {
    title: 'reads broken JSON',
    replies: [{ text: `${whole.replaceAll('"', "'").slice(0, -1)},}` }],
    modes: ['initial'],
    ends: { value: faq },
  },
  {
    title: 'reads a fenced answer',
    replies: [{ text: `Here it is:\n\n\`\`\`json\n${whole}\n\`\`\`\nAnything else?` }],
    modes: ['initial'],
    ends: { value: faq },
    rejectedWords: ['Here it is', 'Anything else'],
  },
  {
    title: 'shows a member that the answer has twice once, with the value that passed',
    replies: [{ text: whole.replace('{', '{"owner": "mallory", ') }],
    modes: ['initial'],
    ends: { value: faq },
    rejectedWords: ['mallory'],
  },
  {
    title: 'shows no member that the schema has removed',
    replies: [{ text: whole.replace('{', '{"aside": "for mallory", ') }],
    modes: ['initial'],
    ends: { value: faq },
    rejectedWords: ['aside'],
  },
  {
    title: 'corrects one place by a patch',
    replies: [task('mallory'), patch('kim')],
    modes: ['initial', 'patch'],
    ends: { value: faq },
    rejectedWords: ['mallory', '"patch"'],
  },
  {
    title: 'asks again after an answer without JSON',
    replies: [{ text: 'It depends on the weather.' }, task('kim')],
    modes: ['initial', 'full'],
    ends: { value: faq },
    rejectedWords: ['weather'],
  },
  {
    title: 'continues an answer that was cut off',
    replies: [{ text: whole.slice(0, 40), finish: 'length' }, { text: whole.slice(40) }],
    modes: ['initial', 'continue'],
    ends: { value: faq },
  },
  {
    title: 'ends when the model refuses',
    replies: [{ text: 'Sorry, no tasks today.', finish: 'content_filter' }, task('kim')],
    modes: ['initial'],
    ends: { rejected: 'refused' },
    rejectedWords: ['no tasks today'],
  },
  {
    title: 'blocks an answer that stays wrong, and asks no more than the budget allows',
    replies: [task('mallory'), patch('trudy'), patch('eve'), task('kim')],
    modes: ['initial', 'patch', 'patch'],
    ends: { rejected: 'attempts' },
    rejectedWords: ['mallory', 'trudy', 'eve"', 'eve is', 'spring release'],
  },
  {
    title: 'leaves a step with a tool call alone, and corrects the answer after it without tools',
    tool: true,
    replies: [{ tool: 'lookup', input: { name: 'kim' } }, task('mallory'), patch('kim')],
    modes: ['initial', 'patch'],
    calls: 3,
    ends: { value: faq },
    rejectedWords: ['mallory', '"patch"'],
  },
  {
    title: 'leaves an answer alone that is not asked for as JSON',
    replies: [{ text: 'It depends on the weather.' }],
    modes: [],
    calls: 1,
    ends: { text: 'It depends on the weather.' },
  },
  {
    title: 'returns the value after the transforms of the schema',
    gate: 'estimate',
    replies: [
      { text: '{"owner": "kim", "days": "soon"}' },
      { text: '{"patch": [{"op": "replace", "path": "/days", "value": "3"}]}' },
    ],
    modes: ['initial', 'patch'],
    ends: { value: { owner: 'kim', days: 3 } },
    rejectedWords: ['soon'],
  },
  {
    title: 'shows no member that the schema has removed from a corrected answer with transforms',
    gate: 'estimate',
    replies: [
      { text: '{"owner": "mallory", "days": "3", "aside": 1}' },
      { text: '{"patch": [{"op": "replace", "path": "/owner", "value": "kim"}]}' },
    ],
    modes: ['initial', 'patch'],
    ends: { value: { owner: 'kim', days: 3 } },
    rejectedWords: ['mallory', 'aside'],
  },
  {
    title: 'tries a correction again that met a rate limit',
    replies: [
      task('mallory'),
      // LangChain reads the second header only.
      { status: 429, headers: { 'retry-after-ms': '1', 'retry-after': '0' } },
      patch('kim'),
    ],
    modes: ['initial', 'patch'],
    calls: 3,
    ends: { value: faq },
    rejectedWords: ['mallory'],
  },
];
