import { caseReader } from '@kanmon/test-support';
import { expect, test } from 'vitest';
import { planByRules } from '../src/index.ts';
import { dialogFixture } from '../src/testing.ts';
import { shop } from './subjects/shop.ts';

/** A reply to a clarifying question: what it is read as, and what is searched then. */
interface Case {
  readonly kind: 'value' | 'refused' | 'dropped' | 'closed';
  readonly asked: string;
  readonly question: string;
  readonly reply: string;
  readonly queries: readonly string[];
}

const cases = caseReader(new URL('cases/', import.meta.url))('replies') as readonly Case[];

test.each(cases)('$asked, $reply: $kind', async ({ kind, asked, question, reply, queries }) => {
  // Known from the dialog itself.
  const { agent, search } = dialogFixture({ rules: shop, hits: () => [{ id: 'h', text: 'h' }] });
  const first = await agent.turn({ sessionId: 's', message: asked });
  expect(first.clarifyingQuestions).toEqual([question]);
  const { needsClarification } = await agent.turn({ sessionId: 's', message: reply });
  expect(needsClarification).toBe(false);
  expect(search.calls.map(({ query }) => query)).toEqual(queries);

  // Inferred from a bare history.
  const history = [
    { role: 'user', content: asked },
    { role: 'assistant', content: question },
  ] as const;
  const { plan, reasons } = planByRules({ message: reply, history }, shop);
  expect(plan.steps.flatMap((step) => ('query' in step ? [step.query] : []))).toEqual(queries);
  const code = kind === 'closed' ? 'chitchat' : `pending-${kind}`;
  expect(reasons.map((reason) => reason.code)).toContain(code);
  expect(plan.confidence === 'low').toBe(kind === 'refused');
});
