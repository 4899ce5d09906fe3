import { InvalidArgumentError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import {
  createTermGate,
  defineSynonyms,
  extractRequiredTerms,
  extractTermsFromTasks,
  mergeRequiredTerms,
  type Tokenizer,
  validateTermPreservation,
} from '../src/index.ts';

/** A value its type does not allow, as a caller without types may pass it. */
function untyped(json: string): never {
  const value: unknown = JSON.parse(json);
  return value as never;
}

function of(tokenize: Tokenizer['tokenize']): Tokenizer {
  return { name: 'broken', tokenize };
}

const plan = [{ id: 'a', acceptance: '認証を作る' }];

describe('input with nothing to verify', () => {
  for (const input of ['', '   \n', 'を の は', 'please add the feature', '実装してください']) {
    it(`warns for ${JSON.stringify(input)}`, () => {
      const { decision, result } = createTermGate().check(input, plan);
      expect(result.verdicts).toEqual([]);
      expect([result.preservationRate, result.weightedRate, result.verifiable]).toEqual([
        1,
        1,
        false,
      ]);
      expect(result.findings.map((finding) => finding.code)).toEqual(['nothing-to-verify']);
      expect(decision).toBe('warn');
    });
  }

  for (const tasks of [[], [{ id: 'a' }], [{ id: 'a', acceptance: '  ', context: null }]]) {
    it(`finds everything missing in ${JSON.stringify(tasks)}`, () => {
      const { decision, result } = createTermGate().check('認証を3秒以内にする', tasks);
      expect(result.missing).toEqual(['認証', '3秒以内']);
      expect([result.preservationRate, result.weightedRate, result.verifiable]).toEqual([
        0,
        0,
        false,
      ]);
      expect(decision).toBe('reject');
    });
  }

  it('has rates of 1 with forbidden terms only, and violation decides', () => {
    const gate = createTermGate({ rejectOn: 'any' });
    expect(gate.check('印刷は不要', [{ acceptance: '画面を作る' }]).decision).toBe('accept');
    const { decision, result } = gate.check('印刷は不要', [{ acceptance: '印刷を作る' }]);
    expect([result.preservationRate, result.violated]).toEqual([1, ['印刷']]);
    expect(decision).toBe('reject');
  });
});

describe('misuse', () => {
  const wrong: readonly [string, () => unknown][] = [
    ['a request that is no string', () => extractRequiredTerms(untyped('3'))],
    ['tasks that are no array', () => validateTermPreservation(['a'], untyped('{}'))],
    ['tasks to extract from that are no array', () => extractTermsFromTasks(untyped('null'))],
    [
      'an unknown kind',
      () =>
        validateTermPreservation(
          untyped('[{"text":"a","kind":"nouns","polarity":"required","weight":1,"exact":false}]'),
          plan,
        ),
    ],
    ['terms of another shape', () => validateTermPreservation(untyped('{"words":[]}'), plan)],
    ['a rate above 1', () => createTermGate({ minPreservationRate: 1.1 })],
    ['a threshold that is no number', () => createTermGate({ matchThreshold: Number.NaN })],
    [
      'uncertain above match',
      () => createTermGate({ matchThreshold: 0.3, uncertainThreshold: 0.5 }),
    ],
    ['an unknown policy', () => createTermGate({ rejectOn: untyped('"sometimes"') })],
    ['a field instead of a list', () => createTermGate({ fields: untyped('"acceptance"') })],
    [
      'groups instead of a source',
      () => createTermGate({ synonyms: untyped('[["予約","ブッキング"]]') }),
    ],
    ['a name instead of sources', () => createTermGate({ synonyms: untyped('"mine"') })],
    ['another language', () => createTermGate({ locale: untyped('"fr"') })],
    ['a negative maxTerms', () => createTermGate({ maxTerms: -1 })],
    ['a synonym group of one form', () => defineSynonyms([['ログイン', 'ﾛｸﾞｲﾝ']])],
  ];
  for (const [name, call] of wrong) {
    it(`is refused with what was expected: ${name}`, () => {
      expect(call).toThrow(InvalidArgumentError);
      expect(call).toThrow(/expected/);
    });
  }
});

describe('odd text', () => {
  it('treats names of object members as ordinary words', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(
        validateTermPreservation([word], [{ acceptance: `the ${word} member` }]).preserved,
      ).toEqual([word]);
      expect(validateTermPreservation([word], plan).missing).toEqual([word]);
    }
  });

  it('slices back half-width kana, combining marks, lone surrogates and emoji', () => {
    const input = 'ﾊﾞｰｺｰﾄﾞで🍣の注文を\ud800受け付けて、か\u3099きを印刷する。ＡＰＩは３秒以内';
    expect(
      extractRequiredTerms(input).items.filter(
        (item) =>
          item.span !== undefined && input.slice(item.span.start, item.span.end) !== item.text,
      ),
    ).toEqual([]);
    const { verdicts } = validateTermPreservation(
      ['バーコード', 'API', '3秒以内'],
      [{ acceptance: input }],
    );
    expect(verdicts.map((verdict) => verdict.evidence[0]?.text)).toEqual([
      'ﾊﾞｰｺｰﾄﾞ',
      'ＡＰＩ',
      '３秒以内',
    ]);
  });

  it('ignores unknown and non-text fields', () => {
    const tasks = untyped('[{"id":"a","acceptance":null,"note":"認証","title":7},null,3,"x"]');
    expect(validateTermPreservation(['認証'], tasks).missing).toEqual(['認証']);
    expect(validateTermPreservation(['認証'], tasks, { fields: ['note'] }).preserved).toEqual([
      '認証',
    ]);
  });

  it('keeps very long terms to literal matching', () => {
    const long = '認証'.repeat(150);
    expect(validateTermPreservation([long], [{ acceptance: long }]).preserved).toEqual([long]);
    expect(validateTermPreservation([long], plan).missing).toEqual([long]);
  });
});

describe('a tokenizer that cannot be trusted', () => {
  const broken: readonly [string, Tokenizer][] = [
    [
      'throws',
      of(() => {
        throw new Error('no dictionary');
      }),
    ],
    ['lies about offsets', of(() => [{ surface: '認証', start: 3, pos: 'noun' }])],
    [
      'overlaps',
      of(() => [
        { surface: '認証', start: 0, pos: 'noun' },
        { surface: '証を', start: 1, pos: 'noun' },
      ]),
    ],
    ['gives no array', of(() => untyped('null'))],
  ];
  for (const [name, tokenizer] of broken) {
    it(`is refused by name when it ${name}`, () => {
      expect(() => extractRequiredTerms('認証を作る', { tokenizer })).toThrow(/"broken"/);
      expect(() => validateTermPreservation(['ニンショウ'], plan, { tokenizer })).toThrow(
        /"broken"/,
      );
    });
  }
});

describe('limits and merging', () => {
  it('drops the lightest terms over maxTerms and reports it', () => {
    const terms = extractRequiredTerms('画面、帳票、通知を作り、3秒以内に userId を出す', {
      maxTerms: 2,
    });
    expect(terms.terms).toEqual(['3秒以内', 'userId']);
    expect(terms.truncated).toBe(true);
    expect(terms.warnings.join()).toContain('maxTerms is 2');
    expect(validateTermPreservation(terms, plan).findings.map((finding) => finding.code)).toContain(
      'terms-truncated',
    );
  });

  it.each([
    ['パスワード再設定を作る', 'パスワード再設定'],
    ['権限再設定機能を追加', '権限再設定'],
    ['アカウント再作成を実装', 'アカウント再作成'],
  ])('keeps 再 with the noun after it: %s', (asked, term) => {
    expect(extractRequiredTerms(asked).terms).toEqual([term]);
  });

  it('keeps what is both asked for and left out, with a warning', () => {
    const terms = extractRequiredTerms('印刷を実装する。帳票の印刷は不要');
    expect(terms.terms).toContain('印刷');
    expect(terms.conflicts).toEqual(['印刷']);
    expect(validateTermPreservation(terms, plan).findings.map((finding) => finding.code)).toContain(
      'terms-conflict',
    );
  });

  it('merges with the first winning and drops nothing', () => {
    const first = extractRequiredTerms('ログイン画面');
    const second = extractRequiredTerms('ﾛｸﾞｲﾝ画面と GET /items', { customRequiredTerms: ['監査'] });
    const merged = mergeRequiredTerms(first, second);
    expect(merged.terms).toEqual(['ログイン画面', '監査', 'GET /items']);
  });

  it('takes custom terms and stop words', () => {
    const terms = extractRequiredTerms('通知機能を追加する', {
      customRequiredTerms: ['機能'],
      stopWords: { add: ['通知'], remove: ['追加'] },
    });
    expect(terms.items.map((item) => [item.text, item.kind])).toEqual([
      ['機能', 'custom'],
      ['追加', 'word'],
    ]);
  });
});
