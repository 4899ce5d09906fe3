import { describe, expect, it } from 'vitest';
import { advisorPhrases, definePhrase, findForbidden, organizerPhrases } from '../src/index.ts';
import { readCases } from './support.ts';

const lists = { organizer: organizerPhrases, advisor: advisorPhrases };

interface Banned {
  readonly list: keyof typeof lists;
  readonly rule: string;
  readonly text: string;
}

describe('built-in phrases', () => {
  it.each(readCases<Banned>('phrases-banned.jsonl'))('$list bans "$text"', (row) => {
    const found = findForbidden(row.text, lists[row.list]);
    expect(found.map(({ id }) => id)).toContain(row.rule);
  });

  it.each(readCases<Omit<Banned, 'rule'>>('phrases-allowed.jsonl'))(
    '$list allows "$text"',
    ({ list, text }) => {
      expect(findForbidden(text, lists[list])).toEqual([]);
    },
  );

  it('tells the words as they were written, at their place', () => {
    const text = 'これは ﾍﾞ\u200bｽﾄ です';
    const [found] = findForbidden(text, advisorPhrases);
    expect(found).toEqual({
      id: 'judgement-best',
      phrase: 'ベスト',
      matched: 'ﾍﾞ\u200bｽﾄ',
      start: 4,
      end: 9,
    });
    expect(text.slice(4, 9)).toBe('ﾍﾞ\u200bｽﾄ');
  });

  it('lists what it finds by place', () => {
    const found = findForbidden('選ぶべきはA、ベストはB、正解はC', advisorPhrases);
    expect(found.map(({ matched }) => matched)).toEqual(['べき', 'ベスト', '正解']);
  });
});

describe('definePhrase', () => {
  it('finds a text literally, special characters and all', () => {
    const rule = definePhrase({ id: 'a', phrase: 'a', pattern: '(至急)' });
    expect([...rule.find('これは(至急)です')]).toEqual([{ start: 3, end: 7 }]);
    expect([...rule.find('これは至急です')]).toEqual([]);
  });

  it('drops what lies inside an exception, and keeps the rest', () => {
    const rule = definePhrase({ id: 'a', phrase: '至急', pattern: /至急/, except: /至急便/ });
    expect([...rule.find('至急便を至急')]).toEqual([{ start: 4, end: 6 }]);
  });

  it('refuses a pattern that is none', () => {
    expect(() => definePhrase({ id: 'a', phrase: 'a', pattern: '' })).toThrow(/an empty text/);
  });
});

describe('phrases over long texts', () => {
  const units = [
    'べき',
    'ﾍﾞ',
    '\u200b',
    'が必要',
    '「',
    '“',
    '"should',
    'a\u0323\u0301',
    'お',
    'the ',
    '。 ',
  ];
  it.each(units)('is linear for a megabyte of %j', (unit) => {
    const time = (length: number): number => {
      const text = `${unit.repeat(Math.ceil(length / unit.length))}ベスト`;
      const start = performance.now();
      findForbidden(text, advisorPhrases);
      findForbidden(text, organizerPhrases);
      return performance.now() - start;
    };
    time(10_000);
    const half = Math.min(time(125_000), time(125_000));
    const whole = Math.min(time(250_000), time(250_000));
    expect(whole).toBeLessThan(Math.max(4 * half, 60));
    expect(time(1_000_000)).toBeLessThan(4000);
  });
});
