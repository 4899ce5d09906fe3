import { z } from 'zod';
import { defineGate, defineRule, type Gate } from '@kanmon/core/gate';

/** A small report of the kind the engine is made for; the gate of most tests. */
const adviceSchema = z.object({
  target: z.string(),
  summary: z.string(),
  options: z.array(z.object({ label: z.string(), risks: z.array(z.string()) })).min(2),
});

/** An alias, as zod infers it: an interface would not count as a JSON value. */
export type Advice = {
  target: string;
  summary: string;
  options: { label: string; risks: string[] }[];
};

export interface AdviceContext {
  readonly ids: readonly string[];
}

const knownTarget = defineRule({
  id: 'known-target',
  select: ['/target'],
  type: 'string',
  decidable: 'node',
  messages: {
    en: { 'unknown-id': '{id} is not on the board.' },
    ja: { 'unknown-id': '{id} はボードにありません。' },
  },
  check(id: string, context: AdviceContext, report) {
    if (!context.ids.includes(id)) report('unknown-id', { params: { id } });
  },
});

const notBlank = defineRule({
  id: 'not-blank',
  select: ['/summary', '/options/*/label', '/options/*/risks/*'],
  type: 'string',
  decidable: 'node',
  messages: { en: { blank: '{place} is blank.' }, ja: { blank: '{place} が空です。' } },
  check(text: string, _context, report) {
    if (text.trim() === '') report('blank');
  },
});

const someRisk = defineRule({
  id: 'some-risk',
  select: ['/options/*/risks'],
  type: 'array',
  repair: 'append',
  messages: { 'no-risk': '{place} needs a risk.' },
  check(risks: readonly string[], _context, report) {
    if (risks.length === 0) report('no-risk');
  },
});

const shortSummary = defineRule({
  id: 'short-summary',
  severity: 'should',
  select: ['/summary'],
  type: 'string',
  messages: { long: 'Shorten {place}.' },
  check(text: string, _context, report) {
    if (text.length > 60) report('long');
  },
});

export const adviceGate: Gate<Advice, AdviceContext, Advice> = defineGate({
  name: 'advice',
  schema: adviceSchema,
  rules: [knownTarget, notBlank, someRisk, shortSummary],
});

export const context: AdviceContext = { ids: ['n1', 'n2'] };

export function advice(changes: Partial<Advice> = {}): Advice {
  return {
    target: 'n1',
    summary: 'Two ways to go on.',
    options: [
      { label: 'Option A', risks: ['slow'] },
      { label: 'Option B', risks: ['dear'] },
    ],
    ...changes,
  };
}

export const task = [{ role: 'user', content: 'Advise on n1.' }] as const;
