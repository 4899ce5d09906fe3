import { anyCharacter } from '@kanmon/test-support';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { detectLanguage } from '@kanmon/core';
import { readCases } from '../support.ts';

const cases = readCases('languages', z.object({ language: z.string(), text: z.string() }));

function fenced(open: string, close: string): string {
  return `${open}\nthis is the text of a long comment\n${close}\n短い説明です`;
}

describe('detectLanguage', () => {
  it.each(cases)('takes $text for $language', ({ language, text }) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('is Japanese from 5 % kana and Han on, when there is kana', () => {
    const english = 'the plan of it is to be at hand';
    const letters = english.replaceAll(' ', '').length;
    expect(letters).toBe(23);
    expect(detectLanguage(`${english} の`)).toBe('en');
    expect(detectLanguage(`${english} の計`)).toBe('ja');
  });

  it('reads only what is outside fences, whatever they are made of', () => {
    expect(detectLanguage(fenced('````md', '````'))).toBe('ja');
    expect(detectLanguage(fenced('~~~', '~~~~'))).toBe('ja');
    expect(detectLanguage(fenced('````', '```'))).toBe('other');
    expect(detectLanguage('```the``` is not a fence, and this is to be read')).toBe('en');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(['ja', 'en', 'other']).toContain(detectLanguage(text));
      }),
    );
  });
});
