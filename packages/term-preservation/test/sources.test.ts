import { InvalidArgumentError } from '@kanmon/core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  builtinSynonyms,
  extractRequiredTerms,
  foldTerm,
  type SynonymArea,
  validateTermPreservation,
} from '../src/index.ts';
import { createIntlTokenizer } from '../src/intl.ts';
import { buildKuromojiTokenizer, type KuromojiBuilder } from '../src/kuromoji.ts';
import { createSudachiSynonyms } from '../src/sudachi-synonyms.ts';
import { builtinGroups } from '../src/synonyms/builtin-synonyms.ts';
import { checkSynonymSource, checkTokenizer } from '../src/testing.ts';
import {
  refinementConfigSchema,
  requiredTermsSchema,
  taskSchema,
  termPreservationConfigSchema,
} from '../src/schemas.ts';

const require = createRequire(import.meta.url);
const kuromoji = require('kuromoji') as { builder(options: { dicPath: string }): KuromojiBuilder };

describe('the built-in groups', () => {
  const areas: readonly SynonymArea[] = [
    ...(['identity', 'data', 'api', 'ui', 'commerce'] as const),
    ...(['scheduling', 'operations', 'security', 'ml', 'project'] as const),
  ];
  const groups = areas.flatMap(builtinGroups);
  const symmetric = groups.flatMap((group) => ('from' in group ? [] : [group]));

  it('has about 300 groups of two forms or more, none of one character', () => {
    expect(groups.length).toBeGreaterThan(280);
    const forms = groups.map(
      (group) => new Set(('from' in group ? [...group.from, ...group.to] : group).map(foldTerm)),
    );
    expect(
      forms.filter((each) => each.size < 2 || [...each].some((form) => form.length < 2)),
    ).toEqual([]);
  });

  it('has no form in two symmetric groups', () => {
    const forms = symmetric.flatMap((group) => [...new Set(group.map(foldTerm))]);
    expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
    expect(forms.length).toBeGreaterThan(900);
  });

  const apart: readonly (readonly [string, string])[] = [
    ['登録', '追加'],
    ['検査', 'テスト'],
    ['停止', '削除'],
    ['設定', '構成'],
    ['インポート', 'エクスポート'],
    ['ログイン', 'ログアウト'],
    ['承認', '却下'],
    ['上限', '下限'],
    ['公開', '非公開'],
    ['認証', '認可'],
    ['更新', '追加'],
    ['保存', '送信'],
    ['請求', '支払い'],
    ['送信', '受信'],
    ['有効化', '失効'],
    ['表示', '非表示'],
    ['顧客', '会員'],
    ['注文', '予約'],
    ['日次', '週次'],
    ['週次', '月次'],
    ['バックアップ', '復元'],
    ['ロック', '削除'],
    ['返金', '返品'],
    ['出荷', '配送'],
    ['請求書', '領収書'],
    ['見積もり', '請求書'],
    ['削除', '非表示'],
    ['暗号化', '匿名化'],
    ['検索', '絞り込み'],
    ['管理者', '利用者'],
    ['import', 'export'],
    ['upload', 'download'],
  ];
  for (const [a, b] of apart) {
    it(`never joins ${a} and ${b}`, () => {
      const source = builtinSynonyms();
      expect(source.lookup(foldTerm(a)).map(foldTerm)).not.toContain(foldTerm(b));
      expect(source.lookup(foldTerm(b)).map(foldTerm)).not.toContain(foldTerm(a));
    });
  }

  it('can be limited to areas', () => {
    expect(builtinSynonyms({ areas: ['commerce'] }).lookup('ログイン')).toEqual([]);
    expect(checkSynonymSource(builtinSynonyms())).toEqual([]);
  });
});

describe('a synonym source that fails', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['gives nothing', () => undefined],
  ])('is named when it %s', (_, lookup) => {
    const synonyms = [{ name: 'mine', lookup: lookup as () => string[] }];
    const check = () =>
      validateTermPreservation(['frobnicator'], [{ acceptance: 'a whatsit' }], { synonyms });
    expect(check).toThrow(InvalidArgumentError);
    expect(check).toThrow('the synonym source "mine" threw or gave no list');
  });
});

describe('the real Sudachi dictionary', () => {
  const dictionary: unknown = JSON.parse(
    readFileSync(
      join(
        dirname(require.resolve('sudachi-synonyms-dictionary')),
        'sudachi-synonyms-dictionary.json',
      ),
      'utf8',
    ),
  );
  const source = createSudachiSynonyms(dictionary);
  it('gives synonyms and leaves ambiguous and misleading forms out', () => {
    expect(source.lookup(foldTerm('曖昧'))).toContain('不明確');
    expect(source.lookup(foldTerm('ログ'))).not.toContain('対数');
    expect(source.lookup(foldTerm('キャッシュ'))).not.toContain('現金');
    expect(checkSynonymSource(source)).toEqual([]);
  });
  it('refuses another shape by name', () => {
    for (const wrong of [null, {}, [{}], [{ items: [{ word: 'a' }] }]])
      expect(() => createSudachiSynonyms(wrong)).toThrow(
        /sudachi-synonyms-dictionary \(tested with 18/,
      );
  });
});

describe('the real kuromoji', () => {
  it('passes the kit, finds compounds and readings', async () => {
    const path = join(dirname(require.resolve('kuromoji/package.json')), 'dict');
    const tokenizer = await buildKuromojiTokenizer(kuromoji.builder({ dicPath: path }));
    // kuromoji itself throws on a lone surrogate; the gate then refuses it by name.
    expect(
      checkTokenizer(tokenizer, [
        '',
        '棚卸しの結果を出力する',
        '𠮷野家で🍣を注文する',
        'か\u3099き',
      ]),
    ).toEqual([]);
    const { terms } = extractRequiredTerms(
      '棚卸しの結果を毎月末17時までにExcelで出力する。印刷は不要',
      { tokenizer },
    );
    expect(terms).toEqual(expect.arrayContaining(['結果', '17時まで', 'Excel', '出力']));
    expect(terms).not.toContain('印刷');
    const judge = (plan: string): string | undefined =>
      validateTermPreservation(['検索'], [{ acceptance: plan }], { tokenizer, synonyms: [] })
        .verdicts[0]?.evidence[0]?.method;
    expect([judge('けんさく結果を出す'), judge('探す')]).toEqual(['reading', undefined]);
  });

  it('rejects with the error of the builder', async () => {
    await expect(
      buildKuromojiTokenizer({
        build: (callback) => callback(new Error('no dictionary'), { tokenize: () => [] }),
      }),
    ).rejects.toThrow('no dictionary');
  });
});

describe('the Intl tokenizer', () => {
  it('passes the kit', () => {
    expect(checkTokenizer(createIntlTokenizer({ locale: 'ja' }))).toEqual([]);
  });
});

describe('the kit', () => {
  it('finds what is wrong', () => {
    expect(
      checkTokenizer({ name: '', tokenize: () => [{ surface: 'x', start: 9 }] }).length,
    ).toBeGreaterThan(1);
    expect(checkSynonymSource({ name: 'bad', lookup: (form) => [form] }).length).toBeGreaterThan(0);
  });
});

describe('schemas', () => {
  it('accept what the package writes and fill in defaults', () => {
    const terms = extractRequiredTerms('認証を3秒以内に。印刷は不要');
    expect(requiredTermsSchema.parse(JSON.parse(JSON.stringify(terms)))).toEqual(terms);
    expect(termPreservationConfigSchema.parse({})).toEqual({
      enableTermPreservationCheck: true,
      treatTermLossAsStructureBreak: false,
      minPreservationRate: 0.8,
      customRequiredTerms: [],
    });
    expect(refinementConfigSchema.safeParse({ maxRefinementAttempts: 11 }).success).toBe(false);
    expect(taskSchema.safeParse({ id: undefined, acceptance: undefined }).success).toBe(true);
    expect(taskSchema.parse({ id: 'a', acceptance: null, extra: 1 })).toEqual({
      id: 'a',
      acceptance: null,
      extra: 1,
    });
  });
});
