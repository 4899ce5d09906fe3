import { createManualClock } from '@kanmon/core/testing';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { auditSections } from '../src/audit.ts';
import { aiLogEntrySchema, generationMetaSchema } from '../src/draft/draft-records.ts';
import { importMetaSchema } from '../src/import/import-meta.ts';
import { draftCards, importSources, parsePolicySet } from '../src/index.ts';
import { readApprovalDocument, toSlide, writeDeckFiles } from '../src/legacy.ts';
import { cardSchema } from '../src/model/card.ts';
import { approvalDocumentSchema } from '../src/model/documents.ts';
import { logEntrySchema } from '../src/model/log.ts';
import { cardViewSchema } from '../src/model/view.ts';
import { createMockDraftClient } from '../src/testing.ts';
import { createBench, editor, sampleCard, valueOf } from './helpers.ts';

const clock = createManualClock();

/** A value that came out must pass its own schema, also after a way through JSON, and unchanged. */
function expectToFit(schema: z.ZodType, value: unknown): void {
  const json: unknown = JSON.parse(JSON.stringify(value));
  const { success, data, error } = schema.safeParse(json);
  expect(error?.issues ?? []).toEqual([]);
  expect([success, data]).toEqual([true, json]);
}

test('what comes out fits its schema', async () => {
  const imported = await importSources(
    [{ kind: 'text', text: '# 空\n\n# 売上 {#a}\n売上は120万円', name: 'a.md', licensed: true }],
    { clock },
  );
  expectToFit(importMetaSchema, imported.meta);
  for (const card of imported.cards) expectToFit(cardSchema, card);
  for (const entry of imported.log) expectToFit(logEntrySchema, entry);
  expectToFit(approvalDocumentSchema, imported.document);

  const policies = parsePolicySet({
    default_policy_id: 'p',
    policies: [{ id: 'p', name: '標準' }],
  });
  if (!policies.ok) throw new Error('bad policy');
  const spec = { meta: { title: '提案', client: '顧客' }, slides: [{ id: 's', layout: 'x' }] };
  const llm = createMockDraftClient();
  const drafted = await draftCards(spec, { policies: policies.value, llm, clock });
  expectToFit(generationMetaSchema, drafted.meta);
  for (const entry of drafted.log) expectToFit(aiLogEntrySchema, entry);
  expectToFit(approvalDocumentSchema, drafted.document);

  const { service } = createBench();
  const { cards, provenance } = imported;
  valueOf(await service.createCards({ spec_id: 'deck', cards, provenance }, editor));
  const ref = { spec_id: 'deck', slide_id: 'a' };
  valueOf(await service.returnCard(ref, { reason: '直し' }, { ifMatch: '*' }, editor));
  expectToFit(cardViewSchema, valueOf(await service.getCard(ref)));
  valueOf(await service.unlockCard(ref, { reason: '済' }, { ifMatch: '*' }, editor));
  valueOf(await service.approveCard(ref, {}, { ifMatch: '*' }, editor));
  expectToFit(cardViewSchema, valueOf(await service.getCard(ref)));
  const exported = valueOf(await service.exportApproved({ spec_id: 'deck', only: 'approved' }));
  expectToFit(approvalDocumentSchema, exported.document);
  for (const entry of exported.log) expectToFit(logEntrySchema, entry);
  expect(
    auditSections({
      importMeta: imported.meta,
      approved: exported.document,
      updated: ['a'],
      log: exported.log,
      analysisPath: 'out/review_engine_analyzer.json',
    }),
  ).toMatchObject({
    content_import: { sources: [{ source: 'a.md', kind: 'text', licensed: true }] },
    content_approval: {
      slides: 1,
      slide_ids: ['a'],
      applied_to_spec: true,
      updated_slide_ids: ['a'],
    },
    content_review_log: { events: 5, actions: { create: 2, return: 1, unlock: 1, approve: 1 } },
    artifacts: { review_engine_analysis: 'out/review_engine_analyzer.json' },
  });
});

test('equal files have equal bytes, whatever order their keys came in', () => {
  const slide = toSlide({
    ...sampleCard('a'),
    body: ['一'],
    table_data: { headers: ['値'], rows: [['1']] },
    note: '控え',
    type_hint: null,
  });
  const backwards = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(backwards)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .map(([key, each]) => [key, backwards(each)])
              .toReversed(),
          )
        : value;
  const write = (draft: unknown) => writeDeckFiles({ deck: { draft: draft as never } });
  const text = write({ slides: [slide] }).get('content_draft.json') ?? '';
  expect(write(backwards({ slides: [slide] })).get('content_draft.json')).toBe(text);
  expect(text.split('\n').slice(0, 4)).toEqual(['{', '  "slides": [', '    {', '      "id": "a",']);
  expect(text.endsWith('}\n')).toBe(true);
  expect(readApprovalDocument(text)).toEqual({ ok: true, value: { slides: [slide] } });
});

test('a flat card of the first model is read; what is no text is no file', () => {
  const flat =
    '{"slides":[{"slide_uid":"a","title":"題","body":["一"],"table_data":null,"intent_tag":"x","status":"draft"}]}';
  expect(readApprovalDocument(flat)).toMatchObject({
    ok: true,
    value: { slides: [{ id: 'a', intent: 'x', elements: { title: '題', body: ['一'] } }] },
  });
  for (const value of [undefined, null, 1, {}, []])
    expect(readApprovalDocument(value as never).ok).toBe(false);
});
