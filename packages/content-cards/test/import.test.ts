import { readFileSync } from 'node:fs';
import { createManualClock } from '@kanmon/core/testing';
import Encoding from 'encoding-japanese';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBytes, detectCharset } from '../src/import/decode.ts';
import { ImportError } from '../src/import/import-error.ts';
import { importSources } from '../src/import/import-sources.ts';
import type { ImportEvent } from '../src/import/read-source.ts';
import type { SourceLoader } from '../src/import/source.ts';
import { wrapParagraph } from '../src/import/wrap.ts';
import { validateCard } from '../src/model/card.ts';
import { countCodePoints } from '../src/text/measure.ts';

interface HeadingCase {
  readonly name: string;
  readonly text: string;
  readonly titles: readonly string[];
  readonly ids?: readonly (string | null)[];
  readonly origin?: string;
}
const cases = readFileSync(new URL('cases/headings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as HeadingCase);

const lineMax = { lineMax: 40, unit: 'codepoint' } as const;
const squeezed = (text: string) => text.normalize('NFC').replaceAll(/\s/gu, '');

describe('headings', () => {
  test.each(cases)('$name', async ({ text, titles, ids, origin }) => {
    const { items } = await importSources([{ kind: 'text', text, name: 'memo.txt' }]);
    expect(items.map(({ title }) => title)).toEqual(titles);
    if (ids !== undefined) expect(items.map(({ id }) => id)).toEqual(ids);
    if (origin !== undefined) expect(items[0]?.source_meta.title_origin).toBe(origin);
  });
});

describe('zero loss', () => {
  test('every visible character of any text without markers is in the cards, in order', async () => {
    const word = fc.string({
      unit: fc.constantFrom(...Array.from('あいう漢字カナ、。ーっabc 12（）「」é')),
      minLength: 1,
      maxLength: 120,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 30 }), async (lines) => {
        const text = `# 題\n${lines.join('\n')}`;
        fc.pre(squeezed(lines.join('')) !== '');
        const { cards, warnings } = await importSources([{ kind: 'text', text }]);
        // Numbers at a line start may be headings, whose text is then a title.
        const shown = cards.flatMap(({ title, body }) => [
          title.replace(/ \(\d+\/\d+\)$/, ''),
          ...body,
        ]);
        const titles = new Set<string>();
        const once = shown.filter((each, index) => {
          const isTitle =
            cards.some((card) => card.title.replace(/ \(\d+\/\d+\)$/, '') === each) &&
            titles.has(each) &&
            index > 0 &&
            !cards.some((card) => card.body.includes(each));
          titles.add(each);
          return !isTitle;
        });
        expect(squeezed(once.join(''))).toBe(squeezed(`題${lines.join('')}`));
        for (const card of cards) expect(validateCard(card).ok).toBe(true);
        expect(warnings.filter(({ code }) => code === 'control_characters_removed')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('wrap, then join, is the paragraph', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const lines = wrapParagraph(text, lineMax);
        expect(squeezed(lines.join(''))).toBe(
          squeezed(text.normalize('NFC') === text ? text : text),
        );
        for (const line of lines) expect(countCodePoints(line)).toBeLessThanOrEqual(40);
      }),
      { numRuns: 300 },
    );
  });
});

test('lines keep the rules of line heads and tails, words and numbers', () => {
  const fill = 'あ'.repeat(39);
  expect(wrapParagraph(`${fill}い、う`, lineMax)[1]).not.toMatch(/^、/);
  expect(wrapParagraph(`${fill}「か」`, lineMax)[0]).not.toMatch(/「$/);
  expect(wrapParagraph(`${'あ'.repeat(36)}keyboard`, lineMax)).toEqual([
    'あ'.repeat(36),
    'keyboard',
  ]);
  expect(wrapParagraph(`${'あ'.repeat(36)}1,234,567`, lineMax).join('')).toContain('1,234,567');
  expect(wrapParagraph(`${'あ'.repeat(30)}。${'い'.repeat(20)}`, lineMax)[0]).toBe(
    `${'あ'.repeat(30)}。`,
  );
  expect(wrapParagraph('字'.repeat(80), lineMax)).toEqual(['字'.repeat(40), '字'.repeat(40)]);
});

test.each([
  [6, 1, []],
  [7, 2, ['題 (1/2)', '題 (2/2)']],
  [12, 2, ['題 (1/2)', '題 (2/2)']],
  [13, 3, ['題 (1/3)', '題 (2/3)', '題 (3/3)']],
])('%i lines make %i cards', async (count, parts, titles) => {
  const text = `# 題 {#t}\n${Array.from({ length: count }, (_, index) => `行${index}`).join('\n')}`;
  const { cards, warnings } = await importSources([{ kind: 'text', text }]);
  expect(cards).toHaveLength(parts);
  expect(cards.map(({ title }) => title)).toEqual(titles.length === 0 ? ['題'] : titles);
  expect(cards.map(({ slide_id }) => slide_id)).toEqual(['t', 't-p2', 't-p3'].slice(0, parts));
  expect(warnings).toEqual([]);
  const cut = await importSources([{ kind: 'text', text }], { overflow: 'truncate' });
  expect(cut.cards).toHaveLength(1);
  expect(cut.cards[0]?.title).toBe('題');
  const dropped = cards
    .slice(1)
    .flatMap(({ body }) => body)
    .join('').length;
  expect(cut.warnings.map(({ params }) => params['dropped'])).toEqual(parts === 1 ? [] : [dropped]);
});

test('a long title is cut with an ellipsis and repeated whole as the first paragraph', async () => {
  const title = '長い題名'.repeat(40);
  const { cards, warnings } = await importSources([{ kind: 'text', text: `# ${title}\n本文` }]);
  expect(cards[0]?.title).toMatch(/…$/);
  expect(cards.flatMap(({ body }) => body).join('')).toBe(`${title}本文`);
  expect(warnings.map(({ code }) => code)).toEqual(['title_shortened']);
});

test.each([
  ['これは**重要**です。', 'これは重要です。'],
  ['**売上:** 120万円', '売上: 120万円'],
  ['- **a** and **b c**', 'a and b c'],
  ['**[語](https://example.com/)**', '語'],
  ['\\*star\\* and \\_under\\_ 3\\. x', '*star* and _under_ 3. x'],
  ['\\- no bullet, snake\\_case, \\`code\\`, \\~~x\\~~', '- no bullet, snake_case, `code`, ~~x~~'],
  ['*a* \\*b* and **c \\_ d**', 'a *b* and c _ d'],
  ['\\[no link\\](x) and \\# no heading', '[no link](x) and # no heading'],
  ['C:\\Users\\.git \\(x\\) \\\\ in \\', 'C:\\Users\\.git \\(x\\) \\\\ in \\'],
  ['`a\\*b` \\', 'a\\*b \\'],
  ['2**3**4 = 4096', '2**3**4 = 4096'],
  ['f(*args, **kwargs)', 'f(*args, **kwargs)'],
  ['** not bold **', '** not bold **'],
  ['a * b * c', 'a * b * c'],
  ['****', ''],
  ['2 ** 3', '2 ** 3'],
  ['a *very* good plan', 'a very good plan'],
  ['~~*all* of it~~', 'all of it'],
  ['「*重要*」な点', '「重要」な点'],
  ['単価*数量*係数', '単価*数量*係数'],
  ['売上*、利益*は税抜', '売上*、利益*は税抜'],
  ['売上*1 と利益*2', '売上*1 と利益*2'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['*.txt and *.md', '*.txt and *.md'],
  ['定価 ~~120円~~ 100円', '定価 120円 100円'],
  ['10~~20', '10~~20'],
  ['~~ no ~~', '~~ no ~~'],
  ['run `pnpm test` first', 'run pnpm test first'],
  ['`f(*a*, **b**)` and **c**', 'f(*a*, **b**) and c'],
  ['**run `x` now**', 'run x now'],
  ['[`語`](https://example.com/)', '語'],
  ['a ` b', 'a ` b'],
  ['``a`b``', 'a`b'],
  ['``a`b`', '``ab'],
])('marks of %s are dropped where they are marks', async (text, shown) => {
  const { cards } = await importSources([{ kind: 'text', text: `# 題\n${text}` }]);
  expect(cards[0]?.body.join('')).toBe(shown);
});

describe('character sets', () => {
  // Our own sentences, cut at any place.
  const corpus =
    '本資料では提案の背景と目的を説明します。売上は前年比で12%増えましたが、費用も増えています。次の四半期は顧客の声を聞き、サービスの品質を高めることを最優先とします。コストの見直しは六月までに終える予定です。担当者は毎週金曜日に進捗を報告してください。';
  const samples = Array.from({ length: 400 }, (_, index) => {
    const length = 10 + (index % 91);
    return (corpus + corpus + corpus).slice((index * 7) % corpus.length).slice(0, length);
  });
  test.each([
    ['SJIS', 'shift_jis'],
    ['EUCJP', 'euc-jp'],
    ['JIS', 'iso-2022-jp'],
    ['UTF16LE', 'utf-16le'],
  ] as const)('%s is found in 400 texts of 10 to 100 characters', (to, charset) => {
    const wrong = samples.filter((text) => {
      const bytes = Uint8Array.from(
        Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }),
      );
      const decoded = decodeBytes(bytes);
      return decoded.text !== text || decoded.charset !== charset;
    });
    expect(wrong).toEqual([]);
  });

  test('is found at least as often as encoding-japanese finds it, in texts of 2 to 20 characters', () => {
    const names = { SJIS: 'shift_jis', EUCJP: 'euc-jp' } as const;
    let ours = 0;
    let theirs = 0;
    let compared = 0;
    for (const [index, sample] of samples.entries())
      for (const to of ['SJIS', 'EUCJP'] as const) {
        const text = sample.slice(0, 2 + (index % 19));
        const bytes = Uint8Array.from(
          Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }),
        );
        compared += 1;
        if (detectCharset(bytes)?.charset === names[to]) ours += 1;
        if (Encoding.detect(bytes, ['SJIS', 'EUCJP']) === to) theirs += 1;
      }
    expect(compared).toBe(800);
    expect(ours).toBeGreaterThanOrEqual(theirs);
  });

  test.each([
    'Le résumé de l’été à Noël : « très bien »',
    'Größe: 25 °C – Übergang über die Straße',
    'El señor comió piña, ¿verdad? Sí, €5',
    'naïve café',
  ])('windows-1252 is found: %s', (text) => {
    const table = new Map(
      Array.from({ length: 128 }, (_, index) => [
        new TextDecoder('windows-1252').decode(Uint8Array.of(128 + index)),
        128 + index,
      ]),
    );
    const bytes = Uint8Array.from(Array.from(text), (c) => table.get(c) ?? c.charCodeAt(0));
    expect(decodeBytes(bytes)).toMatchObject({ text, charset: 'windows-1252' });
  });

  test('bytes that are no text in any of the sets are refused with what was tried', () => {
    expect(() => decodeBytes(Uint8Array.of(0xff, 0xfd, 0x81, 0xff, 0x20, 0xff, 0xfd))).toThrow(
      /windows-1252/,
    );
  });

  test('a page in EUC-JP that declares UTF-8 is read as EUC-JP, with a warning', async () => {
    const bytes = Uint8Array.from(
      Encoding.convert(Encoding.stringToCode('提案の背景\n本文です。'), {
        to: 'EUCJP',
        from: 'UNICODE',
      }),
    );
    const result = await importSources([
      { kind: 'bytes', bytes, name: 'a.txt', contentType: 'text/plain; charset=utf-8' },
    ]);
    expect(result.cards[0]?.title).toBe('提案の背景');
    expect(result.meta.sources[0]?.charset).toBe('euc-jp');
    expect(result.warnings.map(({ code }) => code)).toEqual(['charset_mismatch']);
    expect(result.log[0]).toMatchObject({ action: 'source_warning' });
  });
});

test('2 million characters without a line break import, and 100,000 headings do', async () => {
  const long = await importSources([{ kind: 'text', text: 'あ'.repeat(1_000_000) }]);
  expect(long.cards.length).toBe(Math.ceil(1_000_000 / 240));
  const many = await importSources([
    {
      kind: 'text',
      text: Array.from({ length: 20_000 }, (_, index) => `# 見出し${index}\n本文`).join('\n'),
    },
  ]);
  expect(many.cards.length).toBe(20_000);
}, 20_000);

const code = (source: Parameters<typeof importSources>[0]) =>
  importSources(source).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

test('empty, binary and broken sources are named', async () => {
  expect(await code([{ kind: 'text', text: ' \n\u3000' }])).toBe('nothing_imported');
  expect(await code([{ kind: 'bytes', bytes: Uint8Array.of(1, 0, 0, 3, 65) }])).toBe(
    'unsupported_type',
  );
  for (const text of ['{"a":1,"a":2}', '['.repeat(10_000), '{'])
    expect(await code([{ kind: 'text', text, name: 'a.json' }])).toBe('json_invalid');
  const mixed = await importSources([
    { kind: 'text', text: '' },
    { kind: 'text', text: '本文' },
  ]);
  expect(mixed.warnings.map(({ code: each }) => each)).toEqual(['source_empty']);
});

test('JSON: documents and cards keep their ids; anything else becomes lines of its leaves', async () => {
  const card = {
    slide_id: 'a',
    title: '題',
    body: ['あ'.repeat(50)],
    intent: 'plan',
    story: { phase: 'intro' },
  };
  const cards = await importSources([
    { kind: 'text', text: JSON.stringify([card]), name: 'a.json' },
  ]);
  expect(cards.cards).toMatchObject([
    { slide_id: 'a', body: ['あ'.repeat(40), 'あ'.repeat(10)], intent: 'plan' },
  ]);
  const again = await importSources([
    { kind: 'text', text: JSON.stringify(cards.document), name: 'b.json' },
  ]);
  expect(again.cards).toEqual(cards.cards);
  const other = await importSources([
    { kind: 'text', text: '{"売上":{"2025":[1,2]},"注":"x"}', name: 'c.json' },
  ]);
  expect(other.cards).toMatchObject([
    { title: '売上', body: ['/売上/2025/0: 1', '/売上/2025/1: 2'] },
    { title: '注', body: ['/注: x'] },
  ]);
});

test('later items with an id take the place of earlier ones, and the warning names both', async () => {
  const sources = [
    { kind: 'text', text: '# 一 {#a}\n旧', name: 'one' },
    { kind: 'text', text: '# 二 {#a}\n新\n# 三\n続', name: 'two' },
  ] as const;
  const last = await importSources(sources);
  expect(last.cards.map(({ slide_id, title }) => [slide_id, title])).toEqual([
    ['a', '二'],
    ['import-01', '三'],
  ]);
  expect(last.warnings).toMatchObject([
    { code: 'duplicate_id', params: { first: 'one', second: 'two' } },
  ]);
  expect(last.warnings[0]?.message).toBe(
    'ID「a」が one と two にあります。「二」を使い、「一」は使いません。',
  );
  expect((await importSources(sources, { merge: 'first-wins' })).cards[0]?.title).toBe('一');
  await expect(importSources(sources, { merge: 'error' })).rejects.toMatchObject({
    code: 'duplicate_id',
  });
});

test('a mark at the end of a heading that is no id is named', async () => {
  for (const mark of ['売上', 'sales/2026', 'a b']) {
    const { cards, warnings } = await importSources([
      { kind: 'text', text: `# Sales {#${mark}}\n$1,200` },
    ]);
    expect(cards[0]?.title).toBe(`Sales {#${mark}}`);
    expect(warnings).toMatchObject([{ code: 'id_not_read', params: { line: 1 } }]);
  }
  const { warnings } = await importSources([{ kind: 'text', text: '# Sales {#sales}\n$1,200' }]);
  expect(warnings).toEqual([]);
});

const loader = (retryable: boolean): SourceLoader => ({
  kind: 'url',
  load: () => Promise.reject(new ImportError('down', { code: 'network_error', retryable })),
});

test('only transient failures are retried: three times after 500, 1000 and 2000 ms', async () => {
  const delays: number[] = [];
  const timer = { sleep: (ms: number) => Promise.resolve(void delays.push(ms)) };
  const events: ImportEvent[] = [];
  const run = (retryable: boolean) =>
    importSources([{ kind: 'url', url: 'https://example.com/?token=abc' }], {
      loaders: [loader(retryable)],
      timer,
      clock: createManualClock(),
      onEvent: (event) => events.push(event),
    });
  await expect(run(true)).rejects.toMatchObject({ code: 'network_error', attempts: 4 });
  expect(delays).toEqual([500, 1000, 2000]);
  expect(events.at(-1)).toMatchObject({
    type: 'content_import_error',
    attempts: 4,
    source: 'https://example.com/?token=***',
  });
  await expect(run(false)).rejects.toMatchObject({ attempts: 1 });
});
