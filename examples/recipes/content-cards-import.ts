import { ContentImportError, importSources } from '@kanmon/content-cards';
import { createFileLoader } from '@kanmon/content-cards/file';
import { createHtmlAdapter } from '@kanmon/content-cards/html';
import { createPdfAdapter, createPdfjsEngine } from '@kanmon/content-cards/pdf';
import { createSafeFetch, createUrlLoader } from '@kanmon/content-cards/url';

// Text and JSON are built in. Pass in what else shall be read.
const options = {
  loaders: [createFileLoader(), createUrlLoader({ fetch: createSafeFetch() })],
  adapters: [createHtmlAdapter(), createPdfAdapter({ engine: createPdfjsEngine() })],
};
const bytes = new TextEncoder().encode('<h1>料金</h1><p>月額は1,200円です。</p>');
const { cards, warnings } = await importSources(
  [
    { kind: 'bytes', name: 'price.html', bytes },
    {
      kind: 'text',
      name: 'voices.txt',
      text: '# 窓口の声\n・予約が取りやすい\n・電話がつながらない',
    },
  ],
  options,
);
for (const { slide_id, title, body } of cards) console.log(slide_id, title, body);
for (const { code, source } of warnings) console.log(code, source);

try {
  await importSources([{ kind: 'url', url: 'http://169.254.169.254/latest/meta-data/' }], options);
} catch (error) {
  if (error instanceof ContentImportError) console.log(error.code, error.attempts, error.message);
}
