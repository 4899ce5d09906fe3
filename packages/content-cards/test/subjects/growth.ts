import { parseStrictJson } from '@kanmon/core/kit';
import { createScriptedClient } from '@kanmon/core/testing';
import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import { convertAnalysis } from '../../src/analysis.ts';
import { extractHtml } from '../../src/html.ts';
import { decodeBytes } from '../../src/import/decode.ts';
import { readJsonLeaves } from '../../src/import/json-adapter.ts';
import { takeInlineMarks } from '../../src/import/inline-marks.ts';
import { parseText } from '../../src/import/parse-text.ts';
import { wrapParagraph } from '../../src/import/wrap.ts';
import {
  cardHash,
  createDefaultRules,
  draftCards,
  importSources,
  parsePolicySet,
  reviewCard,
} from '../../src/index.ts';
import { mergeApproved } from '../../src/audit.ts';
import { readApprovalDocument, readReviewLog } from '../../src/legacy.ts';
import { validateCard } from '../../src/model/card.ts';
import { readDrawing } from '../../src/node/pdf/read-drawing.ts';
import { type PdfPage, reflowPages, type TextRun } from '../../src/pdf.ts';
import { createBench, editor, sampleCard, valueOf } from '../helpers.ts';

const source = {
  name: 'a',
  hash: 'sha256:0',
  title: '題',
  blankLines: 'auto',
  locale: 'ja',
} as const;

export const text: Subject<TextShape> = onText((given) => parseText(given, source));
export const paragraph: Subject<TextShape> = onText((given) =>
  wrapParagraph(given, { lineMax: 40, unit: 'codepoint' }),
);
export const links: Subject<TextShape> = onText(takeInlineMarks);
export const json: Subject<TextShape> = onText(parseStrictJson);
export const jsonLeaves: Subject<TextShape> = onText(readJsonLeaves);
export const html: Subject<TextShape> = onText((given) => extractHtml(given, { mode: 'body' }));
export const drawing: Subject<TextShape> = onText(readDrawing);
export const imports: Subject<TextShape> = onText((given) =>
  importSources([{ kind: 'text', text: given }]),
);

export const bytes: Subject<readonly number[]> = (size, unit) => {
  const given = Uint8Array.from({ length: size }, (_, index) => unit[index % unit.length] ?? 0);
  return () => {
    try {
      decodeBytes(given);
    } catch {
      // Bytes that are no text are refused, and that is work too.
    }
  };
};

const run = (given: string, x: number, y: number): TextRun => ({
  text: given,
  x,
  y,
  width: 10 * given.length,
  height: 10,
  size: 10,
  vertical: false,
  endsLine: false,
});
type Layout =
  | 'on one base line'
  | 'below one another'
  | 'in two columns'
  | 'each with its own indent'
  | 'at one place'
  | 'from right to left'
  | 'raised and lowered';
const layouts: Readonly<Record<Layout, (index: number) => TextRun>> = {
  'on one base line': (index: number) => run('あ', 10 * index, 100),
  'below one another': (index: number) => run('本文が続く行です。', 50, 12 * index),
  'in two columns': (index: number) =>
    run('本文が続く行です。', index % 2 === 0 ? 50 : 350, 12 * Math.floor(index / 2)),
  'each with its own indent': (index: number) => run('本文', (index * 37) % 5000, 12 * index),
  'at one place': () => run('あ', 50, 100),
  'from right to left': (index: number) => run(index % 3 === 0 ? 'א' : '1', 13 * index, 100),
  'raised and lowered': (index: number) => ({
    ...run('1', 10 * index, 100 + 3 * ((index % 3) - 1)),
    size: index % 3 === 1 ? 10 : 7,
  }),
};

/** Puts the runs of one page into lines. */
export const page: Subject<Layout> = (size, layout) => {
  const runs = Array.from({ length: size }, (_, index) => layouts[layout](index));
  const only: PdfPage = { number: 1, width: 600, height: 800, runs, images: 0 };
  return () => reflowPages([only]);
};

const wide = {
  titleMax: 1_000_000,
  lineMax: 1_000_000,
  bodyLines: 1000,
  unit: 'grapheme',
} as const;

export const validation: Subject<TextShape> = onText((given) =>
  validateCard(sampleCard('a', { title: given, body: [given], note: given }), { limits: wide }),
);

const rules = createDefaultRules({
  prohibitedWords: ['絶対', 'best', { word: 'ああ', replacement: 'い' }],
  limits: wide,
});
/** Reviews a text as a card and as the source of it. */
export const review: Subject<TextShape> = onText((given) => {
  const body = [given, `合計: ${given}`];
  const card = { ...sampleCard('a'), title: '題', body, note: given, type_hint: null };
  return reviewCard({ ...card, table_data: null }, { rules, source: given });
});

const parsed = parsePolicySet({
  default_policy_id: 'p',
  policies: [
    { id: 'p', name: '標準', safeguards: { prohibited_keywords: ['絶対', 'best', 'あああ'] } },
  ],
});
/** Repairs the draft of a model that wrote too much. */
export const drafting: Subject<TextShape> = onText((given) => {
  if (!parsed.ok) throw new Error('bad policy');
  const spec = { meta: {}, slides: [{ id: 's', layout: 'x', title: '題' }] };
  const answer = JSON.stringify({ title: given, body: [given], note: given });
  const llm = createScriptedClient(() => answer);
  return draftCards(spec, { policies: parsed.value, llm, budget: { maxAttempts: 1 } });
});

export const legacy: Subject<TextShape> = onText((given) => {
  readApprovalDocument(`{"slides":[${given}`);
  readReviewLog(given);
});

export const analysis: Subject = (size) => {
  const target = { slide_id: 's1', element_id: 'b1' };
  const items = [{ id: 'b1', text: '一' }];
  const fixes = Array.from({ length: size }, (_, index) => ({
    id: `図${index}`,
    type: 'bullet_cap',
    target,
    payload: { level: 1 },
  }));
  const issues = fixes.map((fix) => ({ id: fix.id, type: 'x', target, fix }));
  const slides = Array.from({ length: size }, (_, index) => ({
    id: `s${index}`,
    bullets: [{ items }],
  }));
  return () => convertAnalysis({ issues, fixes }, { slides });
};

export const approval: Subject = (size) => {
  const ids = Array.from({ length: size }, (_, index) => `s${index}`);
  const slides = ids.map((id) => ({
    id,
    intent: 'x',
    elements: { title: '題', body: ['一'] },
    status: 'approved' as const,
    applied_autofix: [],
  }));
  return () => mergeApproved({ slides: ids.map((id) => ({ id })) }, { slides });
};

export const hash: Subject = (size) => () => cardHash(sampleCard('a', { note: '字'.repeat(size) }));

const filled = new Map<number, ReturnType<typeof fill>>();

/** Writes one card to a deck of `size` cards; the first call for a size also creates the deck. */
export const write: Subject = (size) => async () => {
  const known = filled.get(size) ?? fill(size);
  filled.set(size, known);
  const ref = { spec_id: 'deck', slide_id: 's0' };
  valueOf(await (await known).patchCard(ref, { title: '版' }, { ifMatch: '*' }, editor));
};

async function fill(size: number) {
  const { service } = createBench();
  for (let from = 0; from < size; from += 500) {
    const length = Math.min(500, size - from);
    const cards = Array.from({ length }, (_, index) =>
      sampleCard(`s${from + index}`, {
        body: ['売上: 120万円', `件数${from + index}: ${index}件`],
      }),
    );
    valueOf(await service.createCards({ spec_id: 'deck', cards }, editor));
  }
  return service;
}
