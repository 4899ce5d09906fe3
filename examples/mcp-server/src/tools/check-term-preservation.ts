import { createTermGate, type TaskLike } from '@kanmon/term-preservation';
import { taskSchema } from '@kanmon/term-preservation/schemas';
import * as z from 'zod';
import type { Tool } from '../server/tool.ts';
import { localeSchema } from './shared-schemas.ts';
import { validationSchema } from './validate-proposal.ts';

/** A request longer than this is a document; give the part that asks for something. */
const maxRequest = 20_000;

const inputSchema = z.object({
  request: z.string().min(1).max(maxRequest).describe('What the user asked for, in their words.'),
  tasks: z.array(taskSchema).min(1).max(500).describe('The plan that must still do all of it.'),
  reject_on: z
    .enum(['never', 'literals', 'rate', 'any'])
    .default('literals')
    .describe('Which losses refuse the plan.'),
  locale: localeSchema,
});

const outputSchema = z.object({
  decision: z.enum(['accept', 'warn', 'reject']),
  reasons: z.array(z.string()),
  preservation_rate: z.number(),
  terms: z.array(
    z.object({
      text: z.string(),
      kind: z.string(),
      polarity: z.enum(['required', 'forbidden', 'replaced']),
      status: z.enum(['preserved', 'uncertain', 'missing', 'violated', 'clear']),
      reason: z.string(),
      score: z.number(),
      evidence: z.array(
        z.object({
          task_index: z.int(),
          field: z.string(),
          text: z.string(),
          span: z.object({ start: z.int(), end: z.int() }),
          method: z.string(),
        }),
      ),
    }),
  ),
  validation: validationSchema,
  /** The repair prompt for the planner; absent when nothing needs repair. */
  repair_prompt: z.string().optional(),
});

/** Holds a plan against the request it is for. */
export const checkTermPreservation: Tool<
  z.infer<typeof inputSchema>,
  z.infer<typeof outputSchema>
> = {
  name: 'check_term_preservation',
  title: 'Check term preservation',
  description:
    'Find out whether a plan (a list of tasks) still says everything its request asked for: names, numbers, endpoints, exclusions. Answers with a verdict and evidence for each term, and a prompt that brings lost terms back.',
  input: inputSchema,
  output: outputSchema,
  readOnly: true,
  run({ request, tasks, reject_on, locale }) {
    const gate = createTermGate({ locale, rejectOn: reject_on });
    const { decision, reasons, result, repairPrompt } = gate.check(request, tasks.map(toTask));
    const { ok, errors, warnings, findings, preservationRate, verdicts } = result;
    return {
      decision,
      reasons: [...reasons],
      preservation_rate: preservationRate,
      terms: verdicts.map(({ term, status, reason, score, evidence }) => ({
        text: term.text,
        kind: term.kind,
        polarity: term.polarity,
        status,
        reason,
        score,
        evidence: evidence.map(({ taskIndex, field, text, span, method }) => ({
          task_index: taskIndex,
          field,
          text,
          span: { ...span },
          method,
        })),
      })),
      validation: { ok, errors, warnings, findings },
      ...(repairPrompt === undefined ? {} : { repair_prompt: repairPrompt }),
    };
  },
};

/** A member that is undefined is left out: the gate's types know absent members only. */
function toTask({ id, dependencies, ...texts }: z.infer<typeof taskSchema>): TaskLike {
  return {
    ...(id === undefined ? {} : { id }),
    ...(dependencies === undefined ? {} : { dependencies }),
    acceptance: texts.acceptance ?? null,
    context: texts.context ?? null,
    description: texts.description ?? null,
    summary: texts.summary ?? null,
    title: texts.title ?? null,
  };
}
