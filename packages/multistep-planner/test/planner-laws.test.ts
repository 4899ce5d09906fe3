import { expect, test } from 'vitest';
import { planByRules, planSingleSearch } from '../src/index.ts';
import { expectPlannerLaws } from '../src/testing.ts';

test('the rule planners keep the laws of planners', async () => {
  expect((await expectPlannerLaws((input) => planByRules(input))).inputs).toBeGreaterThan(10);
  await expectPlannerLaws((input) => planSingleSearch(input));
});

test('a planner that breaks a law is named', async () => {
  const nagging = expectPlannerLaws((input) => {
    const outcome = planByRules(input);
    return {
      ...outcome,
      plan: { ...outcome.plan, needsClarification: !outcome.plan.needsClarification },
    };
  });
  await expect(nagging).rejects.toThrow('disagree');
});

test('a message of 1 MB is cut to the limit', () => {
  for (const unit of ['送料と', 'and how much ', '「', 'の', '? ', 'a']) {
    const { reasons } = planByRules({ message: unit.repeat(1_000_000 / unit.length) });
    expect(reasons).toContainEqual({ code: 'message-truncated', params: { maximum: 4000 } });
  }
});

test('plans one long word after a preposition without backtracking', () => {
  // The pattern of an ellipsis once tried every way to split the word: 485 characters took 6 s.
  for (const head of ['for ', 'and ', 'and for ', 'with ']) {
    const message = `${head}${'a'.repeat(3900)}!`;
    expect(planByRules({ message }).plan.steps).not.toHaveLength(0);
  }
});

test('10,000 messages of history with unknown roles are cut and named', () => {
  const history = Array.from({ length: 10_000 }, () => ({ role: 'tool', content: 'x' }));
  const { reasons } = planByRules({ message: '送料は？', history: history as never });
  expect(reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['history-truncated', 'history-messages-ignored']),
  );
});
