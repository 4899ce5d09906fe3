import { createMemoryEventStore, InvalidArgumentError, systemClock } from '@kanmon/core';
import { expect, test } from 'vitest';
import { createFileLoader } from '../src/file.ts';
import { createHtmlAdapter, extractHtml } from '../src/html.ts';
import { createContentApp, openApiDocument } from '../src/http.ts';
import {
  applyAutoFix,
  createContentService,
  createDefaultRules,
  createReviewer,
  draftCards,
  importSources,
  itemsToCards,
  parsePolicySet,
  reviewCard,
  verifyApproved,
  verifyApprovedText,
} from '../src/index.ts';
import { convertAnalysis } from '../src/analysis.ts';
import { createMockDraftClient } from '../src/testing.ts';
import { createJwtVerifier } from '../src/jwt.ts';
import { writeDeckFiles } from '../src/legacy.ts';
import { validateCard } from '../src/model/card.ts';
import {
  createPdfAdapter,
  createPdfjsEngine,
  createSofficeEngine,
  extractPdf,
  reflowPages,
} from '../src/pdf.ts';
import { createSafeFetch, createUrlLoader } from '../src/url.ts';
import { sampleCard } from './helpers.ts';

const checked = validateCard(sampleCard('a'));
const policies = parsePolicySet({
  default_policy_id: 'p',
  policies: [{ id: 'p', name: 'p', safeguards: {} }],
});
if (!checked.ok || !policies.ok) throw new Error('bad samples');
const card = checked.value;
const fix = { patch_id: 'p', description: 'x', base: 'card', patch: [] } as const;
const service = createContentService({ store: createMemoryEventStore() });
const engine = createPdfjsEngine();
const bytes = new Uint8Array();

/** A call of each function, given what is wrong with its options. */
const calls: Readonly<Record<string, (wrong: object) => unknown>> = {
  validateCard: (wrong) => validateCard(card, wrong),
  limits: (wrong) => validateCard(card, { limits: wrong }),
  importSources: (wrong) => importSources([{ kind: 'text', text: 'x' }], wrong),
  retry: (wrong) => importSources([{ kind: 'text', text: 'x' }], { retry: wrong }),
  itemsToCards: (wrong) => itemsToCards([], wrong),
  draftCards: (wrong) =>
    draftCards({}, { policies: policies.value, llm: createMockDraftClient(), ...wrong }),
  createReviewer: (wrong) => createReviewer(wrong),
  reviewCard: (wrong) => reviewCard(card, wrong),
  applyAutoFix: (wrong) => applyAutoFix(card, fix, wrong),
  createDefaultRules: (wrong) => createDefaultRules(wrong),
  convertAnalysis: (wrong) => convertAnalysis({}, {}, wrong),
  createContentService: (wrong) =>
    createContentService({ store: createMemoryEventStore(), ...wrong }),
  policy: (wrong) => createContentService({ store: createMemoryEventStore(), policy: wrong }),
  extractHtml: (wrong) => extractHtml('<p>x</p>', wrong),
  createHtmlAdapter: (wrong) => createHtmlAdapter(wrong),
  createSafeFetch: (wrong) => createSafeFetch(wrong),
  createUrlLoader: (wrong) => createUrlLoader({ fetch: createSafeFetch(), ...wrong }),
  createFileLoader: (wrong) => createFileLoader(wrong),
  createPdfAdapter: (wrong) => createPdfAdapter({ engine, ...wrong }),
  extractPdf: (wrong) => extractPdf(bytes, { engine, ...wrong }),
  createPdfjsEngine: (wrong) => createPdfjsEngine(wrong),
  createSofficeEngine: (wrong) => createSofficeEngine(wrong),
  createContentApp: (wrong) => createContentApp({ service, allowAnonymous: true, ...wrong }),
  openApiDocument: (wrong) => openApiDocument(wrong),
  createJwtVerifier: (wrong) =>
    createJwtVerifier({ keys: 'https://a.test/k', issuer: 'i', audience: 'a', ...wrong }),
  writeDeckFiles: (wrong) => writeDeckFiles({ deck: {}, ...wrong }),
};

test.each(Object.keys(calls))('%s refuses an option that it does not know', async (name) => {
  const call = async () => calls[name]?.({ misspelt: 1 });
  await expect(call()).rejects.toThrow(InvalidArgumentError);
  await expect(call()).rejects.toThrow('misspelt');
});

test.each<[string, () => unknown]>([
  ['extractPdf', () => extractPdf(bytes, { engine, squeeze: 'no' as never })],
  ['createPdfAdapter', () => createPdfAdapter({ engine, squeeze: 'no' as never })],
  ['reflowPages', () => reflowPages([], { squeeze: 'no' as never })],
  ['no hosts', () => createSafeFetch({ allowHosts: undefined as never })],
  ['one host', () => createSafeFetch({ allowHosts: 'a.test' as never })],
  ['one port', () => createSafeFetch({ ports: '8443' as never })],
  ['one scheme', () => createSafeFetch({ schemes: 'https:' as never })],
  ['one range', () => createSafeFetch({ allowAddresses: '10.0.0.0/8' as never })],
])('%s refuses an option of the wrong kind', async (_name, call) => {
  await expect((async () => call())()).rejects.toThrow(InvalidArgumentError);
});

const text = [{ kind: 'text', text: 'x' }] as const;

test.each<[string, object]>([
  ['adapters', { adapters: {} }],
  ['loaders', { loaders: 'x' }],
  ['retry.retries', { retry: { retries: 'a' } }],
  ['retry.retries', { retry: { retries: -1 } }],
  ['retry.retries', { retry: { retries: 1.5 } }],
  ['retry.minDelayMs', { retry: { minDelayMs: Number.NaN } }],
  ['retry.factor', { retry: { factor: '2' } }],
  ['retry.maxDelayMs', { retry: { maxDelayMs: -1 } }],
  ['retry', { retry: 5 }],
  ['defaults', { defaults: 'x' }],
  ['intnet', { defaults: { intnet: 'x' } }],
  ['actor', { actor: 5 }],
  ['spec_id', { spec_id: 5 }],
])('importSources names the wrong option %s', async (name, wrong) => {
  const call = importSources(text, wrong);
  await expect(call).rejects.toThrow(InvalidArgumentError);
  await expect(call).rejects.toThrow(name);
});

test.each<[string, object]>([
  ['licensed', { licensed: 'yes' }],
  ['name', { name: 5 }],
  ['contentType', { kind: 'bytes', bytes, contentType: 5 }],
  ['charset', { kind: 'bytes', bytes, charset: null }],
])('importSources names the wrong member %s of a source', async (name, wrong) => {
  const call = importSources([{ ...text[0], ...wrong }]);
  await expect(call).rejects.toThrow(InvalidArgumentError);
  await expect(call).rejects.toThrow(`sources[0].${name}`);
});

test('a mode of HTML that is unknown is refused', () => {
  expect(() => createHtmlAdapter({ mode: 'Body' as never })).toThrow(InvalidArgumentError);
  expect(() => extractHtml('<p>x', { mode: 'x' as never })).toThrow(InvalidArgumentError);
  expect(() => extractHtml('<p>x', { url: 5 as never })).toThrow(InvalidArgumentError);
});

test.each<[string, () => unknown]>([
  ['createContentService', () => createContentService(undefined as never)],
  ['importSources', () => importSources(undefined as never)],
  ['importSources of an object', () => importSources({} as never)],
  ['createPdfAdapter', () => createPdfAdapter({} as never)],
  [
    'createPdfAdapter of a function',
    () => createPdfAdapter({ engine: createPdfjsEngine } as never),
  ],
  ['extractPdf', () => extractPdf(bytes, {} as never)],
  ['createUrlLoader', () => createUrlLoader({} as never)],
  ['createUrlLoader of the global fetch', () => createUrlLoader({ fetch } as never)],
  [
    'createUrlLoader of a wrapped fetch',
    () => {
      const wrapped = () => Promise.resolve(new Response('text'));
      const ref = { kind: 'url', url: 'https://a.test/' } as const;
      const context = { clock: systemClock, locale: 'en' } as never;
      return createUrlLoader({ fetch: wrapped as never }).load(ref, context);
    },
  ],
  ['importSources of null', () => importSources([null] as never)],
  ['importSources of a text without text', () => importSources([{ kind: 'text' }] as never)],
  ['importSources of a number', () => importSources([{ kind: 'text', text: 5 }] as never)],
  ['importSources of no bytes', () => importSources([{ kind: 'bytes', bytes: 'x' }] as never)],
  [
    'importSources with an adapter that is none',
    () => importSources([{ kind: 'text', text: 'x' }], { adapters: [{}] as never }),
  ],
  ['verifyApproved of null', () => verifyApproved({}, null as never)],
  ['writeDeckFiles without a deck', () => writeDeckFiles({} as never)],
  ['verifyApprovedText', () => verifyApprovedText('{}', undefined as never)],
])('%s names an absent argument', async (_name, call) => {
  await expect((async () => call())()).rejects.toThrow(InvalidArgumentError);
});

test.each<[string, (limit: never) => unknown]>([
  ['maxBytes', (maxBytes) => createFileLoader({ maxBytes })],
  ['maxBytes', (maxBytes) => createSafeFetch({ maxBytes })],
  ['maxRedirects', (maxRedirects) => createSafeFetch({ maxRedirects })],
  ['timeoutMs', (timeoutMs) => createSafeFetch({ timeoutMs })],
])('%s refuses a limit that is not a number', (name, create) => {
  for (const limit of [Number.NaN, '10', -1]) expect(() => create(limit as never)).toThrow(name);
  expect(() => create(Infinity as never)).not.toThrow();
});
