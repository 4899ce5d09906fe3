import { defineGate, defineRule, type Gate } from '@kanmon/core/gate';
import * as z from 'zod';
import { locateQuote } from '../gate/apply-claims.ts';
import type { AdjudicationClaim } from '../gate/term-adjudicator.ts';
import type { PlanIndex } from '../match/plan-index.ts';

/** What the model answers. */
export interface Answers {
  readonly answers: readonly {
    readonly term: string;
    readonly verdict: 'covered' | 'not-covered' | 'unsure';
    readonly task?: number | undefined;
    readonly field?: string | undefined;
    readonly quote?: string | undefined;
  }[];
}

/** What was asked for, and of which plan. */
export interface Asked {
  readonly terms: ReadonlySet<string>;
  readonly index: PlanIndex;
}

/** Lets answers through that were asked for, with quotes that stand in the plan. */
export const adjudicationGate: Gate<Answers, Asked> = defineGate({
  name: 'term-adjudication',
  schema: z.object({
    answers: z.array(
      z.object({
        term: z.string(),
        verdict: z.enum(['covered', 'not-covered', 'unsure']),
        task: z.int().nonnegative().optional(),
        field: z.string().optional(),
        quote: z.string().optional(),
      }),
    ),
  }),
  rules: [
    defineRule<Answers['answers'], Asked>({
      id: 'only-asked-terms',
      codes: ['term-not-asked', 'term-repeated'],
      select: ['/answers'],
      type: 'array',
      needs: 'schema',
      messages: {
        en: {
          'term-not-asked': '"{term}" was not asked for',
          'term-repeated': '"{term}" is answered more than once',
        },
        ja: {
          'term-not-asked': '「{term}」は質問されていません',
          'term-repeated': '「{term}」への回答が重複しています',
        },
      },
      check: (answers, { terms }, report) => {
        const seen = new Set<string>();
        answers.forEach((answer, at) => {
          const problem = seen.has(answer.term)
            ? 'term-repeated'
            : terms.has(answer.term)
              ? undefined
              : 'term-not-asked';
          if (problem !== undefined)
            report(problem, { path: `/${at}`, params: { term: answer.term } });
          seen.add(answer.term);
        });
      },
    }),
    defineRule<Answers['answers'][number], Asked>({
      id: 'quote-in-plan',
      codes: ['quote-not-found'],
      select: ['/answers/*'],
      type: 'object',
      needs: 'schema',
      messages: {
        en: {
          'quote-not-found':
            'the quote for "{term}" does not stand un-negated in that field of that task, or is longer than 200 characters',
        },
        ja: {
          'quote-not-found':
            '「{term}」の引用が、そのタスクのその項目に否定されない形で存在しないか、200文字を超えています',
        },
      },
      check: (answer, { index }, report) => {
        if (answer.verdict === 'covered' && locateQuote(index, toClaim(answer)) === undefined)
          report('quote-not-found', { params: { term: answer.term } });
      },
    }),
  ],
});

/** An answer as a claim that the caller checks again. */
export function toClaim(answer: Answers['answers'][number]): AdjudicationClaim {
  const { term, verdict, task, field, quote } = answer;
  return {
    term,
    verdict,
    ...(task === undefined ? {} : { taskIndex: task }),
    ...(field === undefined ? {} : { field }),
    ...(quote === undefined ? {} : { quote }),
  };
}
