import { describe, expect, it } from 'vitest';
import {
  createIssueId,
  IllegalTransitionError,
  InvalidInputError,
  issueIdPattern,
  issueTransitions,
  type IssueState,
  judgeRecheck,
  nextIssueState,
} from '../../src/index.ts';
import { sequentialRandom } from '../../src/testing.ts';
import { createManualClock } from '@kanmon/core/testing';

const triggers: readonly Parameters<typeof nextIssueState>[1][] = [
  'fix-planned',
  'fix-applied',
  'verified-resolved',
  'verified-partial',
  'verified-recurrence',
  'deferred',
  'resumed',
];

/** The specification's table, one line a state; - is refused. */
const table: Readonly<Record<IssueState, string>> = {
  New: 'InProgress - Resolved Partial - Deferred -',
  InProgress: 'InProgress InProgress Resolved Partial Recurrence Deferred -',
  Partial: 'InProgress - Resolved Partial Recurrence Deferred -',
  Deferred: '- - Resolved - - Deferred InProgress',
  Resolved: '- - - - Recurrence - -',
  Recurrence: '- - - - - - -',
};

const cells = (Object.keys(table) as IssueState[]).flatMap((state) =>
  triggers.map((trigger, index) => ({
    state,
    trigger,
    next: table[state].split(' ')[index] ?? '-',
  })),
);

function outcomeOf(step: () => string): string {
  try {
    return step();
  } catch {
    return '-';
  }
}

describe('nextIssueState', () => {
  it.each(cells)('$state, $trigger -> $next', ({ state, trigger, next }) => {
    expect(issueTransitions[state][trigger] ?? '-').toBe(next);
    const step = (): string => nextIssueState(state, trigger);
    expect(outcomeOf(step)).toBe(next);
  });

  it.each(cells.filter(({ next }) => next === '-'))(
    '$state refuses $trigger',
    ({ state, trigger }) => {
      expect(() => nextIssueState(state, trigger)).toThrow(IllegalTransitionError);
      expect(() => nextIssueState(state, trigger)).toThrow(
        expect.objectContaining({ state, trigger }),
      );
    },
  );

  it('lists the triggers that a state allows, or reports that it is final', () => {
    expect(() => nextIssueState('Deferred', 'fix-planned')).toThrow(
      'an issue in state Deferred cannot take fix-planned; allowed: verified-resolved, deferred, resumed',
    );
    expect(() => nextIssueState('Recurrence', 'resumed')).toThrow(
      'an issue in state Recurrence cannot take resumed; the state is final, a recurrence goes on under a new id',
    );
  });

  it('has 42 cells', () => {
    expect(cells).toHaveLength(42);
  });
});

describe('judgeRecheck', () => {
  const changed = {
    checksum_changed: true,
    same_category_found: true,
    confidence_score: 1,
    text_removed: false,
  };

  it.each([
    [0.299_99, 'Resolved'],
    [0.3, 'Partial'],
    [0.699_99, 'Partial'],
    [0.7, 'Recurrence'],
  ])('a score of %s is %s', (score, state) => {
    const verdict = judgeRecheck({ ...changed, recurrence_score: score });
    expect(verdict).toEqual({ state, reason: 'score' });
  });

  it.each([
    [{ confidence_score: 0.599_99 }, 'Partial', 'low_confidence'],
    [{ confidence_score: 0.6 }, 'Recurrence', 'score'],
    [{ checksum_changed: false }, 'Recurrence', 'unchanged'],
    [{ text_removed: true, same_category_found: false }, 'Resolved', 'text_removed'],
    [
      { recurrence_score: 0.1, checksum_changed: false, same_category_found: false },
      'Partial',
      'unverified_unchanged',
    ],
  ])('%o is %s because of %s', (recheck, state, reason) => {
    expect(judgeRecheck({ ...changed, recurrence_score: 0.9, ...recheck })).toEqual({
      state,
      reason,
    });
  });

  it.each([Number.NaN, -0.1, 1.1])('refuses the score %s', (score) => {
    expect(() => judgeRecheck({ ...changed, recurrence_score: score })).toThrow(
      expect.objectContaining({ code: 'issue-invalid-input', path: '/recurrence_score' }),
    );
    expect(() => judgeRecheck({ ...changed, recurrence_score: score })).toThrow(InvalidInputError);
  });
});

describe('createIssueId', () => {
  it('gives ids that sort by creation, also when the clock goes back', () => {
    const clock = createManualClock('2026-03-01T00:00:00.000Z');
    const random = sequentialRandom(1);
    const ids = Array.from({ length: 200 }, (_, index) => {
      if (index % 20 === 0) clock.advance(index === 100 ? -50 : 1);
      return createIssueId(clock, random);
    });
    expect(new Set(ids).size).toBe(200);
    expect(ids).toEqual(ids.toSorted());
    for (const id of ids) expect(id).toMatch(issueIdPattern);
    expect(ids[0]).toMatch(/^ISSUE-1772323200001-/u);
  });

  /** A source that gives these digits of base 32, then zeros. */
  const digits = (...wanted: readonly number[]) => {
    const left = [...wanted];
    return () => (left.shift() ?? 0) / 32;
  };

  it('counts up within a millisecond, with a carry', () => {
    const clock = createManualClock(1000);
    const random = digits(0, 0, 0, 0, 0, 0, 0, 1, 31, 30);
    expect([1, 2, 3].map(() => createIssueId(clock, random))).toEqual([
      'ISSUE-1000-00000001ZY',
      'ISSUE-1000-00000001ZZ',
      'ISSUE-1000-0000000200',
    ]);
  });

  it('borrows the next millisecond when all numbers of one are used up', () => {
    const clock = createManualClock(1000);
    const random = digits(...Array.from({ length: 10 }, () => 31), 5);
    const ids = [1, 2].map(() => createIssueId(clock, random));
    clock.advance(1);
    ids.push(createIssueId(clock, random));
    clock.advance(1);
    ids.push(createIssueId(clock, random));
    expect(ids).toEqual([
      'ISSUE-1000-ZZZZZZZZZZ',
      'ISSUE-1001-5000000000',
      'ISSUE-1001-5000000001',
      'ISSUE-1002-0000000000',
    ]);
  });

  it('has a new suffix in each millisecond, and one counter for each clock', () => {
    const clock = createManualClock(1000);
    const random = digits(...Array.from({ length: 30 }, (_, index) => index));
    const first = createIssueId(clock, random);
    clock.advance(1);
    expect([first, createIssueId(clock, random)]).toEqual([
      'ISSUE-1000-0123456789',
      'ISSUE-1001-ABCDEFGHJK',
    ]);
    expect(createIssueId(createManualClock(1001), random)).toBe('ISSUE-1001-MNPQRSTVWX');
    expect(createIssueId(clock, random)).toBe('ISSUE-1001-ABCDEFGHJM');
  });

  it.each([
    ['ISSUE-1000-0123456789', true],
    ['ISSUE-1234567890123456-ZZZZZZZZZZ', true],
    ['ISSUE-12345678901234567-ZZZZZZZZZZ', false],
    ['ISSUE--0123456789', false],
    ['ISSUE-1000-012345678', false],
    ['ISSUE-1000-01234567890', false],
    ['ISSUE-1000-012345678I', false],
    ['ISSUE-1000-012345678U', false],
    ['ISSUE-1000-012345678a', false],
    ['xISSUE-1000-0123456789', false],
    ['ISSUE-1000-0123456789x', false],
    ['ISSUE-1000-0123456789\n', false],
  ])('issueIdPattern takes %j: %s', (text, fits) => {
    expect(issueIdPattern.test(text)).toBe(fits);
  });
});
