import { defineGate, defineRule, type Gate } from '@kanmon/core/gate';
import * as z from 'zod';

const rewriteSchema = z.object({ replacement: z.string().min(1).max(2_000) });

/** A rewritten sentence. */
export type Rewrite = z.infer<typeof rewriteSchema>;

/** A rewriting that is twice as long adds content that the author did not write. */
const mostGrowth = 2;
const growthAllowance = 20;
const numberPattern = /\p{Nd}+/gu;

/** Style may change, facts may not: every number of the sentence is still there, and no other. */
const numbersStay = defineRule({
  id: 'numbers-stay',
  select: ['/replacement'],
  type: 'string',
  messages: {
    ja: { 'number-changed': '元の文の数字を、一つも変えないでください' },
    en: { 'number-changed': 'keep every number of the sentence, and add none' },
  },
  check(replacement: string, sentence: string, report) {
    if (numbersOf(replacement) !== numbersOf(sentence)) report('number-changed');
  },
});

const staysASentence = defineRule({
  id: 'stays-a-sentence',
  select: ['/replacement'],
  type: 'string',
  messages: {
    ja: { 'too-long': '元の文より長くなりすぎています', 'line-added': '改行を足さないでください' },
    en: {
      'too-long': 'much longer than the sentence it replaces',
      'line-added': 'add no line end',
    },
  },
  check(replacement: string, sentence: string, report) {
    if (replacement.length > sentence.length * mostGrowth + growthAllowance) report('too-long');
    if (replacement.includes('\n') && !sentence.includes('\n')) report('line-added');
  },
});

/** The gate for a rewriting; its context is the sentence as it was. */
export const rewriteGate: Gate<Rewrite, string> = defineGate({
  name: 'sentence-rewrite',
  schema: rewriteSchema,
  rules: [numbersStay, staysASentence],
});

function numbersOf(text: string): string {
  return (text.match(numberPattern) ?? []).toSorted().join(' ');
}
