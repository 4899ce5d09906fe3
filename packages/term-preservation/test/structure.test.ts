import fc from 'fast-check';
import { InvalidArgumentError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import {
  applyIndividualFallback,
  decideRefinement,
  defaultRefinementConfig,
  type RefinementConfig,
  type RefinementState,
  resolveRefinement,
  toOrchestratorStructureValidation,
  validateStructure,
} from '../src/index.ts';
import type { TaskLike } from '../src/index.ts';

function tasks(count: number, from = 0): TaskLike[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `T${at + from}`,
    acceptance: `項目${at + from}を作る`,
  }));
}

function check(list: readonly TaskLike[]): ReturnType<typeof validateStructure> {
  return validateStructure(list, list);
}

function similar(acceptance: string): number {
  return applyIndividualFallback(
    [{ id: 'a', acceptance: '一二三四五六七八九十' }],
    [{ id: 'a', acceptance }],
  ).refined.length;
}

/** Levenshtein distance, the whole table. */
function full(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min(
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

describe('task count', () => {
  for (const [before, after, valid] of [
    [10, 13, true],
    [1, 3, true],
    [10, 14, false],
    [1, 4, false],
    [0, 9, true],
    [10, 7, true],
    [10, 6, false],
    [3, 0, false],
    [1, 0, false],
    [0, 0, true],
  ] as const) {
    it(`${before} to ${after} is ${valid ? 'allowed' : 'too much'}`, () => {
      const result = validateStructure(tasks(before), tasks(after));
      expect(result.isValid).toBe(valid);
      expect(result.absoluteTaskCountDiff).toBe(Math.abs(after - before));
      expect(result.taskCountChange).toBe(before === 0 ? 0 : Math.abs(after - before) / before);
    });
  }
});

describe('dependencies', () => {
  it('finds dangling ids, rings, self-references and duplicates', () => {
    expect(check([{ id: 'a', dependencies: ['z'] }])).toMatchObject({
      hasDanglingDependency: true,
      hasCircularDependency: false,
      isValid: false,
    });
    expect(check([{ id: 'a', dependencies: ['a'] }]).findings[0]).toMatchObject({
      code: 'circular-dependency',
      params: { ring: 'a > a' },
    });
    expect(
      check([
        { id: 'a', dependencies: ['b'] },
        { id: 'b', dependencies: ['a'] },
      ]).findings[0]?.params,
    ).toEqual({ ring: 'a > b > a' });
    expect(check([{ id: 'a' }, { id: 'a' }]).findings.map((finding) => finding.code)).toEqual([
      'duplicate-task-id',
    ]);
    expect(
      check([{ id: '__proto__', dependencies: ['constructor'] }, { id: 'constructor' }]).isValid,
    ).toBe(true);
  });

  it('reads a dependency without its list', () => {
    expect(check([{ id: 'a', dependencies: 'ghost' as never }])).toMatchObject({
      hasDanglingDependency: true,
      isValid: false,
    });
  });

  it('does not overflow on a chain of 50,000', () => {
    const chain = Array.from({ length: 50_000 }, (_, at) => ({
      id: `t${at}`,
      dependencies: at === 0 ? [] : [`t${at - 1}`],
    }));
    expect(check(chain).isValid).toBe(true);
    const ring = [...chain.slice(1), { id: 't0', dependencies: ['t49999'] }];
    expect(check(ring).hasCircularDependency).toBe(true);
  });

  it('agrees with a brute-force search on random graphs', () => {
    const graph = fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 7,
    });
    fc.assert(
      fc.property(graph, (edges) => {
        const list = edges.map((targets, at) => ({
          id: `n${at}`,
          dependencies: targets.map((target) => `n${target}`),
        }));
        const reach = edges.map(
          (targets) => new Set(targets.filter((target) => target < edges.length)),
        );
        for (let round = 0; round < edges.length; round += 1)
          for (const set of reach)
            for (const via of set) for (const target of reach[via] ?? []) set.add(target);
        const result = check(list);
        expect(result.hasCircularDependency).toBe(reach.some((set, at) => set.has(at)));
        expect(result.hasDanglingDependency).toBe(
          edges.some((targets) => targets.some((target) => target >= edges.length)),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('terms', () => {
  const bad = [{ id: 'T0', acceptance: '画面を作る' }];
  it('are not checked without terms, or when switched off', () => {
    for (const result of [
      validateStructure(tasks(1), bad),
      validateStructure(tasks(1), bad, { enableTermPreservationCheck: false }, ['認証']),
    ]) {
      expect(result.termPreservation).toBeUndefined();
      expect(result.hasTermLoss).toBe(false);
    }
  });

  it('are warnings by default and break the structure when asked', () => {
    const warned = validateStructure(tasks(1), bad, {}, ['認証', '3秒以内']);
    expect([warned.isValid, warned.hasTermLoss]).toEqual([true, true]);
    expect(warned.findings.every((finding) => finding.severity === 'should')).toBe(true);
    const broken = validateStructure(tasks(1), bad, { treatTermLossAsStructureBreak: true }, [
      '認証',
    ]);
    expect(broken.isValid).toBe(false);
    expect(
      decideRefinement({ attemptCount: 0, isAcceptable: true, structure: broken }),
    ).toMatchObject({
      decision: 'reject',
      code: 'term-loss',
      reason: 'Missing required terms: 認証',
    });
  });

  it('come from the configuration too', () => {
    expect(
      validateStructure(tasks(1), bad, { customRequiredTerms: ['認証'] }).termPreservation?.missing,
    ).toEqual(['認証']);
  });

  it('map to the orchestrator', () => {
    const validation = validateStructure([{ id: 'a' }], [{ id: 'a', dependencies: ['z'] }]);
    expect(toOrchestratorStructureValidation(validation)).toEqual({
      isValid: false,
      taskCountChange: 0,
      absoluteTaskCountDiff: 0,
      hasDependencyIssues: true,
      hasCyclicDependency: false,
      details: 'task a depends on z, which is no task',
    });
    expect(toOrchestratorStructureValidation(validateStructure([], [])).details).toBeUndefined();
  });
});

describe('fallback', () => {
  const old = [
    { id: 'a', acceptance: '一二三四五六七八九十' },
    { id: 'b', acceptance: '認証を作る' },
  ];
  it('refuses plans that are not lists', () => {
    expect(() => applyIndividualFallback(undefined as never, [])).toThrow(
      'originalTasks of applyIndividualFallback',
    );
  });

  it('takes what is similar enough, keeps the rest, appends what is new', () => {
    const next = [
      { id: 'c', acceptance: 'new' },
      { id: 'b', acceptance: '全く別の話' },
      { id: 'a', acceptance: '一二三四五六七八九百' },
    ];
    const result = applyIndividualFallback(old, next);
    expect(result).toEqual({
      tasks: [next[2], old[1], next[0]],
      refined: ['a'],
      kept: ['b'],
      added: ['c'],
    });
    expect(old[0]?.acceptance).toBe('一二三四五六七八九十');
  });

  it('counts exactly 0.7 as similar and less as not', () => {
    expect([
      similar('一二三四五六七XYZ'),
      similar('一二三四五六WXYZ'),
      similar('一二三四五六七'),
    ]).toEqual([1, 0, 1]);
  });

  it('agrees with the full distance', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, fc.constantFrom(0, 0.3, 0.5, 0.7, 0.9, 1), (a, b, similarity) => {
        const longer = Math.max(a.length, b.length);
        const expected = longer === 0 || 1 - full(a, b) / longer >= similarity - 1e-9;
        expect(
          applyIndividualFallback([{ id: 'x', acceptance: a }], [{ id: 'x', acceptance: b }], {
            similarity,
          }).refined.length === 1,
        ).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('is used when the new plan is broken and it is not, else the previous tasks stay', () => {
    const many = tasks(9, 100);
    const broken = [{ id: 'a', acceptance: '一二三四五六七八九十', dependencies: ['zz'] }];
    expect(resolveRefinement(old, old).source).toBe('refined');
    expect(resolveRefinement(old, []).tasks).toEqual(old);
    expect(resolveRefinement<TaskLike>(old, [...old, ...many]).source).toBe('previous');
    expect(
      resolveRefinement<TaskLike>(old, broken, { enableIndividualFallback: false }).source,
    ).toBe('previous');
    const lost = resolveRefinement(
      old,
      [
        { id: 'a', acceptance: '一二三四五六七八九十' },
        { id: 'b', acceptance: '画面' },
      ],
      { treatTermLossAsStructureBreak: true },
      ['認証'],
    );
    expect([lost.source, lost.fallbackStructure?.isValid]).toEqual(['individual-fallback', true]);
    expect(lost.tasks).toEqual(old);
  });
});

describe('decision table', () => {
  const base: RefinementState = { attemptCount: 0, isAcceptable: true };
  const rows: readonly [
    string,
    Partial<RefinementState>,
    Partial<RefinementConfig>,
    string,
    string,
  ][] = [
    ['1 acceptable', { attemptCount: 2 }, {}, 'accept', 'attempts-exhausted'],
    [
      '1 not acceptable',
      { attemptCount: 2, isAcceptable: false, currentScore: 99 },
      {},
      'reject',
      'attempts-exhausted',
    ],
    ['2 critical', { issues: ['A CRITICAL gap'] }, {}, 'reject', 'score-missing'],
    [
      '2 ring',
      { currentScore: null, issues: ['Circular dependency'] },
      {},
      'reject',
      'score-missing',
    ],
    ['2 acceptable', { currentScore: Number.NaN }, {}, 'accept', 'score-missing'],
    ['2 not acceptable', { isAcceptable: false }, {}, 'reject', 'score-missing'],
    ['3 target', { currentScore: 85 }, {}, 'accept', 'target-reached'],
    [
      '3 suggestions',
      { currentScore: 85, suggestions: ['x'] },
      { refineSuggestionsOnSuccess: true },
      'replan',
      'suggestions-on-success',
    ],
    [
      '3 cap',
      { currentScore: 85, suggestions: ['x'], suggestionReplanCount: 1 },
      { refineSuggestionsOnSuccess: true },
      'accept',
      'target-reached',
    ],
    ['3 judge wins', { currentScore: 95, isAcceptable: false }, {}, 'replan', 'not-acceptable'],
    [
      '3 score wins',
      { currentScore: 95, isAcceptable: false },
      { scoreOverridesJudge: true },
      'accept',
      'target-reached',
    ],
    ['4 delta', { currentScore: 74, previousScore: 70 }, {}, 'accept', 'stagnated'],
    [
      '4 not acceptable',
      { currentScore: 74, previousScore: 70, isAcceptable: false },
      {},
      'replan',
      'stagnated',
    ],
    [
      '4 percent',
      { currentScore: 85.9, previousScore: 80 },
      { targetScore: 90, deltaThresholdPercent: 8 },
      'accept',
      'stagnated',
    ],
    [
      '4 previous 0, no change',
      { currentScore: 0, previousScore: 0 },
      { deltaThreshold: 0 },
      'accept',
      'stagnated',
    ],
    ['4 previous 0, change', { currentScore: 6, previousScore: 0 }, {}, 'accept', 'acceptable'],
    ['5', { currentScore: 60, isAcceptable: false }, {}, 'replan', 'not-acceptable'],
    ['6', { currentScore: 60, suggestions: ['x'] }, {}, 'replan', 'below-target'],
    ['7', { currentScore: 60 }, {}, 'accept', 'acceptable'],
  ];
  for (const [name, state, config, decision, code] of rows) {
    it(`row ${name}`, () =>
      expect(decideRefinement({ ...base, ...state }, config)).toMatchObject({ decision, code }));
  }

  it('row 0: a broken structure is rejected first', () => {
    const structure = validateStructure([{ id: 'a' }], [{ id: 'a', dependencies: ['z'] }]);
    expect(decideRefinement({ ...base, currentScore: 99, structure })).toMatchObject({
      decision: 'reject',
      code: 'structure-broken',
    });
  });

  it('carries feedback with a replan only: suggestions always, issues when not acceptable', () => {
    const state = { ...base, currentScore: 60, issues: ['i'], suggestions: ['s'] };
    expect(decideRefinement(state).feedback).toEqual({ issues: [], suggestions: ['s'] });
    expect(decideRefinement({ ...state, isAcceptable: false }).feedback).toEqual({
      issues: ['i'],
      suggestions: ['s'],
    });
    expect(decideRefinement({ ...base, currentScore: 90 }).feedback).toBeUndefined();
  });

  it('has the documented defaults and refuses settings out of bounds', () => {
    expect(defaultRefinementConfig).toMatchObject({
      enableTermPreservationCheck: true,
      treatTermLossAsStructureBreak: false,
      minPreservationRate: 0.8,
      customRequiredTerms: [],
    });
    for (const config of [
      { maxRefinementAttempts: 11 },
      { maxSuggestionReplans: 1.5 },
      { deltaThreshold: -1 },
      { taskCountChangeThreshold: 2 },
      { targetScore: Number.NaN },
    ]) {
      expect(() => decideRefinement(base, config)).toThrow(InvalidArgumentError);
    }
  });
});
