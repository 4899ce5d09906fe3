import { formatFinding } from '@kanmon/core';
import { defineGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type AdjudicationClaim,
  buildRepairPrompt,
  compareRevisions,
  createTermGate,
  defineSynonyms,
  extractRequiredTerms,
  renderCoverageMatrix,
  repairHints,
  type RequiredTermsInput,
  type TaskLike,
  type TermAdjudicator,
  termMessages,
  termsPreservedRules,
  validateTermPreservation,
} from '../src/index.ts';

const request = '認証を3秒以内にし、GET /items を返す。印刷は不要';
const whole: readonly TaskLike[] = [
  { id: 'a', acceptance: '認証を3秒以内に終える' },
  { id: 'b', acceptance: 'GET /items を返す' },
];

function answering(claims: readonly AdjudicationClaim[]): TermAdjudicator {
  return { name: 'fake', adjudicate: () => Promise.resolve({ status: 'answered', claims }) };
}

function judge(options: Parameters<typeof validateTermPreservation>[2]): number {
  return validateTermPreservation(['通知'], [{ acceptance: '結果をお知らせする' }], options)
    .preservationRate;
}

describe('a request not to delete a thing', () => {
  const decide = (plan: string): string =>
    createTermGate().check('Do not delete old invoices', [{ acceptance: plan }]).decision;

  it('has no finding for a plan that keeps the thing', () => {
    expect(decide('Keep old invoices; do not delete any')).toBe('accept');
    expect(decide('Delete the old invoices of 2020')).toBe('warn');
  });
});

describe('decisions', () => {
  it('accepts a whole plan and rejects a lost literal', () => {
    const gate = createTermGate();
    expect(gate.check(request, whole).decision).toBe('accept');
    const lost = gate.check(request, [whole[0] ?? {}]);
    expect(lost.decision).toBe('reject');
    expect(lost.reasons).toContain('要求の「GET /items」が計画に見つかりません');
    expect(lost.repairPrompt).toContain('GET /items');
  });

  it('names a changed number with both values and its place', () => {
    const { result } = createTermGate().check(request, [
      { id: 'a', acceptance: '認証を5秒以内に終え、GET /items を返す' },
    ]);
    const finding = result.findings.find((each) => each.code === 'number-changed');
    expect(finding).toMatchObject({
      severity: 'must',
      path: '/0/acceptance',
      params: { expected: '3秒以内', found: '5秒以内', task: 'a' },
    });
  });

  it('warns for a lost word, by policy', () => {
    const plan = [{ id: 'b', acceptance: 'GET /items を3秒以内に返す' }];
    const decisions = (['never', 'literals', 'rate', 'any'] as const).map(
      (rejectOn) => createTermGate({ rejectOn }).check(request, plan).decision,
    );
    expect(decisions).toEqual(['warn', 'warn', 'reject', 'reject']);
    expect(createTermGate({ rejectOn: true }).check(request, plan).decision).toBe('reject');
    expect(createTermGate({ rejectOn: false }).check(request, plan).decision).toBe('warn');
  });

  it('rejects for a custom term under every policy but never', () => {
    const plan = [{ acceptance: 'GET /items を3秒以内に返す' }];
    for (const rejectOn of ['literals', 'rate', 'any'] as const)
      expect(
        createTermGate({ rejectOn }).check(
          {
            terms: [],
            items: [
              { text: '監査', kind: 'custom', polarity: 'required', weight: 1, exact: false },
            ],
          },
          plan,
        ).decision,
      ).toBe('reject');
    expect(
      createTermGate({ rejectOn: 'never' }).check(
        [{ text: '監査', kind: 'custom', polarity: 'required', weight: 1, exact: false }],
        plan,
      ).decision,
    ).toBe('warn');
  });

  it('reports what is only negated and what came back', () => {
    const { result } = createTermGate().check(request, [
      { id: 'a', acceptance: '認証は対象外とし、3秒以内に GET /items を返して印刷する' },
    ]);
    expect(result.verdicts.find((each) => each.term.text === '認証')?.reason).toBe('only-negated');
    expect(result.violated).toEqual(['印刷']);
  });

  it('warns of an excluded term in the plan, and rejects it when asked to', () => {
    for (const [asked, acceptance] of [
      ['no cookies', 'uses cookies'],
      ['jQueryは使わないこと', 'jQueryを使う'],
      ['Do not call `GET /items`', 'Call `GET /items`'],
    ] as const) {
      expect(createTermGate().check(asked, [{ acceptance }]).decision).toBe('warn');
      const strict = createTermGate({ rejectOn: 'any' });
      expect(strict.check(asked, [{ acceptance }]).decision).toBe('reject');
    }
  });

  it('does not call a required compound a violation of its excluded part', () => {
    const terms: RequiredTermsInput = [
      { text: '印刷プレビュー', kind: 'word', polarity: 'required', weight: 0.8, exact: false },
      { text: '印刷', kind: 'word', polarity: 'forbidden', weight: 0.7, exact: false },
    ];
    expect(
      validateTermPreservation(terms, [{ acceptance: '印刷プレビューを出す' }]).violated,
    ).toEqual([]);
    expect(
      validateTermPreservation(terms, [{ acceptance: '印刷プレビューと印刷を出す' }]).violated,
    ).toEqual(['印刷']);
  });

  it('has a text in both languages for every code', () => {
    expect(Object.keys(termMessages.ja ?? {})).toEqual(Object.keys(termMessages.en ?? {}));
    for (const locale of ['ja', 'en'] as const) {
      for (const code of Object.keys(termMessages.ja ?? {}))
        expect(
          formatFinding(
            { rule: 'r', code, severity: 'must', path: '', params: {} },
            { locale, catalog: termMessages },
          ),
        ).not.toContain(' at ');
    }
  });

  it.each([
    ['Build a login page with password reset.', []],
    ['ログイン画面とパスワード再設定を作る。', []],
    ['Build a login page.', [{ id: 'a', acceptance: ' ' }]],
  ])('rejects a plan without text, whatever was asked for: %s', (asked, plan) => {
    expect(createTermGate().check(asked, plan).decision).toBe('reject');
    expect(createTermGate({ rejectOn: 'never' }).check(asked, plan).decision).toBe('warn');
  });

  it.each([
    ['Implement GET /items.', 'Do not implement GET /items', 'Implement GET /items first'],
    ['Implement GET /v2/items.', 'Never use GET /v2/items', 'Do not delay GET /v2/items'],
    [
      'Store it under `theme`.',
      'Do not use the key `theme`',
      'Do not use `theme` without a prefix',
    ],
    ['Use PostgreSQL 16.', 'Do not use PostgreSQL 16', 'Do not use any before PostgreSQL 16'],
    ['GET /items を実装する。', 'GET /items は実装しない', 'GET /items を利用者に見せない'],
    ['`theme` を使う。', '`theme` は使わないこと', '`theme` を二重に保存しない'],
  ])('rejects an order not to make or use a literal, and no other one: %s', (asked, no, yes) => {
    const gate = createTermGate();
    expect(gate.check(asked, [{ acceptance: no }]).decision).toBe('reject');
    expect(gate.check(asked, [{ acceptance: yes }]).decision).not.toBe('reject');
  });

  it.each([
    ['Run it at 02:30.', 'Run it at 14:30', 'Run it at 2:30'],
    ['Run it at 20:00.', 'Run it at 08:00', 'Run it at 8:00'],
    ['毎日02:30に実行する。', '毎日14:30に実行する', '毎日午前2時半に実行する'],
    ['Run it at 18:30.', 'Run it at 06:30', 'Run it at 6:30'],
    ['午後2時半に送る。', '02:30に送る', '14:30に送る'],
  ])('reads 24-hour times apart from those 12 hours away: %s', (asked, other, same) => {
    const gate = createTermGate();
    expect(gate.check(asked, [{ acceptance: other }]).decision).toBe('reject');
    expect(gate.check(asked, [{ acceptance: same }]).decision).not.toBe('reject');
  });

  it('writes reasons in the language of the request or the option', () => {
    const other = [{ acceptance: 'Hire two cooks' }];
    expect(createTermGate().check('Show the audit trail', other).reasons[0]).toContain(
      'the plan may miss terms of the request (1): audit trail',
    );
    expect(
      createTermGate({ locale: 'ja' }).check('Show the audit trail', other).reasons[0],
    ).toContain('確認できません');
  });
});

describe('synonyms and scope', () => {
  it('can be switched off, added and limited by area', () => {
    expect([
      judge({}),
      judge({ synonyms: [] }),
      judge({ synonyms: [defineSynonyms([{ from: ['通知'], to: ['お知らせ'] }])] }),
    ]).toEqual([1, 0, 1]);
  });

  it('keeps directional groups directional', () => {
    const synonyms = [defineSynonyms([{ from: ['通信暗号化'], to: ['TLS'] }])];
    expect(
      validateTermPreservation(['通信暗号化'], [{ acceptance: 'TLS にする' }], { synonyms })
        .preservationRate,
    ).toBe(1);
    expect(
      validateTermPreservation(['TLS'], [{ acceptance: '通信暗号化する' }], { synonyms })
        .preservationRate,
    ).toBe(0);
  });

  it('spreads compounds over the plan only when asked', () => {
    const plan = [
      { id: 'a', acceptance: '顧客を登録' },
      { id: 'b', acceptance: 'メールで案内' },
    ];
    const score = (compoundScope: 'task' | 'plan'): number =>
      validateTermPreservation(['顧客メール'], plan, { compoundScope, synonyms: [] }).verdicts[0]
        ?.score ?? 0;
    expect([score('task'), score('plan')]).toEqual([0.54, 0.9]);
  });

  it('caps evidence', () => {
    const plan = Array.from({ length: 20 }, (_, at) => ({
      id: `t${at}`,
      acceptance: '認証 認証 認証 認証 認証',
    }));
    const count = (evidenceLimit?: number): number =>
      validateTermPreservation(['認証'], plan, evidenceLimit === undefined ? {} : { evidenceLimit })
        .verdicts[0]?.evidence.length ?? -1;
    expect([count(), count(2), count(0)]).toEqual([10, 2, 0]);
  });
});

describe('repair prompt', () => {
  it('is empty when nothing is wrong', () => {
    expect(buildRepairPrompt(validateTermPreservation(extractRequiredTerms(request), whole))).toBe(
      '',
    );
  });

  it('quotes hostile text inside a longer fence and escapes controls', () => {
    const terms: RequiredTermsInput = [
      { text: 'a```b\u202e\u0007', kind: 'phrase', polarity: 'required', weight: 1, exact: false },
    ];
    const prompt = buildRepairPrompt(validateTermPreservation(terms, []));
    expect(prompt).toContain('````text');
    expect(prompt).not.toContain('\u202e');
    expect(prompt).toContain(String.raw`\u202e`);
  });

  it('gives the sentence of the request and counts what it leaves out', () => {
    const { result } = createTermGate().check(request, []);
    expect(buildRepairPrompt(result, { locale: 'ja', request, maxTerms: 1 })).toMatch(
      /依頼文: 認証を3秒以内にし[\s\S]*ほか 2 件/,
    );
  });
});

describe('coverage matrix', () => {
  const result = validateTermPreservation(
    ['認証', 'API|x', '倉庫長'],
    [{ id: 'a', acceptance: '認証 倉庫' }, { acceptance: 'なし' }],
  );
  it('aligns wide characters', () => {
    expect(renderCoverageMatrix(result, { locale: 'ja' })).toBe(
      '語      a  #1\n認証    #  .\nAPI|x   .  .\n倉庫長  ~  .',
    );
  });
  it('escapes markdown', () => {
    expect(renderCoverageMatrix(result, { format: 'markdown' }).split('\n')[3]).toContain(
      String.raw`API\|x`,
    );
  });
});

describe('revisions', () => {
  it('reports when and why a term was lost and regained', () => {
    const report = compareRevisions(
      ['認証', '3秒以内', 'GET /items', '監査'],
      [
        whole,
        [{ id: 'a', acceptance: '認証を5秒以内に終える' }],
        [
          { id: 'a', acceptance: '認証は対象外' },
          { id: 'b', acceptance: 'GET /items を返す' },
        ],
      ],
    );
    expect(
      report.terms.map(({ statuses, lostAt, regainedAt, cause }) => [
        statuses.join(),
        lostAt,
        regainedAt,
        cause,
      ]),
    ).toEqual([
      ['preserved,preserved,missing', 2, undefined, 'negated'],
      ['preserved,missing,missing', 1, undefined, 'reworded'],
      ['preserved,missing,preserved', 1, 2, 'task-deleted'],
      ['missing,missing,missing', 0, undefined, 'never-present'],
    ]);
    expect(report.revisions).toHaveLength(3);
  });
});

describe('rules for a core gate', () => {
  it('let runGate replan until the terms are back', async () => {
    const gate = defineGate<
      { tasks: { id: string; acceptance: string }[] },
      { requiredTerms: RequiredTermsInput }
    >({
      name: 'plan',
      schema: z.object({ tasks: z.array(z.object({ id: z.string(), acceptance: z.string() })) }),
      rules: termsPreservedRules(),
    });
    const client = createScriptedClient([
      JSON.stringify({ tasks: [whole[0]] }),
      JSON.stringify({ tasks: whole }),
    ]);
    const outcome = await runGate(gate, {
      client,
      context: { requiredTerms: extractRequiredTerms(request) },
      messages: [{ role: 'user', content: request }],
      correction: { hints: (findings) => repairHints(findings, { locale: 'ja' }) },
    });
    expect(outcome.status).toBe('passed');
    expect(
      outcome.attempts[0]?.findings.map((finding) => [finding.rule, finding.code]),
    ).toContainEqual(['term-loss', 'term-missing']);
    expect(client.calls[1]?.messages.at(-1)?.content).toContain(
      '要求の「GET /items」が計画に見つかりません',
    );
  });
});

describe('adjudicator', () => {
  const plan = [{ id: 'a', acceptance: '顔写真で本人かどうか確かめる。指紋は対象外' }];
  const ask = (
    adjudicator: TermAdjudicator,
  ): ReturnType<ReturnType<typeof createTermGate>['checkAsync']> =>
    createTermGate({ adjudicator }).checkAsync(['顔照合'], plan);

  it('raises a word whose quote is in the plan', async () => {
    const { result } = await ask(
      answering([
        {
          term: '顔照合',
          verdict: 'covered',
          taskIndex: 0,
          field: 'acceptance',
          quote: '顔写真で本人かどうか確かめる',
        },
      ]),
    );
    expect(result.verdicts[0]).toMatchObject({
      status: 'preserved',
      score: 0.8,
      evidence: [{ method: 'adjudicated' }],
    });
  });

  const refused: readonly [string, AdjudicationClaim][] = [
    [
      'an invented quote',
      {
        term: '顔照合',
        verdict: 'covered',
        taskIndex: 0,
        field: 'acceptance',
        quote: '顔照合を行う',
      },
    ],
    [
      'a negated quote',
      { term: '顔照合', verdict: 'covered', taskIndex: 0, field: 'acceptance', quote: '指紋' },
    ],
    [
      'another task',
      { term: '顔照合', verdict: 'covered', taskIndex: 4, field: 'acceptance', quote: '顔写真' },
    ],
    [
      'a field that is not read',
      { term: '顔照合', verdict: 'covered', taskIndex: 0, field: 'id', quote: 'a' },
    ],
    [
      'a blank quote',
      { term: '顔照合', verdict: 'covered', taskIndex: 0, field: 'acceptance', quote: ' ' },
    ],
    [
      'a term it was not asked about',
      { term: '指紋', verdict: 'covered', taskIndex: 0, field: 'acceptance', quote: '顔写真' },
    ],
  ];
  for (const [name, claim] of refused) {
    it(`is not believed for ${name}, with a warning`, async () => {
      const { decision, result } = await ask(answering([claim]));
      expect(result.preserved).toEqual([]);
      expect(result.findings.map((finding) => finding.code)).toContain('adjudication-failed');
      expect(decision).toBe(createTermGate().check(['顔照合'], plan).decision);
    });
  }

  it('may throw: the verdicts of the rules stay', async () => {
    const { decision, result } = await ask({
      name: 'down',
      adjudicate: () => Promise.reject(new Error('no route')),
    });
    expect(result.warnings.join()).toContain('no route');
    expect(decision).toBe('warn');
  });

  it('is never asked about what is surely lost or excluded', async () => {
    const asked: string[] = [];
    const adjudicator: TermAdjudicator = {
      name: 'spy',
      adjudicate: async ({ terms }) => {
        asked.push(...terms.map((term) => term.text));
        return { status: 'answered', claims: [] };
      },
    };
    await createTermGate({ adjudicator, customRequiredTerms: ['監査'] }).checkAsync(
      '顔照合を3秒以内に終え、userId を返す。印刷は不要',
      plan,
    );
    expect(asked).toEqual(['監査', '顔照合']);
  });

  it('equals check without an adjudicator', async () => {
    const gate = createTermGate();
    expect(await gate.checkAsync(request, whole)).toEqual(gate.check(request, whole));
  });
});
