import { describe, expect, it } from 'vitest';
import { coreCatalog, formatFinding, mergeCatalogs } from '@kanmon/core';

/** Every code that specs and types of this package name, by the part that reports it. */
const codes = [
  'required wrong-type too-few schema-mismatch rule-threw review-failed',
  'not-a-patch invalid-operation invalid-pointer path-not-found index-out-of-range test-failed',
  'path-not-allowed operation-not-allowed poisoned-key move-into-child too-many-operations',
  'too-deep too-large root-not-removable',
  'empty no-json no-match refusal repair-not-allowed cut-off',
  'attempts output-tokens total-tokens cost time no-progress refused aborted generate-failed',
  'unreviewed',
  'invalid-argument missing-configuration gate-definition not-gated replay-mismatch',
  'version-conflict fenced',
  'store-invalid-id store-invalid-event store-invalid-option store-limit store-closed',
  'store-removed store-busy store-corrupt store-format store-open-failed store-unsafe-path',
  'store-write-failed',
  'llm-auth llm-permission llm-bad-request llm-not-found llm-rate-limit llm-quota llm-overloaded',
  'llm-server llm-timeout llm-aborted llm-network llm-context-length llm-content-filter',
  'llm-protocol',
].flatMap((line) => line.split(' '));

const params = {
  expected: 'string',
  received: 'number',
  minimum: 2,
  actual: 1,
  message: 'too short',
  rule: 'r',
  review: 'v',
  error: 'Error: no',
};

describe('coreCatalog', () => {
  it('has exactly the codes of this package in both languages', () => {
    expect(Object.keys(coreCatalog.en ?? {}).toSorted()).toEqual(codes.toSorted());
    expect(Object.keys(coreCatalog.ja ?? {}).toSorted()).toEqual(codes.toSorted());
  });

  it.each(codes)('writes %s as a sentence in English and in Japanese', (code) => {
    const finding = { rule: 'r', code, severity: 'must', path: '/a', params } as const;
    const en = formatFinding(finding);
    const ja = formatFinding(finding, { locale: 'ja' });
    expect(en).toMatch(/^[A-Za-z"].*(?:\.|: too short)$/);
    expect(ja).toMatch(/[ぁ-ん].*(?:。|: too short)$/);
    expect(`${en}${ja}`).not.toMatch(/[{}]/);
  });
});

describe('mergeCatalogs', () => {
  it('lets later texts win, code by code, and leaves the catalogs as they were', () => {
    const first = { en: { a: '1', b: '2' }, ja: { a: '一' } };
    const second = { en: { b: '3' } };
    expect(mergeCatalogs(first, second)).toEqual({ en: { a: '1', b: '3' }, ja: { a: '一' } });
    expect(first.en.b).toBe('2');
  });

  it('leaves out a locale that no catalog has', () => {
    expect(mergeCatalogs()).toEqual({});
    expect(Object.keys(mergeCatalogs({ ja: { a: 'あ' } }))).toEqual(['ja']);
  });

  it('keeps a code named __proto__ as a code', () => {
    const odd = { en: Object.fromEntries([['__proto__', 'text']]) };
    const merged = mergeCatalogs(odd, { en: { a: '1' } });
    expect(Object.keys(merged.en ?? {})).toEqual(['__proto__', 'a']);
  });
});
