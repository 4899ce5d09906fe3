import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { advisorPhrases, definePhrase, findForbidden, organizerPhrases } from '../src/index.ts';
import { readCases } from './support.ts';

const lists = { organizer: organizerPhrases, advisor: advisorPhrases };

const allowed = z.object({ list: z.enum(['organizer', 'advisor']), text: z.string() });
const banned = allowed.extend({ rule: z.string() });

describe('built-in phrases', () => {
  it.each(readCases('phrases-banned', banned))('$list bans "$text"', (row) => {
    const found = findForbidden(row.text, lists[row.list]);
    expect(found.map(({ id }) => id)).toContain(row.rule);
  });

  it.each(readCases('phrases-allowed', allowed))('$list allows "$text"', ({ list, text }) => {
    expect(findForbidden(text, lists[list])).toEqual([]);
  });

  it('returns the words as written, at their place', () => {
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

  it('refuses a call without rules', () => {
    expect(() => (findForbidden as (text: string) => unknown)('x')).toThrow(
      'rules of findForbidden',
    );
  });

  it('sorts phrases by place', () => {
    const found = findForbidden('選ぶべきはA、ベストはB、正解はC', advisorPhrases);
    expect(found.map(({ matched }) => matched)).toEqual(['べき', 'ベスト', '正解']);
  });
});

describe('definePhrase', () => {
  it('finds a text literally, also special characters', () => {
    const rule = definePhrase({ id: 'a', phrase: 'a', pattern: '(至急)' });
    expect([...rule.find('これは(至急)です')]).toEqual([{ start: 3, end: 7 }]);
    expect([...rule.find('これは至急です')]).toEqual([]);
  });

  it('drops matches inside an exception, and keeps the others', () => {
    const rule = definePhrase({ id: 'a', phrase: '至急', pattern: /至急/, except: /至急便/ });
    expect([...rule.find('至急便を至急')]).toEqual([{ start: 4, end: 6 }]);
  });

  it('searches two texts alternately, one step each', () => {
    const rule = definePhrase({ id: 'a', phrase: '急', pattern: '急' });
    const one = rule.find('急急')[Symbol.iterator]();
    const other = rule.find('。。急')[Symbol.iterator]();
    const found = [one, other, one, other].map((places) => places.next());
    const starts = found.map((next) => (next.done === true ? null : next.value.start));
    expect(starts).toEqual([0, 2, 1, null]);
  });

  it('skips empty matches, also between surrogates', () => {
    const rule = definePhrase({ id: 'a', phrase: 'x', pattern: /x*/u });
    expect([...rule.find('😀あxx😀x')]).toEqual([
      { start: 3, end: 5 },
      { start: 7, end: 8 },
    ]);
    expect([...rule.find('')]).toEqual([]);
  });

  it('refuses an empty pattern', () => {
    expect(() => definePhrase({ id: 'a', phrase: 'a', pattern: '' })).toThrow(/an empty text/);
  });
});
