import { expect, test } from 'vitest';
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

test('a page that nests 20,000 deep is read', () => {
  const deep = '<div>'.repeat(20_000) + '底' + '</div>'.repeat(20_000);
  expect(extractHtml(deep, { mode: 'body' }).text).toBe('底');
});
