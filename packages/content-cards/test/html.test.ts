import { sampleToTry } from '@kanmon/test-support';
import { describe, expect, test } from 'vitest';
import { createHtmlAdapter, extractHtml } from '../src/html.ts';
import { importSources } from '../src/import/import-sources.ts';

const sentence = '売上は前年より増えましたが、費用も増えているため、次の四半期は見直しを進めます。';
const page = `<!doctype html><html lang="ja"><head><title>四半期報告</title><script>alert(1)</script></head><body>
<nav><a href="/">ホーム</a> 案内</nav>
<article><h1>四半期報告</h1><p>${sentence.repeat(4)}</p><h2>明細</h2><p>次の表のとおり、<a href="/a?b=1">内訳</a>を
示します。${sentence}</p>
<table><tr><th>項目</th><th>値</th></tr><tr><td>売上</td><td>120</td></tr></table>
<ul><li>一つ目の点です。</li><li>二つ目の点です。</li></ul><img src="x.png" alt="図1"><a href="javascript:x()">悪</a></article>
<footer>著作権</footer></body></html>`;

test('main text, its blocks, addresses and images; nothing of the page around it', () => {
  const { title, text, blocks, links, images, language, warnings } = extractHtml(page, {
    url: 'https://example.com/r/',
  });
  expect([title, language, warnings]).toEqual(['四半期報告', 'ja', []]);
  expect(text).not.toMatch(/ホーム|著作権|alert/);
  expect(text).toContain('内訳を示します。');
  expect(blocks.filter(({ kind }) => kind === 'item').map((block) => block.text)).toEqual([
    '一つ目の点です。',
    '二つ目の点です。',
  ]);
  expect(links).toEqual([{ label: '内訳', url: 'https://example.com/a?b=1' }]);
  expect(images).toEqual([{ label: '図1', url: 'https://example.com/r/x.png' }]);
});

test('a page without an article gives the text of its body, with a warning', () => {
  const { text, warnings } = extractHtml(
    '<body><nav>案内</nav><p hidden>隠し</p><div>一<br>二</div></body>',
  );
  expect([text, warnings]).toEqual(['一\n二', ['main_text_not_found']]);
});

test('headings begin items and tables become tables of cards', async () => {
  const result = await importSources([{ kind: 'text', text: page, name: 'r.html' }], {
    adapters: [createHtmlAdapter({ mode: 'body' })],
  });
  expect(result.cards.map(({ title }) => title.replace(/ \(.*/, ''))).toContain('明細');
  expect(result.cards.find(({ table_data }) => table_data !== null)?.table_data).toEqual({
    headers: ['項目', '値'],
    rows: [['売上', '120']],
  });
  expect(result.meta.sources[0]?.importer).toBe('html');
});

const body = (html: string) => extractHtml(html, { mode: 'body', url: 'https://example.com/d/' });

test.each([
  ['br ends a line, two a block', '<p>一<br>二<br><br>三</p>', ['一\n二', '三']],
  ['lines of pre', '<pre>a\n  b\n\nc</pre>', ['a\nb', 'c']],
  ['a heading stays whole', '<h2>甲<br>乙<div>丙</div></h2>丁', ['甲\n乙\n丙', '丁']],
  ['cells of a table', '<table><tr><td>一<br>二<td>三</table>', ['一 二 | 三']],
  [
    'text around a nested table',
    '<table><tr><td>前<table><tr><td>一<td>二</table>後</table>',
    ['前', '一 | 二', '後'],
  ],
  [
    'a table that only places things',
    '<table><tr><td><h1>題</h1><p>本文<td>横</table>',
    ['題', '本文', '横'],
  ],
  [
    'a raised number is marked',
    '<p>10<sup>6</sup> m<sup>2</sup>、12<sup><a href="#n">3</a></sup>億円、1<sup>st</sup>',
    ['10^6 m^2、12^3億円、1st'],
  ],
  ['a lowered number after a number is marked', '<p>H<sub>2</sub>O 101<sub>2</sub>', ['H2O 101_2']],
  [
    'struck-out text is dropped',
    '<p>価格は<del>1,000円</del><ins>1,200円</ins>、<s>2</s><strike>3</strike>4',
    ['価格は1,200円、4'],
  ],
  [
    'a reading is in brackets, its own where it has them',
    '<p><ruby>都<rt>と</rt></ruby>の話、<ruby>東京<rp>（</rp><rt>とうきょう</rt><rp>）</rp></ruby>',
    ['都(と)の話、東京（とうきょう）'],
  ],
  [
    'a cell over two rows is in both',
    '<table><tr><th rowspan=2>A<th>B<tr><th>C<tr><td>1<td rowspan=3>2<tr><td>3</table><table><tr><td>4<td>5</table>',
    ['A | B', 'A | C', '1 | 2', '3 | 2', '4 | 5'],
  ],
  ['what is not listed is text', '<button>押</button><p><math><mi>x</mi></math>', ['押', 'x']],
  ['a page that is one form', '<form><p>全体</p></form>', ['全体']],
  [
    'nothing of what is around the text',
    '<nav>一</nav><header>二</header><p>本文<footer>三</footer><aside>四</aside><form>五</form><p hidden>六',
    ['本文'],
  ],
])('%s', (_name, html, texts) => {
  expect(body(html).blocks.map(({ text }) => text)).toEqual(texts);
});

test('a cell over many rows multiplies no page', () => {
  const long = 'あ'.repeat(5_000);
  const table = `<table><tr><td rowspan=9999>${long}<td>一${'<tr><td>二'.repeat(200)}</table>`;
  expect(body(table.repeat(20)).text.length).toBeLessThan(250_000);
});

test('titles without a head, a base address, addresses of other schemes', () => {
  const { title, text, links, images } = body(
    '<title>題</title><base href="/x/"><a href="y">甲</a><a href="data:text/plain,x">乙</a><img src="z.png" alt="絵">',
  );
  expect([title, text]).toEqual(['題', '甲乙']);
  expect(links).toEqual([{ label: '甲', url: 'https://example.com/x/y' }]);
  expect(images).toEqual([{ label: '絵', url: 'https://example.com/x/z.png' }]);
});

test('addresses go with the item that contains them', async () => {
  const text =
    '<title>頁</title><p>前<a href="http://a.test/1">い</a></p><h1>一</h1><p>本文<a href="http://a.test/2">ろ</a></p><h2>二</h2><img src="http://a.test/3" alt="は">';
  const { items } = await importSources([{ kind: 'text', text, name: 'r.html' }], {
    adapters: [createHtmlAdapter({ mode: 'body' })],
  });
  expect(items.map((item) => [item.title, item.attachments.map(({ label }) => label)])).toEqual([
    ['頁', ['い']],
    ['一', ['ろ']],
    ['二', ['は']],
  ]);
});

test('pages that nest deep are read in time, the article as far as it can be looked for', () => {
  const nested = (depth: number) =>
    `<div>`.repeat(depth) + sentence.repeat(8) + '</div>'.repeat(depth);
  expect(extractHtml(nested(20_000), { mode: 'body' }).text).toBe(sentence.repeat(8));
  expect(extractHtml(nested(100)).warnings).toEqual([]);
  for (const unit of ['<b>', '<b></i>', '<div><p>', '<li><td>', '<!-- --><b>'])
    expect(() => extractHtml(unit.repeat(1_000_000))).toThrow('nests more than');
  const units = ['<p>一', '<li>一', '<b>一</b>', '<p><i>一</p>', '<tr><td>一', '<!--<b>-->一<br>'];
  for (const unit of sampleToTry(units))
    expect(body(unit.repeat(31_000)).text.match(/一/g)).toHaveLength(31_000);
  expect(body(`<script>${'<b>'.repeat(31_000)}</script>一`).text).toBe('一');
  // Readability alone takes a minute and a half for it, which is longer than a test may take.
  expect(extractHtml(nested(2000))).toMatchObject({
    text: sentence.repeat(8),
    warnings: ['main_text_not_found'],
  });
});

describe('pages that would hold the process', () => {
  const sizeOf = (html: string) => {
    try {
      extractHtml(html);
      return 'ok';
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  const flood = (unit: string, count = 210_000) => unit.repeat(count);
  const names = Array.from({ length: 1_001 }, (_, index) => `a${index}`);

  test.each<[string, string]>([
    ['of "<"', flood('<')],
    ['of ">"', flood('>')],
    ['of "&"', flood('&')],
    ['of entities', flood(' &nbsp;')],
    ['of start tags', flood('<br>')],
    ['of end tags', flood('</p>')],
    ['of comments', flood('<!---->')],
    ['of attributes', flood('<i a b c d e f g=h>', 30_000)],
    ['of attributes on one element', `<p ${names.join(' ')}>`],
    ['of quoted attributes', `<p ${names.map((name) => `${name}="<>"`).join('')}>`],
    ['of attributes after a false quote', `<p a=\u00a0" ${names.join(' ')}">`],
    ['of tags after an empty script', `<script/>${flood('<b>')}`],
    ['of tags after an empty comment', `<!-->${flood('<b>')}`],
    ['of tags after an end tag with a quote', `</p a=">${flood('<b>')}`],
  ])('refuses a flood %s', (_name, html) => {
    expect(sizeOf(html)).toBe('too_large');
  });

  test.each<[string, string]>([
    ['in a script', `<p>x</p><script>${flood('if (a<b && c>d) {}')}</script>`],
    ['in a comment', `<p>x</p><!--${flood('<b>')}-->`],
    ['in an attribute', `<p title="${flood('a ')}">x</p>`],
  ])('counts no marks %s', (_name, html) => {
    expect(sizeOf(html)).toBe('ok');
  });
});
