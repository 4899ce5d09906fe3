import { beforeAll, describe, expect, it } from 'vitest';
import { extractRequiredTerms, validateTermPreservation } from '../src/index.ts';
import { countWork } from './support/count-work.ts';
import { hostilePatterns, repeated } from './support/hostile.ts';

const task = { id: 'a', acceptance: '認証を行う' };
const patterns = {
  ...hostilePatterns,
  'numbers and sharps': '1#',
  'dotted names and digits': 'a.1.',
  'kana and full-width letters': 'やＡ',
  'kana and letters': 'あb',
  'known katakana words': 'アプリ',
};

/** Four times the text may take four times the work, and a little for the edges. */
const mostGrowth = 4.6;

// Word lists are built at their first use.
beforeAll(() => {
  validateTermPreservation(extractRequiredTerms('アプリ管理 userId 3秒'), [task]);
});

describe('work grows with the length of the text', () => {
  for (const [name, pattern] of Object.entries(patterns)) {
    const growthOf = (run: (text: string) => unknown): number => {
      const work = (length: number): number => countWork(() => run(repeated(pattern, length)));
      return work(8000) / work(2000);
    };

    it(`of a request: ${name}`, () => {
      expect(growthOf((text) => extractRequiredTerms(text))).toBeLessThan(mostGrowth);
    });

    it(`of one term: ${name}`, () => {
      expect(growthOf((text) => validateTermPreservation([text], [task]))).toBeLessThan(mostGrowth);
    });

    it(`of a plan: ${name}`, () => {
      const plan = (text: string): unknown =>
        validateTermPreservation(['アプリ管理', 'userId'], [{ id: 'a', acceptance: text }]);
      expect(growthOf(plan)).toBeLessThan(mostGrowth);
    });
  }
});

it('looks at few characters for each letter between kana', () => {
  const length = 8000;
  const work = countWork(() => extractRequiredTerms(repeated('やＡ', length)));
  expect(work / length).toBeLessThan(400);
});
