import { defineGate, defineRule, type Gate } from '@kanmon/core/gate';
import * as z from 'zod';

const reviewSchema = z.object({
  findings: z
    .array(
      z.object({
        quote: z.string().min(2).max(200),
        category: z.enum(['clarity', 'consistency', 'flow', 'tone']),
        severity: z.enum(['low', 'medium', 'high']),
        description: z.string().min(1).max(300),
      }),
    )
    .max(20),
});

/** A model's answer about a passage. */
export type Review = z.infer<typeof reviewSchema>;

/** A finding is only useful when it can be located: its words appear in the passage, once. */
const quoteStandsOnce = defineRule({
  id: 'quote-stands-once',
  select: ['/findings/*/quote'],
  type: 'string',
  messages: {
    ja: {
      'quote-not-found': '引用が本文にありません。本文の文字をそのまま写してください',
      'quote-not-unique': '引用が本文に二つ以上あります。前後の文字を足して一つに絞ってください',
    },
    en: {
      'quote-not-found': 'the quote does not stand in the passage; copy it character by character',
      'quote-not-unique': 'the quote stands there more than once; add words around it',
    },
  },
  check(quote: string, passage: string, report) {
    const first = passage.indexOf(quote);
    if (first === -1) report('quote-not-found');
    else if (passage.includes(quote, first + 1)) report('quote-not-unique');
  },
});

/** The gate for a review; its context is the passage. */
export const reviewGate: Gate<Review, string> = defineGate({
  name: 'manuscript-review',
  schema: reviewSchema,
  rules: [quoteStandsOnce],
});
