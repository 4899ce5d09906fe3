import { describe, expect, test } from 'vitest';
import {
  applyAutoFix,
  type CardLimits,
  createDefaultRules,
  createReviewer,
  reviewCard,
  type Rule,
} from '../src/index.ts';
import { validateCard } from '../src/model/card.ts';
import { createNumberLedger } from '../src/review/number-index.ts';
import { createWordFinder } from '../src/text/find-words.ts';
import { createBench, sampleCard } from './helpers.ts';
import { readCases } from './read-cases.ts';

interface RuleCase {
  readonly name: string;
  readonly set: object;
  readonly codes: readonly string[];
  readonly grade: string;
  readonly words?: readonly string[];
  readonly source?: string;
  /** Bodies of the other cards. */
  readonly deck?: readonly (readonly string[])[];
  readonly limits?: Partial<CardLimits>;
}

function cardOf(id: string, set: object) {
  const checked = validateCard({ ...sampleCard(id), ...set });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.value;
}

describe('the built-in rules', () => {
  test.each(readCases('rules') as readonly RuleCase[])('$name', async (each) => {
    const { words = [], limits = {}, deck = [], source } = each;
    const card = cardOf('a', each.set);
    const rules = createDefaultRules({ prohibitedWords: words, limits });
    const others = deck.map((body, index) => cardOf(`other-${index}`, { body }));
    const around = { deck: others, ...(source === undefined ? {} : { source }) };
    const { review, autoReturn } = await reviewCard(card, { rules, ...around });
    expect(new Set(review.issues.map(({ code }) => code))).toEqual(new Set(each.codes));
    expect(review.grade).toBe(each.grade);
    expect(autoReturn).toBe(each.grade === 'C');
    // each fix applies, resolves the issue that it names, and can be undone
    for (const fix of review.autofix_proposals) {
      const fixed = applyAutoFix(card, fix, { rules, around });
      if (!fixed.ok) throw new Error(`${fix.patch_id}: ${fixed.code}`);
      const after = await reviewCard(fixed.card, { rules, ...around });
      expect(after.review.issues.length).toBeLessThan(review.issues.length);
      const undone = applyAutoFix(fixed.card, fixed.inverse, { rules, around });
      expect(undone.ok && undone.card).toEqual(card);
    }
  });
});

test.each(readCases('prohibited') as readonly { readonly word: string; readonly text: string }[])(
  '$word is found in $text',
  ({ word, text }) => {
    expect(createWordFinder([{ word }]).find(text)).toHaveLength(1);
  },
);

test('with a number index, no rule reads the deck card by card', () => {
  const others = [cardOf('b', { body: ['売上: 130万円'] })];
  const around = {
    numbers: createNumberLedger(others),
    get deck(): never {
      throw new Error('the deck was read');
    },
  };
  const card = cardOf('a', { body: ['売上: 120万円'] });
  const { review } = createReviewer().review(card, around);
  expect(review.issues).toMatchObject([{ code: 'number_conflict' }]);
});

test('a number index and a list of cards give the same issues', async () => {
  const card = cardOf('a', { body: ['売上: 120万円'] });
  const others = ['110', '130', '120'].map((value, index) =>
    cardOf(`o${index}`, { body: [`売上: ${value}万円`] }),
  );
  const { review } = await reviewCard(card, { deck: others });
  expect(review.issues).toMatchObject([
    { code: 'number_conflict', params: { slide_id: 'o0', other: '110万円', value: '120万円' } },
  ]);
});

test('a fix of 64 operations is undone, whatever they are', () => {
  const card = cardOf('a', { body: ['一', '二', '三'], note: '控え' });
  const patch = Array.from({ length: 64 }, (_, index) =>
    index % 2 === 0
      ? ({ op: 'move', from: '/body/0', path: '/body/2' } as const)
      : ({ op: 'copy', from: '/note', path: '/title' } as const),
  );
  const fixed = applyAutoFix(card, { patch_id: 'p', description: 'x', base: 'card', patch });
  if (!fixed.ok) throw new Error(fixed.code);
  const undone = applyAutoFix(fixed.card, fixed.inverse);
  expect(undone.ok && undone.card).toEqual(card);
  const tooMany = [...patch, { op: 'replace', path: '/title', value: 'x' } as const];
  expect(
    applyAutoFix(card, { patch_id: 'p', description: 'x', base: 'card', patch: tooMany }),
  ).toMatchObject({
    ok: false,
    code: 'not_allowed',
  });
});

describe('a rule of your own that does not work', () => {
  const broken = (check: () => unknown) => ({ name: 'mine', check }) as unknown as Rule;

  test.each<[string, () => unknown, string]>([
    ['throws', () => raise('my bug'), 'Error: my bug'],
    ['returns nothing', () => undefined, 'Error: expected { issues: [], fixes: [] } at once'],
    ['is asynchronous', () => Promise.reject(new Error('late')), 'fixes: [] } at once'],
    ['returns no fixes', () => ({ issues: [] }), 'fixes: [] } at once'],
  ])('%s: the card cannot be approved and is not returned', async (_name, check, reason) => {
    const rules = [broken(check), ...createDefaultRules()];
    const { review, autoReturn } = await reviewCard(cardOf('a', {}), { rules, locale: 'en' });
    expect(review).toMatchObject({ grade: 'C', issues: [{ code: 'rule_failed', path: null }] });
    expect(review.issues[0]?.message).toMatch(/^The rule "mine" failed \(.*\); fix the rule/);
    expect(review.issues[0]?.message).toContain(reason.slice(0, 90));
    expect(autoReturn).toBe(false);
  });

  test('does not keep a card from being stored', async () => {
    const reviewer = createReviewer({ rules: [broken(() => raise('my bug'))] });
    const { service } = createBench({ reviewer });
    const caller = { actor: 'a' };
    await service.createCards({ spec_id: 'd', cards: [sampleCard('a')] }, caller);
    const ref = { spec_id: 'd', slide_id: 'a' };
    expect(await service.getCard(ref)).toMatchObject({ ok: true, value: { status: 'draft' } });
    const approved = await service.approveCard(ref, {}, { ifMatch: '*' }, caller);
    expect(approved).toMatchObject({ ok: false, error: { code: 'grade_blocks_approval' } });
  });
});

function raise(message: string): never {
  throw new Error(message);
}
