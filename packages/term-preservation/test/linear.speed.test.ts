import { describe, expect, it } from 'vitest';
import {
  extractRequiredTerms,
  foldTerm,
  normalizeText,
  validateTermPreservation,
} from '../src/index.ts';
import { hostilePatterns, repeated } from './support/hostile.ts';

/** Best of three: the collector comes when it comes. */
function fastest(run: () => unknown): number {
  return Math.min(once(run), once(run), once(run));
}

/** Processor time in milliseconds: what others do on this machine does not count. */
function once(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1000;
}

/** What is done in less is not worth timing again: its growth cannot be told from noise. */
const worthTimingMs = 300;

/** Quadratic code takes 16 times as long for 4 times the text. */
function growthOf(small: () => unknown, large: () => unknown, mostMs: number): number {
  const first = once(large);
  expect(first).toBeLessThan(mostMs);
  if (first < worthTimingMs) return 1;
  const growth = first / once(small);
  return growth < 10 ? growth : fastest(large) / fastest(small);
}

describe('hostile text', () => {
  for (const [name, pattern] of Object.entries(hostilePatterns)) {
    it(`is read in linear time: ${name}`, () => {
      const small = repeated(pattern, 25_000);
      const large = repeated(pattern, 100_000);
      for (const [run, mostMs] of [
        [extractRequiredTerms, 1500],
        [foldTerm, 600],
      ] as const) {
        const reading = (text: string) => () => run(text);
        expect(growthOf(reading(small), reading(large), mostMs)).toBeLessThan(10);
      }
    });
  }

  it('is matched in linear time as a plan', () => {
    const terms = [
      '認証',
      'userId',
      '3秒以内',
      'sign up',
      '貸し出し',
      'v1.1',
      '取り消し処理',
      'アクセスログ監視',
      '/a/b',
      '「不要」',
    ];
    const slow: string[] = [];
    for (const pattern of Object.values(hostilePatterns)) {
      const matching = (length: number) => () =>
        validateTermPreservation(terms, [{ id: 'a', acceptance: repeated(pattern, length) }]);
      if (growthOf(matching(5000), matching(20_000), 3000) >= 10) slow.push(pattern);
    }
    expect(slow).toEqual([]);
  });

  it('keeps a map that slices the original', () => {
    const text = repeated('ｶﾞ\u0301ア・イー①', 5000);
    const normal = normalizeText(text);
    expect(normal.toOriginal(0, normal.text.length)).toEqual({ start: 0, end: text.length });
  });
});
