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

test('10,000 messages of history with unknown roles are cut and named', () => {
  const history = Array.from({ length: 10_000 }, () => ({ role: 'tool', content: 'x' }));
  const { reasons } = planByRules({ message: '送料は？', history: history as never });
  expect(reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['history-truncated', 'history-messages-ignored']),
  );
});
