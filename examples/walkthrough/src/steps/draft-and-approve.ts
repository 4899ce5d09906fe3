import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CardView,
  type ContentService,
  createContentService,
  draftCards,
  type DraftResult,
  type ImportResult,
  type PolicySet,
} from '@kanmon/content-cards';
import { createMockDraftClient } from '@kanmon/content-cards/testing';
import { readPolicySet } from '@kanmon/content-cards/legacy';
import type { Locale } from '@kanmon/core';
import { createDeckReviewer } from '@kanmon/example-shared/deck-reviewer';
import { type CardChange, createEditor, type Editor, valueOf } from '../content/editor.ts';
import { addDeckFiles } from '../content/deck-files.ts';
import { deckId, importBrief } from '../content/import-brief.ts';
import { outlineOf, wholeText } from '../content/outline.ts';
import { prove } from '../content/proof.ts';
import type { Journal } from '../frame/journal.ts';
import type { Step, StepContext } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { changesPart, draftingPart, gradesPart, opinionsPart } from './draft-and-approve-parts.ts';
import { slidesPart, sourcesPart, verificationPart } from './draft-and-approve-slides.ts';

/** The most slides that a model drafts in one run; a longer document goes on in the next. */
const maxSlides = 24;
/** Cards that the model is asked for a second opinion on. */
const opinions = 2;
const recordedDrafts: Readonly<Record<Locale, number>> = { ja: 18, en: 10 };

const journal: Journal = {
  name: 'deck',
  fold: async (store) =>
    valueOf(await createContentService({ store }).listCards({ spec_id: deckId })),
};

/** Step 4: sources become drafts, drafts are reviewed and fixed, and a named person approves them. */
export const draftAndApprove: Step = {
  number: 4,
  title: { ja: '草案をつくり、承認する', en: 'Draft and approve' },
  reading: {
    ja: '資料からスライドを作ります。ルールと 2 つ目のモデルが調べ、修正を 1 つずつ適用し、人が承認します。最後に 1 バイトだけ変えて、検査で見つかることを確かめます。',
    en: 'Slides are made from a brief. Rules and a second model review them, fixes are applied one by one, and a person approves. At the end one byte is changed, and the check finds it.',
  },
  journal,
  async run(context) {
    const { locale, clock, ids, artefacts, journals, checks, progress } = context;
    const labels = text[locale];
    const imported = context.input ?? (await importBrief(locale, clock));
    const policies = readPolicies(locale);
    const { drafts: draftModel, reviews: reviewModel } = modelsOf(context);
    const drafted = await draftCards(outlineOf(imported.items, maxSlides), {
      policies,
      llm: draftModel,
      locale,
      clock,
      onEvent: (event) => progress(`${event.slide_id}: ${event.type}`),
    });

    const { store, close } = await journals.open(journal);
    const words = policies.policies[0]?.safeguards.prohibited_keywords ?? [];
    const source = wholeText(imported.items);
    const reviewer = createDeckReviewer({ locale, clock, words, source, llm: reviewModel });
    const service = createContentService({ store, clock, reviewer });
    const person = labels.person;
    valueOf(
      await service.createCards(
        { spec_id: deckId, cards: drafted.cards },
        { actor: 'system:draft', requestId: ids.next('draft') },
      ),
    );
    const editor = createEditor(service, { deckId, person, ids });
    const before = await editor.cards();
    const changes = await edit(before, editor, labels.strike);
    if (reviewModel !== undefined) await askForOpinions(service, before, context);
    for (const { slide_id } of before) await editor.approve(slide_id);
    const after = await editor.cards();
    progress(labels.approved(person, after.filter(isApproved).length));

    const exported = valueOf(await service.exportApproved({ spec_id: deckId, only: 'approved' }));
    const log = [...imported.log, ...exported.log];
    addDeckFiles({ approved: exported.document, log, drafted, imported }, artefacts);
    artefacts.addJson('content_events.json', await Array.fromAsync(store.readAll()));

    const proof = await prove(exported.document, () => service.history({ spec_id: deckId }));
    await close(after);
    const { promises } = labels;
    checks.always(
      promises.drafts,
      drafted.document.slides.every(({ status }) => status === 'draft'),
    );
    checks.always(promises.named, after.filter(isApproved).every(hasApproval(person)));
    if (proof !== null) {
      const { green, red } = proof;
      checks.always(promises.green, green.ok && green.checked === exported.document.slides.length);
      checks.always(promises.red, !red.ok);
    }
    if (context.input === null) checkFlaws({ before, after, changes, drafted, imported }, context);

    return {
      headline: labels.headline(after.filter(isApproved).length, after.length, changes.length),
      section: html`${sourcesPart(imported, locale)}${draftingPart(drafted, imported.items.length, locale)}
      ${gradesPart(before, after, locale)}${slidesPart(before, after, locale)}
      ${changesPart(changes, locale)}${opinionsPart(after, locale)}
      ${proof === null ? html`` : verificationPart(proof, locale)}`,
    };
  },
};

/** Recorded answers fit the brief of the story; another document is drafted from its own lines. */
function modelsOf({ input, locale, model }: StepContext) {
  if (model.kind === 'recorded' && input !== null)
    return { drafts: createMockDraftClient(), reviews: undefined };
  const turns = Array.from({ length: recordedDrafts[locale] }, (_, index) => `draft.${index + 1}`);
  return { drafts: model.client(turns), reviews: model.client(['review.1', 'review.2']) };
}

function readPolicies(locale: Locale): PolicySet {
  const path = join(import.meta.dirname, `../../inputs/content_ai_policies.${locale}.json`);
  const read = readPolicySet(readFileSync(path, 'utf8'));
  if (read.ok) return read.value;
  throw new Error(`${path}: ${read.issues.map(({ field }) => field).join(', ')}`);
}

/** Fixes first, then the red pencil. */
async function edit(
  cards: readonly CardView[],
  editor: Editor,
  reason: string,
): Promise<readonly CardChange[]> {
  const changes: CardChange[] = [];
  for (const { slide_id } of cards) {
    changes.push(...(await editor.applyFixes(slide_id)));
    changes.push(...(await editor.strike(slide_id, reason)));
  }
  return changes;
}

async function askForOpinions(
  service: ContentService,
  cards: readonly CardView[],
  { ids, progress }: StepContext,
): Promise<void> {
  for (const { slide_id } of cards.slice(0, opinions)) {
    progress(`${slide_id}: second opinion`);
    const caller = { actor: 'system:review', requestId: ids.next('opinion') };
    valueOf(await service.reviewCard({ spec_id: deckId, slide_id }, { llm: true }, caller));
  }
}

function checkFlaws(
  story: {
    readonly before: readonly CardView[];
    readonly after: readonly CardView[];
    readonly changes: readonly CardChange[];
    readonly drafted: DraftResult;
    readonly imported: ImportResult;
  },
  { checks, locale }: StepContext,
): void {
  const { before, after, changes, drafted, imported } = story;
  const { promises } = text[locale];
  const codes = new Set(
    before.flatMap((card) => card.ai_review?.issues ?? []).map(({ code }) => code),
  );
  const charsets = imported.meta.sources.map(({ charset }) => charset);
  checks.recorded(promises.charset, charsets.includes('shift_jis'));
  checks.recorded(
    promises.corrected,
    drafted.meta.slides.some(({ attempts }) => attempts === 2),
  );
  checks.recorded(
    promises.masked,
    before.some(({ status }) => status === 'returned') && codes.has('masked_text'),
  );
  checks.recorded(promises.number, codes.has('number_not_in_source'));
  checks.recorded(
    promises.fixed,
    changes.some(({ by }) => by === 'autofix') && changes.some(({ by }) => by === 'editor'),
  );
  checks.recorded(promises.all, after.every(isApproved));
}

function isApproved({ status }: CardView): boolean {
  return status === 'approved';
}

function hasApproval(person: string) {
  return ({ approved_by, locked_at }: CardView): boolean =>
    approved_by === person && locked_at !== null;
}

const text = {
  ja: {
    person: '佐藤 花子',
    strike: '元の資料で確かめられない行を消す',
    approved: (person: string, count: number) => `${person} さんが ${count} 枚を承認しました`,
    headline: (approved: number, cards: number, changes: number) =>
      `${cards} 枚の草案を ${changes} か所直し、${approved} 枚を佐藤花子さんが承認。1バイト変えると検査で見つかる`,
    promises: {
      drafts: 'モデルが何と書こうと、できたものはすべて草案だった',
      named: '承認には、だれがいつ承認したかが残っている',
      green: '承認された文書は、検査を通った',
      red: '1バイト変えた文書は、検査で見つかった',
      charset: 'Shift_JIS のファイルを、宣言なしで正しく読んだ',
      corrected: '長すぎる行や多すぎる行は、モデルに直させた',
      masked: '隠して書かれた禁則語は外に出ず、伏せ字のカードは自動で差し戻された',
      number: '元の資料にない数値を見つけた',
      fixed: '自動修正は理由つきの差分で、残りは人が直した',
      all: '直したあと、すべてのカードが承認された',
    },
  },
  en: {
    person: 'Hanako Sato',
    strike: 'Strikes a line that the sources do not bear out',
    approved: (person: string, count: number) => `${person} approved ${count} cards`,
    headline: (approved: number, cards: number, changes: number) =>
      `${cards} drafts, ${changes} changes, ${approved} approved by Hanako Sato; one changed byte is found`,
    promises: {
      drafts: 'whatever the model wrote, everything came out as a draft',
      named: 'each approval says who gave it and when',
      green: 'the approved document passed its verification',
      red: 'the document with one changed byte did not',
      charset: 'the Shift_JIS file was read right without a declaration',
      corrected: 'lines that were too long or too many went back to the model',
      masked:
        'a prohibited word in disguise did not get out, and the masked card was returned by rule',
      number: 'a number that no source has was found',
      fixed: 'fixes came as diffs with a reason, a person mended the rest',
      all: 'after that every card was approved',
    },
  },
};
