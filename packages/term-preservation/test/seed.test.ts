import { describe, expect, it } from 'vitest';
import {
  defaultTermPreservationConfig,
  extractRequiredTerms,
  validateTermPreservation,
} from '../src/index.ts';

function judge(term: string, plan: string): readonly [string, number, string | undefined] {
  const [verdict] = validateTermPreservation([term], [{ acceptance: plan }]).verdicts;
  return [verdict?.status ?? '', verdict?.score ?? -1, verdict?.nearest?.text];
}

describe('phase 1 of the specification', () => {
  it('extracts 認証 and バリデーション', () => {
    const terms = extractRequiredTerms('認証機能とバリデーションを実装して');
    expect(terms.terms).toEqual(['認証', 'バリデーション']);
    expect(terms.source).toBe('user-input');
  });

  it('finds both preserved', () => {
    const tasks = [
      { acceptance: 'JWT認証を実装する', context: '' },
      { acceptance: '入力バリデーションを追加する', context: '' },
    ];
    const result = validateTermPreservation(
      { terms: ['認証', 'バリデーション'], source: 'user-input' },
      tasks,
      defaultTermPreservationConfig,
    );
    expect(result.preservationRate).toBe(1);
    expect(result.missing).toEqual([]);
  });

  it('finds both missing in the bad replan', () => {
    const result = validateTermPreservation(
      extractRequiredTerms('認証機能とバリデーションを実装して'),
      [{ acceptance: 'ユーザー管理機能の実装' }, { acceptance: 'API実装' }],
    );
    expect(result.missing).toEqual(['認証', 'バリデーション']);
    expect(result.preservationRate).toBe(0);
  });
});

describe('the worked examples of the specification', () => {
  it('reads the Japanese request', () => {
    const { terms, items } = extractRequiredTerms(
      '棚卸しの結果を毎月末17時までにExcelで出力し、差異が2%以上なら倉庫長に知らせる。印刷は不要',
    );
    expect(terms).toEqual([
      '棚卸し',
      '結果',
      '毎月末',
      '17時まで',
      'Excel',
      '出力',
      '差異',
      '2%以上',
      '倉庫長',
    ]);
    expect(items.filter((item) => item.polarity === 'forbidden').map((item) => item.text)).toEqual([
      '印刷',
    ]);
  });

  it('reads the English request', () => {
    const { terms, items } = extractRequiredTerms(
      'Throttle `PATCH /v3/profiles` to 40 calls per second, keep avatars for 18 months, and leave out the legacy widget',
    );
    expect(terms).toEqual([
      'Throttle',
      'PATCH /v3/profiles',
      '40 calls per second',
      'avatars',
      '18 months',
    ]);
    expect(items.filter((item) => item.polarity === 'forbidden').map((item) => item.text)).toEqual([
      'legacy widget',
    ]);
  });

  it('matches as described', () => {
    expect(judge('棚卸し', 'たな卸し結果の画面')).toEqual(['preserved', 0.95, undefined]);
    expect(judge('倉庫長', '倉庫の責任者に連絡')).toEqual(['uncertain', 0.6, '倉庫']);
    expect(judge('18 months', 'deleted after a year and a half')).toEqual([
      'preserved',
      1,
      undefined,
    ]);
    expect(judge('40 calls per second', 'limit: 40 calls/s')).toEqual(['preserved', 1, undefined]);
    expect(judge('40 calls per second', '400 calls per second')).toEqual([
      'missing',
      0,
      '400 calls per second',
    ]);
  });
});
