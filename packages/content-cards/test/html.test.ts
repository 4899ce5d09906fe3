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

test('a button and a text for the eye only stay within a sentence of the main text', () => {
  const { text, warnings } = extractHtml(
    `<html lang=en><body><article><h1>Guide <a aria-hidden="true" href="#g">link</a></h1><p>${'A long sentence, with words, and more of them. '.repeat(20)}</p><p>Press <button>Publish</button> and pay <span aria-hidden="true">42</span> euros, <button>or</button></p><ul><li><button>Save</button> stores it<li><button>Share</button></ul><p><button>Copy</button></p></article>`,
  );
  expect(warnings).toEqual([]);
  expect(text).toContain('Press Publish and pay 42 euros, or');
  expect(text).toContain('Save stores it');
  expect(text).not.toMatch(/link|Share|Copy/);
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
  ['lines of pre', '<pre>a\n  <b>b</b>  c\n\n\td</pre>  e', ['a\n  b c', '    d', 'e']],
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
  [
    'the space between an element and a number behind it stays',
    '<p><b>Sales in 2025</b> 120 million <b>Q1</b> -5% <b>1</b> 1/2 10<sup>6</sup> 7</p><p>売上 <b>2025</b> 120億円 <i>1</i>2</p><table><tr><td><b>10</b> 20<td>x</table>',
    ['Sales in 2025 120 million Q1 -5% 1 1/2 10^6 7', '売上 2025 120億円 12', '10 20 | x'],
  ],
  ['a lowered number after a number is marked', '<p>H<sub>2</sub>O 101<sub>2</sub>', ['H2O 101_2']],
  [
    'struck-out text is dropped',
    '<p>価格は<del>1,000円</del><ins>1,200円</ins>、<s>2</s><strike>3</strike>4',
    ['価格は1,200円、4'],
  ],
  [
    'text that a style strikes out is dropped',
    '<style>@import url(x);p{margin:0}.c1,span.c2{color:red;text-decoration: line-through}@media print{.c3{text-decoration:line-through}}.c4{text-decoration:none}a.c5:hover{text-decoration:line-through}</style><p>Now <span style="color:red; text-decoration : underline line-through">$10</span> <span class="a c1">$9</span><b class=c2>$8</b> <i style="text-decoration-line:line-through">$7</i> <span class=c3>a</span> <span class=c4>b</span> <a class=c5>c</a> <span style="text-decoration:none">$6</span>',
    ['Now a b c $6'],
  ],
  [
    'the last rule of a class counts, and an inline style before it',
    '<style>.a,.b{text-decoration:line-through}.c{text-decoration:none}.b{text-decoration:none}.d{color:red}</style><p>1 <i class="a d">2</i> <i class="c a">3</i> <i class="b">4</i> <i class="a" style="text-decoration:none">5</i> <i class="b" style="text-decoration:line-through">6</i> <i style="text-decoration:line-through;text-decoration:underline">7</i>',
    ['1 3 4 5 7'],
  ],
  [
    'the box of a task',
    '<ul><li><input type="checkbox" checked disabled> Signed<li><p><input type=checkbox> Paid</p><li>Text <input type=checkbox>more</ul><p><input type=checkbox>none',
    ['☑ Signed', '☐ Paid', 'Text more', 'none'],
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
  [
    'cells, rows and sections without an end',
    '<table><!-- <td> --><THEAD><tr><th>Item<th>Price<tbody><tr><td title="<td>">Hall<td>300<tr><td>Food<th>200<tfoot><tr><td>Sum<td>500</table>',
    ['Item | Price', 'Hall | 300', 'Food | 200', 'Sum | 500'],
  ],
  [
    'several bodies, and a table and paragraphs in cells without an end',
    '<table><tbody><tr><td><p>Hall<p>big<td>300<tbody><tr><td>Food<td><table><tr><td>a<td>b<tbody><tr><td>c<td>d</table><tr><td><b>x<td>y</table>end',
    ['Hall', 'big', '300', 'Food', 'a | b', 'c | d', 'x', 'y', 'end'],
  ],
  ['what is not listed is text', '<button>押</button><p><math><mi>x</mi></math>', ['押', 'x']],
  ['a page that is one form', '<form><p>全体</p></form>', ['全体']],
  [
    'nothing of what is around the text',
    '<nav>一</nav><header>二</header><p>本文<footer>三</footer><aside>四</aside><p hidden>六',
    ['本文'],
  ],
  [
    'a form',
    '<h1>題</h1><form><table><tr><th>Name<td>Taro<tr><th>Total<td>77</table><p>Terms: 30 days.</p><input type=submit></form>',
    ['題', 'Name | Taro', 'Total | 77', 'Terms: 30 days.'],
  ],
  [
    'the parts of an article, a section, a quotation and the main text',
    '<main><header>一</header><aside>無</aside></main><article><aside>二</aside><footer>三</footer><nav>無</nav></article><section><header><h2>四</h2><p>五</header></section><blockquote>六<footer>七</footer></blockquote><footer>無</footer>',
    ['一', '二', '三', '四', '五', '六', '七'],
  ],
  [
    'nothing that is hidden',
    '<p>本文<p style="color:red; Display : none">一<p style="visibility:hidden!important">二<span style="mso-hide:all">三</span><p style="display:none-x">四<div hidden><p>五</div>',
    ['本文', '四'],
  ],
  ['a page that is hidden', '<body style="visibility:hidden"><p>本文</p></body>', ['本文']],
  [
    'the numbers of a list',
    '<ol start=5><li>Mix<li value=9><p>Bake</p><p>(see step 5)</p><li><ul><li>a</ul><li></ol><ol reversed><li>三<li>二</ol>',
    ['5. Mix', '9. Bake', '(see step 5)', '10. a', '2. 三', '1. 二'],
  ],
  [
    'the numbers of a list in letters, and none',
    '<ol type=a start=26><li>z<li>aa</ol><ol type=I start=1999><li>m</ol><ol type=i><li><h3>題</h3>一</ol><ol type=A start=0><li>二</ol><ol style="list-style:none"><li>三</ol><ol start=x><li>四</ol>',
    ['z. z', 'aa. aa', 'MCMXCIX. m', 'i. 題', '一', '0. 二', '三', '1. 四'],
  ],
  [
    'formulas',
    '<p>half is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>, a million is <math><msup><mn>10</mn><mn>6</mn></msup></math>, <math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msqrt><mi>b</mi><mo>&#x2062;</mo><mi>c</mi></msqrt></mfrac></math>.',
    ['half is 1/2, a million is 10^6, (a+1)/(√(bc)).'],
  ],
  [
    'formulas with indices, limits, roots and rows',
    '<p><math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math> <math><mroot><mn>8</mn><mn>3</mn></mroot></math> <math><msqrt><mn>2</mn></msqrt></math> <math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable></math>',
    ['∑_(i=1)^n x_i^2 8^(1/3) √2 1, 2; 3'],
  ],
  [
    'the TeX of a formula once',
    '<p>Energy is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E=c^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>E</span>=c2</span></span> and <span aria-hidden="true">more</span>.',
    ['Energy is E=c^2 and more.'],
  ],
  [
    'a formula that is shown as a picture',
    '<p><span style="display: none"><math><mi>x</mi></math></span><img alt="x" aria-hidden="true" src="x.svg"> 本文',
    ['x 本文'],
  ],
  [
    'a bullet of Word is no letter, a number is one',
    `<p><span style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span>&nbsp;&nbsp; </span></span></span>一<p><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span>二<p><span style='mso-list:Ignore'>①&nbsp;</span>三`,
    ['一', '1. 二', '① 三'],
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

test('an article keeps its asides and footers', () => {
  const long = `<p>${sentence.repeat(6)}</p>`;
  const html = `<!doctype html><title>x</title><body><nav>案内</nav><article><h1>T</h1>${long}<aside class="msg alert"><p>Warning: at most 500 items.</p></aside><section><header><h2>Section two</h2><p>Lead 77</p></header>${long}</section><ol start=3><li>Third</ol><ul><li><input type=checkbox checked> Done</ul><blockquote>Quote<footer>by Ann</footer></blockquote><p><span style='mso-list:Ignore'>l&nbsp;</span>Item <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></article><footer>著作権</footer>`;
  const seen = [
    'at most 500',
    'Section two',
    'Lead 77',
    '3. Third',
    'by Ann',
    'Item 1/2',
    '☑ Done',
  ];
  for (const mode of ['main', 'body'] as const) {
    const { text, warnings } = extractHtml(html, { mode });
    for (const each of seen) expect(text).toContain(each);
    expect(text).not.toMatch(/案内|著作権|l\sItem/);
    expect(warnings).toEqual([]);
  }
});

test('images and links without a page to resolve them keep what was written', async () => {
  const text =
    '<p>Growth: <img src="chart.png" alt="42 in Q2"><img src="data:image/png;base64,AA" alt="inline"><img alt="none"><img src="file:///x"> see <a href="notes.html">notes</a><a href="#n">1</a><a href="https://u:p@a.test/">x</a><a href="&#106;avascript:x">y</a><a href="java\nscript:x">z</a>';
  const { items } = await importSources([{ kind: 'text', text, name: 'r.html' }], {
    adapters: [createHtmlAdapter({ mode: 'body' })],
  });
  expect(items[0]?.attachments).toEqual([
    { kind: 'image', label: '42 in Q2', url: 'chart.png' },
    { kind: 'image', label: 'inline' },
    { kind: 'image', label: 'none' },
    { kind: 'link', label: 'notes', url: 'notes.html' },
    { kind: 'link', label: 'x', url: 'https://a.test/' },
  ]);
  const { links, images } = extractHtml(text, { mode: 'body', url: 'https://b.test/d/' });
  expect(images).toEqual([{ label: '42 in Q2', url: 'https://b.test/d/chart.png' }]);
  expect(links.map(({ url }) => url)).toEqual(['https://b.test/d/notes.html', 'https://a.test/']);
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
