import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import type { LlmClient } from '@kanmon/core';
import {
  assertGated,
  defineGate,
  defineRule,
  type Gate,
  type Gated,
  type GateOutcome,
  type GateRun,
  gateSchema,
  type GateStep,
  openRun,
  type OpenRunOptions,
  type ReviewedGateSchema,
  type ReviewedRun,
  runGate,
  type WithReviews,
} from '@kanmon/core/gate';
import { defineReview } from '@kanmon/core/review';
import { createPartialReader, type DeepPartial } from '@kanmon/core/stream';

interface Report {
  title: string;
  parts: { text: string }[];
}
interface Ids {
  readonly ids: readonly string[];
}

declare const client: LlmClient;
declare const report: Report;
declare const gated: Gated<Report>;
declare function render(value: Gated<Report>): string;

const messages = [{ role: 'user', content: '' }] as const;
const schema = z.object({ title: z.string(), parts: z.array(z.object({ text: z.string() })) });

// A plain object is not gated, nor is a copy of what is.
render(gated);
// @ts-expect-error no gate has passed it
render(report);
// @ts-expect-error a spread loses the brand of the parts and proves nothing
render({ title: '', parts: [] });

// A gated value is read-only to the ground.
// @ts-expect-error read-only
gated.title = '';
expectTypeOf(gated.parts).not.toHaveProperty('push');
expectTypeOf(gated.parts[0]?.text).toEqualTypeOf<string | undefined>();

// T comes from the schema, the node and the context from the parameters of `check`.
const known = defineRule({
  id: 'known',
  codes: ['unknown'],
  check(node: string, context: Ids, say) {
    if (!context.ids.includes(node)) say('unknown');
  },
});
const free = defineRule({
  id: 'free',
  codes: ['c'],
  check: (_node: readonly unknown[]) => undefined,
});
const needy = defineGate({ name: 'needy', schema, rules: [free, known] });
expectTypeOf(needy).toEqualTypeOf<Gate<Report, Ids, Report>>();
const verdict = needy.validate({}, { ids: [] });
if (verdict.ok) expectTypeOf(verdict.value).toEqualTypeOf<Gated<Report>>();
// @ts-expect-error a verdict that is not ok has no value
else void verdict.value;
// @ts-expect-error this gate needs a context
needy.validate({});
// @ts-expect-error not this one
needy.validate({}, { names: [] });
expectTypeOf(runGate(needy, { client, messages, context: { ids: [] } })).toEqualTypeOf<
  Promise<GateOutcome<Report>>
>();
// @ts-expect-error this gate needs a context
void runGate(needy, { client, messages });

// A gate without context is called without one.
const plain = defineGate({ name: 'plain', schema });
const contextFree = defineGate({ name: 'free', schema, rules: [free] });
plain.validate({});
contextFree.validate({});
contextFree.validate({}, undefined, { locale: 'ja' });
void runGate(plain, { client, messages });
void runGate(contextFree, { client, messages });

// Generic code can hand a context on.
export function judgeAll<T, C>(gate: Gate<T, C>, values: readonly unknown[], context: C): boolean {
  return values.every((value) => gate.validate(value, context).ok);
}

// Assertions narrow to the gate's own type.
export function accept(value: unknown): string {
  assertGated(value, needy);
  expectTypeOf(value).toEqualTypeOf<Gated<Report>>();
  return render(value);
}

// A run without reviews answers at once; a host that awaits serves both.
const needs: OpenRunOptions<Ids> = { context: { ids: [] } };
expectTypeOf(openRun(needy, needs)).toEqualTypeOf<GateRun<Report>>();
expectTypeOf(openRun(plain)).toEqualTypeOf<GateRun<Report>>();
const titled = defineReview({
  id: 'titled',
  messages: { en: { untitled: '' } },
  async review(value: { readonly title: string }, _context: Ids, say) {
    if (value.title === '') say('untitled');
    // @ts-expect-error no such code
    say('other');
  },
});
const reviewed = openRun(needy, { ...needs, reviews: [titled] });
expectTypeOf(reviewed).toEqualTypeOf<ReviewedRun<Report>>();
declare const passedOn: typeof needs & Partial<WithReviews<Report, Ids>>;
expectTypeOf(await openRun(needy, passedOn).answer({ text: '' })).toEqualTypeOf<GateStep<Report>>();
declare const either: GateRun<Report> | ReviewedRun<Report>;
expectTypeOf(await either.answer({ text: '' })).toEqualTypeOf<GateStep<Report>>();
expectTypeOf(gateSchema(needy, { ...needs, reviews: [titled] })).toEqualTypeOf<
  ReviewedGateSchema<Report>
>();
void runGate(needy, { client, messages, ...needs, reviews: [titled] });
const other = defineReview({
  id: 'other',
  messages: { odd: '' },
  review: async (_value: { readonly missing: string }, _context: Ids) => undefined,
});
// @ts-expect-error a review of other values
void runGate(needy, { client, messages, ...needs, reviews: [other] });
// @ts-expect-error this review needs a context
void runGate(plain, { client, messages, reviews: [titled] });

// Free data stays unknown, and JSON of any depth has a type.
const open = defineGate({
  name: 'open',
  schema: z.object({
    free: z.unknown(),
    json: z.json().optional(),
    pair: z.tuple([z.string(), z.number()]),
  }),
});
const opened = open.read('{}');
if (opened.ok) {
  expectTypeOf(opened.value.free).toBeUnknown();
  expectTypeOf(opened.value.pair).toEqualTypeOf<readonly [string, number]>();
  const { json } = opened.value;
  if (typeof json === 'string') expectTypeOf(json).toBeString();
  // @ts-expect-error may be no text
  void json.length;
}

// Partial values have the type of the value before defaults and transforms.
const dueSchema = z.object({
  due: z.iso.date().transform((date) => new Date(date).getTime()),
  size: z.number().default(1),
});
type Due = { due: string; size?: number | undefined };
const dueGate = defineGate({ name: 'due', schema: dueSchema });
expectTypeOf(dueGate).toEqualTypeOf<Gate<{ due: number; size: number }, undefined, Due>>();
const dueReader = createPartialReader(dueGate);
expectTypeOf(dueReader.value).toEqualTypeOf<DeepPartial<Due> | undefined>();
void runGate(dueGate, {
  client,
  messages,
  stream: true,
  onPartial(value) {
    expectTypeOf(value).toEqualTypeOf<DeepPartial<Due>>();
  },
});
openRun(dueGate, {
  onPartial(value) {
    expectTypeOf(value).toEqualTypeOf<DeepPartial<Due>>();
  },
});
// A type that was written by hand may leave the input out. Then it is unknown.
const written: Gate<{ due: number; size: number }> = dueGate;
expectTypeOf(createPartialReader(written).value).toBeUnknown();
