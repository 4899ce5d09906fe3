import { isLongRun } from '@kanmon/test-support';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { wrapParagraph } from '../src/import/wrap.ts';
import { graphemesOf, measure } from '../src/text/measure.ts';

interface WrapCase {
  readonly name: string;
  readonly text: string;
  readonly unit?: 'codepoint' | 'grapheme';
  readonly lines: readonly string[];
}
const cases = readFileSync(new URL('cases/wrapping.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as WrapCase);

test.each(cases)('$name', ({ text, unit = 'codepoint', lines }) => {
  expect(wrapParagraph(text, { lineMax: 10, unit })).toEqual(lines);
});

const paragraph = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'、。，．！？（）「」『』【】ーっャゅ々・…%'),
    fc.constantFrom(...'あいう漢字カナabcXYZ 0123456789,.-　'),
    fc.constantFrom('é', 'ｶﾞ', '👨‍👩‍👧', '🇯🇵', '𠮷', '葛󠄀'),
  ),
  maxLength: 200,
});
const limits = fc.record({
  lineMax: fc.integer({ min: 8, max: 60 }),
  unit: fc.constantFrom('codepoint' as const, 'grapheme' as const),
});
const numRuns = isLongRun ? 20_000 : 500;

test('no line is too long, none is lost, no grapheme is torn', () => {
  fc.assert(
    fc.property(paragraph, limits, (text, given) => {
      const lines = wrapParagraph(text, given);
      const bare = (each: string) => each.replaceAll(/\s/gu, '');
      expect(bare(lines.join(''))).toBe(bare(text));
      for (const line of lines)
        expect(measure(line, given.unit)).toBeLessThanOrEqual(given.lineMax);
      expect(lines.flatMap(graphemesOf).filter((each) => each.trim() !== '')).toEqual(
        graphemesOf(text).filter((each) => each.trim() !== ''),
      );
    }),
    { numRuns },
  );
});

test('line heads and tails, words and amounts, wherever the text leaves a choice', () => {
  const neverFirst = /^[、。，．！？）」』】ーっャゅ々・…%]/u;
  const neverLast = /[（「『【]$/u;
  // Marks of at most two in a row, and words below 6: any line of 20 leaves a place to break.
  const calm = fc
    .array(
      fc.constantFrom(
        'あい',
        '漢字',
        'う、',
        '「カナ」',
        'データ',
        'っと',
        ' word ',
        '12,345',
        'え。',
        '（注）',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('お'));
  fc.assert(
    fc.property(calm, (text) => {
      const lines = wrapParagraph(text, { lineMax: 20, unit: 'codepoint' });
      for (const [index, line] of lines.entries()) {
        if (index > 0) expect(line).not.toMatch(neverFirst);
        if (index < lines.length - 1) expect(line).not.toMatch(neverLast);
      }
      const together = lines.join('\n');
      expect(together.match(/[A-Za-z]+/g) ?? []).toEqual(text.match(/[A-Za-z]+/g) ?? []);
      expect(together.match(/[0-9,]+/g) ?? []).toEqual(text.match(/[0-9,]+/g) ?? []);
    }),
    { numRuns },
  );
});

test('an English sentence fills lines of 80 characters, a Japanese one lines of 40', async () => {
  const sentence =
    'The service should keep the text of every card as a person approved it, and name that person.';
  const { cards } = await importSources([{ kind: 'text', text: `# Title\n${sentence}` }]);
  expect(cards[0]?.body).toEqual([
    'The service should keep the text of every card as a person approved it, and name',
    'that person.',
  ]);
  const japanese = await importSources([{ kind: 'text', text: `# 題\n${'あ'.repeat(80)}` }]);
  expect(japanese.cards[0]?.body.map((line) => line.length)).toEqual([40, 40]);
});
