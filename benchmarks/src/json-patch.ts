import { applyPatch, type JsonValue } from '@kanmon/core/json';
import * as rfc6902 from 'rfc6902';
import { interleave, ratio, spreads } from './support/rounds.ts';
import { writeResult } from './support/write-result.ts';

/**
 * 60 operations on a document of 200 slides: `applyPatch` against rfc6902, in interleaved rounds of
 * one run. rfc6902 changes its input, applyPatch does not; so rfc6902 runs twice: on a clone that
 * was made before the clock started, and with the clone counted, which is what keeps the input.
 *
 * pnpm bench json-patch
 */
const slideCount = 200;
const operationCount = 60;
const rounds = 41;
const documentsPerRound = 20;
const warmUpRounds = 20;

const deck: JsonValue = {
  version: 1,
  slides: Array.from({ length: slideCount }, (_, index) => ({
    id: `slide-${index}`,
    title: `スライド ${index} の題名`,
    layout: 'two-column',
    order: index,
    body: [
      { type: 'text', text: '本文の段落が続きます。'.repeat(6) },
      { type: 'list', items: ['項目一', '項目二', 'third item', 'fourth item'] },
    ],
    notes: 'One or two sentences that the speaker says about this slide.',
    tags: ['draft', 'ja'],
    review: { state: 'open', score: 0.5, by: null },
  })),
};

/** Prime to the number of slides, so that the operations spread over the whole document. */
const stride = 37;
const patch = Array.from({ length: operationCount }, (_, index) => {
  const slide = `/slides/${(index * stride) % slideCount}`;
  const value = `text ${index}`;
  return (
    [
      { op: 'replace', path: `${slide}/title`, value },
      { op: 'replace', path: `${slide}/body/0`, value: { type: 'text', text: value } },
      { op: 'add', path: `${slide}/tags/-`, value },
      { op: 'test', path: `${slide}/layout`, value: 'two-column' },
      { op: 'remove', path: `${slide}/notes` },
      { op: 'replace', path: `${slide}/review`, value: { state: 'done', by: 'mika' } },
    ] as const
  )[index % 6];
}).filter((operation) => operation !== undefined);

const contenders: Readonly<Record<string, (document: JsonValue) => boolean>> = {
  kanmon: (document) => applyPatch(document, patch).ok,
  'rfc6902 in place': (document) => isApplied(rfc6902.applyPatch(document, [...patch])),
  'rfc6902 on a clone': (document) =>
    isApplied(rfc6902.applyPatch(structuredClone(document), [...patch])),
};

function isApplied(problems: readonly unknown[]): boolean {
  return problems.every((problem) => problem === null);
}

/** Microseconds for one document. The documents are made before the clock starts. */
function measure(contender: (document: JsonValue) => boolean): number {
  const documents = Array.from({ length: documentsPerRound }, () => structuredClone(deck));
  const start = performance.now();
  const applied = documents.every(contender);
  const elapsed = performance.now() - start;
  if (!applied) throw new Error('a patch was refused: the figures would mean nothing');
  return (elapsed / documentsPerRound) * 1000;
}

const samples = await interleave(contenders, measure, { rounds, warmUpRounds });
writeResult('json-patch', {
  peers: ['rfc6902'],
  figures: {
    documentCharacters: JSON.stringify(deck).length,
    operations: patch.length,
    rounds,
    microseconds: spreads(samples),
    ratios: Object.fromEntries(
      Object.keys(contenders)
        .filter((name) => name !== 'kanmon')
        .map((name) => [`kanmon / ${name}`, ratio(samples, 'kanmon', name)]),
    ),
  },
});
