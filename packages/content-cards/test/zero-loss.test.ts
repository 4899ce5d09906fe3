import { anyCharacter, isLongRun } from '@kanmon/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ImportOptions, type ImportResult, importSources } from '../src/index.ts';
import { validateCard } from '../src/model/card.ts';

/** A joiner at a cut goes, and others are counted, so they are no part of what is compared. */
const visible = (text: string) =>
  text.normalize('NFC').replaceAll(/[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** The texts of a source that the cards show, in order: titles that come from it once, then the bodies. */
function shown({ cards, provenance, warnings }: ImportResult): string {
  const shortened = new Set(
    warnings.flatMap(({ code, params }) => (code === 'title_shortened' ? params['slide_id'] : [])),
  );
  return visible(
    cards
      .map(({ slide_id, title, body }) => {
        const isFirst = !/-p\d+$/.test(slide_id);
        const isFromSource = provenance[slide_id]?.some(({ field }) => field === 'title') === true;
        const own = isFirst && isFromSource && !shortened.has(slide_id);
        return (own ? title.replace(/ \(1\/\d+\)$/, '') : '') + body.join('');
      })
      .join(''),
  );
}

/** A piece of Markdown and what a reader must still find of it. */
interface Piece {
  readonly text: string;
  readonly shown: string;
}

const words = fc.constantFrom(
  '提案',
  '背景',
  'です。',
  '、',
  '「声」',
  'ｶﾞ',
  'が',
  '👨‍👩‍👧',
  'コスト',
  'ー',
  'っ',
  'ます！',
  '12%',
  '1,234',
  '（注）',
  '𠮷野',
  ' revenue',
  ' grew',
  ' by',
  ' twice,',
  ' as',
  ' planned.',
  ' e-mail',
  ' "quoted"',
  ' x_y',
  ' internationalization',
);
const sentence = fc
  .array(words, { minLength: 1, maxLength: 40 })
  .map((parts) => `語${parts.join('')}`);
const short = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => `語${parts.join('')}`);
const plain = (text: string): Piece => ({ text, shown: text });
const marked =
  (before: string, after = '') =>
  (text: string): Piece => ({
    text: before + text + after,
    shown: text,
  });
const address = fc.constantFrom('https://example.com/', '/a?b=1', 'https://example.com/(東京)');

const codeLines = fc.array(
  fc.oneof(
    sentence,
    fc.constantFrom('# no heading', '- no bullet', '', '[a](b)', '    indented', '- - -'),
  ),
  { maxLength: 5 },
);

const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 6, arbitrary: sentence.map(plain) },
  {
    weight: 2,
    arbitrary: fc
      .array(sentence, { minLength: 2, maxLength: 5 })
      .map((lines) => plain(lines.join('\n'))),
  },
  ...['# ', '## ', '##', '＃', '   ###### '].map((mark) => short.map(marked(`\n${mark}`, '\n'))),
  short.map(marked('\n## ', ' ##\n')),
  fc
    .tuple(short, fc.constantFrom('====', '---'))
    .map(([text, line]) => ({ text: `\n${text}\n${line}\n`, shown: text })),
  short.map((text) => plain(`\n第3章 ${text}`)),
  short.map((text) => plain(`\n1.2 ${text}\n`)),
  short.map((text) => plain(`\n【${text}】\n`)),
  ...['- ', '* ', '+ ', '・', '• ', '‣'].map((mark) => sentence.map(marked(mark))),
  fc
    .array(short, { minLength: 2, maxLength: 4 })
    .map((lines) => plain(lines.map((line, index) => `${index + 1}. ${line}`).join('\n'))),
  fc.constantFrom('---', '***', '* * *', '', '\n\n', '\f').map((text) => ({ text, shown: '' })),
  fc
    .constantFrom(['```js', '```'], ['~~~', '~~~~'], ['- ```', '  ```'], ['  ~~~js', '~~~'])
    .chain(([begin = '', end = '']) =>
      codeLines.map((lines) => ({
        text: `${begin}\n${lines.join('\n')}\n${end}`,
        shown: lines.join(''),
      })),
    ),
  fc
    .tuple(short, fc.constantFrom('a[0](b)', '![c](d)', '**k**', '\\', '# x'))
    .map(([text, code]) => ({ text: `${text} \`${code}\`語`, shown: `${text} ${code}語` })),
  ...['_', '__', '*', '**', '~~'].map((mark) =>
    short.map((text) => ({ text: `語 ${mark}${text}${mark} 語`, shown: `語 ${text} 語` })),
  ),
  sentence.map((text) => ({ text: `\`\`\`${text} js\n\`\`\``, shown: `${text}js` })),
  ...[
    ['- [ ] ', '☐'],
    ['* [x] ', '☑'],
  ].map(([mark, box]) =>
    sentence.map((text) => ({ text: `${mark}${text}`, shown: `${box}${text}` })),
  ),
  fc
    .tuple(short, address)
    .map(([label, url]) => ({ text: `語[${label}](${url})語`, shown: `語${label}語` })),
  fc.tuple(short, address).map(([label, url]) => ({ text: `![${label}](${url})`, shown: label })),
  fc
    .tuple(short, address, address)
    .map(([label, image, url]) => ({ text: `[![${label}](${image})](${url})`, shown: label })),
);

const options: fc.Arbitrary<ImportOptions> = fc.record({
  blankLines: fc.constantFrom('auto', 'paragraph', 'card'),
  limits: fc.record({
    titleMax: fc.integer({ min: 16, max: 120 }),
    bodyLines: fc.integer({ min: 1, max: 8 }),
    lineMax: fc.integer({ min: 4, max: 60 }),
    unit: fc.constantFrom('codepoint', 'grapheme'),
  }),
});
const numRuns = isLongRun ? 5000 : 250;

describe('zero loss', () => {
  test('every visible character of Markdown that is no marker is in the cards, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 25 }),
        options,
        async (pieces, given) => {
          const text = pieces.map((each) => each.text).join('\n');
          fc.pre(visible(text) !== '' && pieces.some((each) => visible(each.shown) !== ''));
          const result = await importSources([{ kind: 'text', text }], given);
          expect(shown(result)).toBe(visible(pieces.map((each) => each.shown).join('\n')));
          const { limits = {} } = given;
          for (const card of result.cards)
            expect(validateCard(card, { limits })).toMatchObject({ ok: true });
        },
      ),
      { numRuns },
    );
  });

  test('every character of any text is in the cards, or counted', async () => {
    // Any first character but a marker keeps the line a text; brackets, marks, backticks and backslashes could be syntax.
    const line = fc
      .string({ unit: anyCharacter, maxLength: 60 })
      .map((text) => `語${text.replaceAll(/[[\]`*_~\\\n\r\f\u2028\u2029\0]/gu, '')}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        options,
        async (lines, given) => {
          const text = `# 題\n${lines.join('\n')}`;
          const result = await importSources([{ kind: 'text', text }], given);
          const removed = result.warnings
            .filter(({ code }) => code === 'control_characters_removed')
            .reduce((sum, { params }) => sum + Number(params['count']), 0);
          const banned = /[^\P{Cc}\t\n]|[\ud800-\udfff]/gu;
          const kept = shown(result);
          const wanted = visible(
            text
              .replaceAll(/[\u0085]/g, '\n')
              .replaceAll(banned, '')
              .replace('# ', ''),
          );
          expect(removed).toBeGreaterThanOrEqual(text.match(banned)?.length ?? 0);
          expect(kept).toBe(wanted);
          for (const card of result.cards)
            expect(validateCard(card, { limits: given.limits ?? {} })).toMatchObject({ ok: true });
        },
      ),
      { numRuns },
    );
  });
});
