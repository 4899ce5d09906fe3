import Encoding from 'encoding-japanese';
import { describe, expect, test } from 'vitest';
import { createHtmlAdapter } from '../src/html.ts';
import {
  type ImportAdapter,
  type ImportEvent,
  type ImportOptions,
  importSources,
  itemsToCards,
  type NormalizedItem,
  type SourceRef,
} from '../src/index.ts';
import { cardContent, cardHash } from '../src/model/card-hash.ts';
import { validateCard } from '../src/model/card.ts';
import { createBench, editor, sampleCard, valueOf } from './helpers.ts';

const json = (value: unknown, name = 'a.json'): SourceRef => ({
  kind: 'text',
  text: typeof value === 'string' ? value : JSON.stringify(value),
  name,
});
const codeOf = (sources: readonly SourceRef[], options: ImportOptions = {}) =>
  importSources(sources, options).then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );
const encoded = (text: string, to: 'EUCJP' | 'SJIS' | 'JIS' | 'UTF16BE' | 'UTF16LE') =>
  Uint8Array.from(Encoding.convert(Encoding.stringToCode(text), { to, from: 'UNICODE' }));

describe('character sets', () => {
  const text = '提案の背景\n本文です。';
  const read = async (bytes: Uint8Array, contentType: string, charset?: string) => {
    const { meta, warnings, items } = await importSources(
      [
        {
          kind: 'bytes',
          bytes,
          name: 'a',
          contentType,
          ...(charset === undefined ? {} : { charset }),
        },
      ],
      { adapters: [createHtmlAdapter({ mode: 'body' })] },
    );
    return [meta.sources[0]?.charset, warnings.map(({ code }) => code), items[0]?.body.join('')];
  };

  test.each([
    [
      'EUC-JP in a page whose server says UTF-8',
      encoded(`<meta charset="euc-jp"><p>${text}`, 'EUCJP'),
      'text/html; charset=utf-8',
      ['euc-jp', ['charset_mismatch'], '提案の背景本文です。'],
    ],
    [
      'EUC-JP in a page that says UTF-8',
      encoded(`<meta charset="utf-8"><p>${text}`, 'EUCJP'),
      'text/html',
      ['euc-jp', ['charset_mismatch'], '提案の背景本文です。'],
    ],
    [
      'Shift_JIS that the page declares',
      encoded(
        `<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>${text}`,
        'SJIS',
      ),
      'text/html',
      ['shift_jis', [], '提案の背景本文です。'],
    ],
    [
      'ISO-2022-JP that says UTF-8',
      encoded(text, 'JIS'),
      'text/plain; charset=utf-8',
      ['iso-2022-jp', ['charset_mismatch'], '本文です。'],
    ],
    [
      'a page that says UTF-16 and cannot be',
      new TextEncoder().encode('<meta charset="utf-16"><p>ab12'),
      'text/html',
      ['utf-8', [], 'ab12'],
    ],
    [
      'UTF-8 that says Latin-1',
      new TextEncoder().encode(text),
      'text/plain; charset=iso-8859-1',
      ['utf-8', ['charset_mismatch'], '本文です。'],
    ],
    [
      'a set nobody knows',
      new TextEncoder().encode(text),
      'text/plain; charset=x-none',
      ['utf-8', ['charset_mismatch'], '本文です。'],
    ],
    [
      'a mark of UTF-8 against the header',
      Uint8Array.of(0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)),
      'text/plain; charset=euc-jp',
      ['utf-8', [], '本文です。'],
    ],
    [
      'UTF-16 with a mark',
      Uint8Array.of(0xff, 0xfe, ...encoded(text, 'UTF16LE')),
      'text/plain',
      ['utf-16le', [], '本文です。'],
    ],
    [
      'UTF-16 without a mark, with spaces and ASCII',
      encoded('一　二 AB\n本文です。', 'UTF16BE'),
      'text/plain',
      ['utf-16be', [], '本文です。'],
    ],
    [
      'UTF-16 of kana, which are ASCII bytes',
      encoded('このことについてかく\nさしすせそたちつて', 'UTF16LE'),
      'text/plain',
      ['utf-16le', [], 'さしすせそたちつて'],
    ],
    [
      'digits that could be kana in UTF-16',
      new TextEncoder().encode('A0B0\nC0D0E0'),
      'text/plain',
      ['utf-8', [], 'C0D0E0'],
    ],
  ] as const)('%s', async (_name, bytes, contentType, expected) => {
    expect(await read(bytes, contentType)).toEqual(expected);
  });

  test('bytes that no set fits are refused, and binary ones too', async () => {
    const bytes = Uint8Array.from({ length: 99 }, (_, index) => (index % 2 === 0 ? 0xff : 0x81));
    expect(await codeOf([{ kind: 'bytes', bytes, name: 'a.txt' }])).toBe('charset_unknown');
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d);
    expect(await codeOf([{ kind: 'bytes', bytes: png, name: 'a.txt' }])).toBe('unsupported_type');
  });
});

describe('JSON', () => {
  test('leaves come in the order of the document, with whole pointers and digits', async () => {
    const text = '{"b":{"10":1,"2":[true,null],"x/y":{}},"1":12345678901234567890,"空":[]}';
    const { cards } = await importSources([json(text)]);
    expect(cards.map(({ title, body }) => [title, body])).toEqual([
      ['b', ['/b/10: 1', '/b/2/0: true', '/b/2/1: null', '/b/x~1y: {}']],
      ['1', ['/1: 12345678901234567890']],
      ['空', ['/空: []']],
    ]);
    const list = await importSources([json([{ a: 1 }, 'x\ny', 3])]);
    expect(list.cards.map(({ title, body }) => [title, body])).toEqual([
      ['1', ['/0/a: 1']],
      ['2', ['/1: x', 'y']],
      ['3', ['/2: 3']],
    ]);
    expect((await importSources([json('"一つ"')])).cards).toMatchObject([
      { title: 'a', body: ['一つ'] },
    ]);
  });

  const card = { slide_id: 'a', title: '題', body: [], intent: 'plan', story: { phase: 'intro' } };
  const tableOf = (rows: number, columns: number) => ({
    headers: Array.from({ length: columns }, (_, column) => `列${column}`),
    rows: Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, () => `${row}`)),
  });

  test('what is too long is split: lines, titles, tables', async () => {
    const long = {
      ...card,
      title: '長い題名'.repeat(40),
      body: ['あ'.repeat(300)],
      table_data: tableOf(120, 2),
    };
    const { cards } = await importSources([json([long])]);
    expect(
      cards.map(({ slide_id, table_data }) => [slide_id, table_data?.rows.length ?? 0]),
    ).toEqual([
      ['a', 50],
      ['a-p2', 50],
      ['a-p3', 20],
    ]);
    expect(cards.flatMap(({ body }) => body).join('')).toBe(long.title + long.body.join(''));
    for (const each of cards) expect(validateCard(each).ok).toBe(true);
    const wide = await importSources([json([{ ...card, table_data: tableOf(1, 13) }])]);
    expect(wide.cards[0]).toMatchObject({ table_data: null });
    expect(wide.cards.flatMap(({ body }) => body).join('')).toContain('列0 | 列1');
    const slide = {
      id: 's',
      intent: 'plan',
      elements: { title: '題', body: [], table_data: tableOf(51, 1) },
      status: 'draft',
      applied_autofix: [],
    };
    expect((await importSources([json({ slides: [slide] })])).cards).toHaveLength(2);
  });

  test.each([
    ['a card among others that is none', [card, { title: 'x' }]],
    [
      'a table whose rows differ',
      [{ ...card, table_data: { headers: ['a'], rows: [['1', '2']] } }],
    ],
    ['a table of an item that is none', [{ title: 'x', body: [], table_data: { rows: 'no' } }]],
    ['an id of an item that is none', [{ id: '../x', title: 'x', body: [] }]],
    ['a slide with another key', { slides: [{ ...card, more: 1 }] }],
    ['a control character in a card', [{ ...card, title: 'a\u0007b' }]],
    [
      'a prototype',
      '[{"slide_id":"a","title":"x","intent":"i","story":{"phase":"p"},"__proto__":{"x":1}}]',
    ],
    ['a prototype in any other value', '{"a":{"__proto__":{"x":1}}}'],
    ['two keys of one name', '{"a":1,"\\u0061":2}'],
    ['65 levels', '['.repeat(65) + ']'.repeat(65)],
  ])('%s is refused', async (_name, value) => {
    expect(await codeOf([json(value)])).toBe('json_invalid');
    expect(Reflect.get({}, 'x')).toBe(undefined);
  });

  test('a list of items keeps ids, tables and attachments', async () => {
    const item = {
      id: 'x',
      title: '題',
      body: ['本文'],
      table_data: tableOf(1, 1),
      attachments: [{ kind: 'image', label: '図', url: 'https://example.com/a.png' }],
    };
    const { items, cards } = await importSources([json([item, { title: '', body: ['二'] }])]);
    expect(items[0]).toMatchObject(item);
    expect(cards.map(({ slide_id, title }) => [slide_id, title])).toEqual([
      ['x', '題'],
      ['import-01', '無題'],
    ]);
  });

  test('nothing at all is an empty source', async () => {
    for (const text of ['', ' \n', '{}', '[]', '{"slides":[]}'])
      // Each is a separate import.
      expect(await codeOf([json(text)])).toBe('nothing_imported');
  });
});

test('titles that are missing come from the name, and from nothing else', async () => {
  const titleOf = async (ref: SourceRef, locale: 'ja' | 'en' = 'ja') =>
    (await importSources([ref], { locale })).cards[0]?.title;
  const text = '一文だけの内容です。';
  const bytes = new TextEncoder().encode(text);
  expect(await titleOf({ kind: 'text', text })).toBe('無題');
  expect(await titleOf({ kind: 'bytes', bytes }, 'en')).toBe('Untitled');
  expect(await titleOf({ kind: 'text', text, name: '資料/報告書.v2.txt' })).toBe('報告書.v2');
  expect(
    await titleOf({ kind: 'text', text, name: 'https://example.com/d/%E5%A0%B1%E5%91%8A.txt?x=1' }),
  ).toBe('報告');
  expect(await titleOf({ kind: 'text', text, name: 'https://example.com/' })).toBe('example.com');
});

test('links and images become words and attachments; in code they stay as they are', async () => {
  const text =
    '# 題\n語[い](https://example.com/(東京))と![ろ](b.png)、[![は](c.png)](d)。\n```\n[に](e)\n```';
  const { items } = await importSources([{ kind: 'text', text }]);
  expect(items[0]?.body).toEqual(['語いとろ、は。', '[に](e)']);
  expect(items[0]?.attachments).toEqual([
    { kind: 'image', label: 'ろ', url: 'b.png' },
    { kind: 'image', label: 'は', url: 'c.png' },
    { kind: 'link', label: 'い', url: 'https://example.com/(東京)' },
    { kind: 'link', label: 'は', url: 'd' },
  ]);
});

test('a task keeps its box, and the language of a fence is no text', async () => {
  const text =
    '# 題\n- [ ] 見積\n  * [x] 契約\n- [X]印\n- [ ]\n```ts\nconst a = 1;\n```\n```{.c++}\nb\n```\n```src/a.ts line 3\nc\n```';
  const { items } = await importSources([{ kind: 'text', text }]);
  expect(items[0]?.body).toEqual([
    '☐ 見積',
    '☑ 契約',
    '[X]印',
    '[ ]',
    'const a = 1;',
    'b',
    'src/a.ts line 3',
    'c',
  ]);
});

test('control characters go and are counted; pages and lines are known', async () => {
  const text = '# 題\r\n一\u0007二\t三\u202e\r四\u0085五\f六\n\u200b\u200b';
  const { cards, warnings, provenance } = await importSources([{ kind: 'text', text, name: 'a' }]);
  expect(cards[0]?.body).toEqual(['一二 三', '四', '五', '六']);
  // the bell, the order of writing, the line end of C1, and a line without visible text
  expect(warnings).toMatchObject([{ code: 'control_characters_removed', params: { count: 5 } }]);
  expect(provenance['import-01']?.map(({ page, source_line }) => [page, source_line])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 4],
  ]);
});

describe('cards of items that anybody made', () => {
  const item = (more: Partial<NormalizedItem>): NormalizedItem => ({
    id: null,
    title: '題',
    body: [],
    attachments: [],
    source_meta: { source: 'own', hash: 'sha256:0', line: 1, title_origin: 'heading', lines: [] },
    ...more,
  });

  test('what cannot be seen is counted, whatever it is', () => {
    const made = itemsToCards([
      item({
        title: '\u0000\u200b',
        body: ['一\u0007\r\n\u200b\n二', 'あ' + '\u200b'.repeat(100)],
        table_data: { headers: ['a\u202e'], rows: [['\n']] },
      }),
    ]);
    expect(made.cards).toMatchObject([
      {
        title: '無題',
        body: ['一', '二', 'あ'],
        table_data: { headers: ['a'], rows: [['']] },
      },
    ]);
    expect(made.warnings).toMatchObject([
      { code: 'control_characters_removed', params: { count: 2 + 2 + 100 + 1 } },
    ]);
    for (const card of made.cards) expect(validateCard(card).ok).toBe(true);
  });

  test('a cut counts every character that goes, those of tables too', () => {
    const rows = Array.from({ length: 60 }, () => ['12', '345']);
    const { cards, warnings } = itemsToCards(
      [
        item({
          body: Array.from({ length: 8 }, () => '一二三'),
          table_data: { headers: ['a', 'b'], rows },
        }),
      ],
      { overflow: 'truncate' },
    );
    expect(cards).toHaveLength(1);
    expect(warnings).toMatchObject([
      { code: 'body_truncated', params: { dropped: 2 * 3 + 10 * 5 } },
    ]);
  });

  test('ids that meet, and what no card can hold, are refused; made ids step aside', () => {
    expect(() => itemsToCards([item({ id: 'a' }), item({ id: 'a' })])).toThrow(
      'two items have the id a',
    );
    expect(() => itemsToCards([item({ card_meta: { intent: '' } })])).toThrow('intent is blank');
    const long = Array.from({ length: 13 }, () => '行');
    const { cards } = itemsToCards([
      item({ id: 'a', body: long }),
      item({ id: 'a-p2' }),
      item({}),
      item({ id: 'import-01' }),
    ]);
    expect(cards.map(({ slide_id }) => slide_id)).toEqual([
      'a',
      'a-p2-2',
      'a-p3',
      'a-p2',
      'import-02',
      'import-01',
    ]);
  });

  test('graphemes are not torn in titles; many parts leave room for their number', () => {
    const family = '👨‍👩‍👧';
    const { cards } = itemsToCards([item({ title: family.repeat(30), body: ['x'] })]);
    expect(cards[0]?.title).toBe(`${family.repeat(23)}…`);
    const many = itemsToCards(
      [item({ title: '長い題名'.repeat(9), body: ['あ'.repeat(40_000)] })],
      { limits: { titleMax: 16, bodyLines: 1, lineMax: 4 } },
    );
    expect(many.cards.length).toBeGreaterThan(10_000);
    for (const card of [many.cards[0], many.cards.at(-1)])
      expect(validateCard(card, { limits: { titleMax: 16, bodyLines: 1, lineMax: 4 } }).ok).toBe(
        true,
      );
  });

  test.each([
    [{ overflow: 'cut' }, 'overflow'],
    [{ limits: { lineMax: 0 } }, 'lineMax'],
    [{ defaults: { intent: '' } }, 'intent'],
    [{ defaults: { phase: 'x'.repeat(65) } }, 'phase'],
  ])('options that make no card are a misuse: %j', async (options, named) => {
    // Callers from JavaScript may pass anything.
    const given = options as ImportOptions;
    expect(() => itemsToCards([], given)).toThrow(named);
    await expect(importSources([{ kind: 'text', text: 'x' }], given)).rejects.toThrow(named);
  });
});

test('each source has its own warnings and cards, whatever the others are called', async () => {
  const { meta, warnings } = await importSources([
    { kind: 'text', text: '# 一 {#a}\n本文\u0007' },
    { kind: 'text', text: '# 一 {#a}\n本文\u0007' },
    { kind: 'text', text: '' },
    { kind: 'text', text: '# 空\n# 二\n本文' },
  ]);
  expect(
    meta.sources.map((source) => [source.slides, source.warnings.map(({ code }) => code)]),
  ).toEqual([
    [0, ['control_characters_removed']],
    [1, ['control_characters_removed', 'duplicate_id']],
    [0, ['source_empty']],
    [2, ['empty_section']],
  ]);
  expect(meta.total_slides).toBe(3);
  expect(warnings).toHaveLength(5);
});

test('an import reports its steps in order; a listener that fails changes nothing', async () => {
  const events: ImportEvent['type'][] = [];
  const onEvent = ({ type }: ImportEvent): void => {
    events.push(type);
    throw new Error('not mine');
  };
  await importSources([{ kind: 'text', text: '# 題' }], { onEvent });
  expect(events).toEqual([
    'source-started',
    'source-loaded',
    'source-imported',
    'warning-found',
    'items-merged',
    'import-finished',
  ]);
  events.length = 0;
  const twice = [
    { kind: 'text', text: '# 題 {#a}\n一' },
    { kind: 'text', text: '# 題 {#a}\n二' },
  ] as const;
  expect(await codeOf(twice, { onEvent, merge: 'error' })).toBe('duplicate_id');
  expect(events.at(-1)).toBe('content_import_error');
});

test('an abort rejects with its reason', async () => {
  const reason = new Error('enough');
  await expect(
    importSources([{ kind: 'text', text: 'x' }], { signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

test('the adapter that is surest reads; its failure is the failure of the import', async () => {
  const adapter = (sure: number): ImportAdapter => ({
    kind: `own-${sure}`,
    accepts: () => sure,
    read: () => {
      throw new TypeError('broken');
    },
  });
  const ok = await importSources([{ kind: 'text', text: 'x' }], { adapters: [adapter(0.5)] });
  expect(ok.meta.sources[0]?.importer).toBe('text');
  expect(
    await codeOf([{ kind: 'text', text: 'x' }], { adapters: [adapter(0.5), adapter(1)] }),
  ).toBe('import_failed');
});

test('10 MB of text and 1 MB without a line break', async () => {
  const sentence = '売上は前年より増えましたが、費用も増えています。';
  const big = new TextEncoder().encode(sentence.repeat(150_000));
  expect(big.length).toBeGreaterThan(10_000_000);
  expect(await codeOf([{ kind: 'bytes', bytes: big, name: 'a.txt' }])).toBe('too_large');
  expect(await codeOf([{ kind: 'text', text: sentence.repeat(150_000), name: 'a.json' }])).toBe(
    'too_large',
  );
  const page = `<p>${'<span class="a-class-that-is-long"></span>'.repeat(60_000)}本文</p>`;
  expect(
    await codeOf([{ kind: 'text', text: page, name: 'a.html' }], {
      adapters: [createHtmlAdapter()],
    }),
  ).toBe('ok');
  const { cards } = await importSources([{ kind: 'text', text: 'a'.repeat(1_000_000) }]);
  expect(cards.flatMap(({ body }) => body).join('')).toHaveLength(1_000_000);
});

const importText = (text: string, name = 'a.md') => importSources([{ kind: 'text', text, name }]);

describe('Markdown that holds more than its text', () => {
  test.each([
    ['title: My deck\nauthor: Ann\ndraft: true\n---', 5],
    ['title: My deck\n---', 3],
    ['題名: 提案\ntags:\n  - a\n- b\nmore: [\n  x\n]\n...', 9],
  ])('front matter is left out with a warning: %j', async (text, lines) => {
    for (const end of ['\n', '\r\n']) {
      const whole = `---\n${text}\n\n# One\ntext\n`.replaceAll('\n', end);
      const { cards, warnings } = await importText(whole);
      expect(cards.map(({ title, body }) => [title, ...body])).toEqual([['One', 'text']]);
      expect(warnings).toMatchObject([{ code: 'front_matter_left_out', params: { lines } }]);
    }
  });

  test.each([
    ['---\nprose between rules\n---', ['prose between rules']],
    ['---\nNote: see below\n\nMore: text\n---', ['Note: see below', 'More: text']],
    ['---\nTo: Ann\nand a line of prose\n---', ['To: Ann', 'and a line of prose']],
    ['\n---\ntitle: x\ny: z\n---', ['title: x', 'y: z']],
    ['---\n---', []],
    ['---\ntitle: without an end', ['title: without an end']],
  ])('other rules leave all text: %j', async (before, texts) => {
    const { cards, warnings } = await importText(`${before}\n\n# One\nend`);
    const shown = cards.flatMap(({ title, body }) => [title, ...body]);
    expect(shown).toEqual(expect.arrayContaining([...texts, 'One', 'end']));
    expect(warnings.filter(({ code }) => code === 'front_matter_left_out')).toEqual([]);
  });

  test.each([
    ['text\n<!-- note -->', ['text'], 1],
    ['text\n\n<!--\n## Internal\n\n- a\n-->\n\nend', ['text', 'end'], 1],
    ['a <!-- b --> and <!-- c\nd -->\ne', ['a  and', 'e'], 2],
    ['- x <!-- y -->\n<!-- z --> end', ['x', 'end'], 2],
    ['text\n\n[//]: # (note)', ['text'], 1],
    ['`<!-- a -->` \\<!-- b -->', ['<!-- a --> <!-- b -->'], 0],
    ['```\n<!-- a -->\n```\n\n    <!-- b -->', ['<!-- a -->', '<!-- b -->'], 0],
    ['<!-- no end\n\ntext', ['<!-- no end', 'text'], 0],
    ['a <!-- no end\n\n--> b', ['a <!-- no end', '--> b'], 0],
  ])('comments outside of code are left out with a warning: %j', async (text, body, count) => {
    for (const end of ['\n', '\r\n']) {
      const { cards, warnings } = await importText(`# One\n${text}\n`.replaceAll('\n', end));
      expect(cards.map((card) => [card.title, ...card.body])).toEqual([['One', ...body]]);
      const expected = count === 0 ? [] : [{ code: 'comments_left_out', params: { count } }];
      expect(warnings).toMatchObject(expected);
    }
  });

  test('a link by reference is a link, and its definition is no text', async () => {
    const text =
      '# A\n[The plan][P], [q], ![chart][], `[q]` and [![x][chart]][p]; [none].\n\n[p]: https://a.test/p "Plan"\n[Q]: <q.html>\n[chart]: chart.png\n[note]: text\n';
    const { cards, items } = await importText(text);
    expect(cards[0]?.body).toEqual(['The plan, q, chart, [q] and x; [none].', '[note]: text']);
    expect(items[0]?.attachments.map(({ kind, label, url }) => [kind, label, url])).toEqual([
      ['image', 'chart', 'chart.png'],
      ['image', 'x', 'chart.png'],
      ['link', 'The plan', 'https://a.test/p'],
      ['link', 'q', 'q.html'],
      ['link', 'x', 'https://a.test/p'],
    ]);
  });

  test('links and images are counted in a warning, for each source', async () => {
    const text = '# Form\nFill in [it](https://a.test/f) and see ![chart](chart.png).';
    const { cards, warnings, log } = await importSources(
      [
        { kind: 'text', text, name: 'a.md' },
        { kind: 'text', text: '# Two\nno link', name: 'b.md' },
      ],
      { locale: 'en' },
    );
    expect(cards[0]?.body).toEqual(['Fill in it and see chart.']);
    expect(warnings).toEqual([
      {
        code: 'attachments_left_out',
        source: 'a.md',
        message:
          'The cards hold no addresses of links (1) and no images (1); they are in the attachments of the items.',
        params: { links: 1, images: 1 },
      },
    ]);
    expect(log).toHaveLength(1);
  });
});

test('a document of approved slides that is imported again has the content that was approved', async () => {
  const { service } = createBench();
  const { type_hint: _none, ...card } = sampleCard('a');
  await service.createCards(
    { spec_id: 'd', cards: [card, sampleCard('b', { type_hint: 'x' })] },
    editor,
  );
  const before = valueOf(await service.listCards({ spec_id: 'd' }));
  const { document } = valueOf(await service.exportDraft({ spec_id: 'd' }));
  for (const content of [document, before.map((view) => cardContent(view))]) {
    const text = JSON.stringify(content);
    const { cards } = await importSources([{ kind: 'text', text, name: 'deck.json' }]);
    expect(cards.map(cardHash)).toEqual(before.map(({ content_hash }) => content_hash));
  }
});
