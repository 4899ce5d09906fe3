import type { CardView, DraftResult, Grade } from '@kanmon/content-cards';
import type { Locale } from '@kanmon/core';
import type { CardChange } from '../content/editor.ts';
import { type Html, html } from '../report/html.ts';
import { inlineDiff } from '../report/inline-diff.ts';
import { part, table } from '../report/parts.ts';

/** Shows the attempts that the model needed for each slide, and the repairs. */
export function draftingPart({ log, meta }: DraftResult, sections: number, locale: Locale): Html {
  const labels = text[locale];
  const eventful = log.filter(({ attempts, warnings }) => attempts !== 1 || warnings.length > 0);
  const { calls, output_tokens: tokens } = meta.usage;
  return part(
    labels.drafting,
    html`<p>${labels.usage(log.length, calls, tokens, log.length - eventful.length)}</p>
      ${meta.model === 'mock-local' ? html`<p>${labels.withoutModel}</p>` : html``}
      ${sections > log.length ? html`<p>${labels.first(log.length, sections)}</p>` : html``}
      ${table(
        [labels.card, labels.calls, labels.answer],
        eventful.map(({ slide_id, attempts, warnings, response_text }) => [
          html`<code class="id">${slide_id}</code>`,
          html`${attempts}`,
          html`<span class="wide"
            >${warnings.map((warning) => html`<span class="chip should">${warning}</span> `)}
            <code>${response_text.trim()}</code></span
          >`,
        ]),
      )}`,
  );
}

/** Shows the number of cards of each grade, at first and in the end. */
export function gradesPart(
  before: readonly CardView[],
  after: readonly CardView[],
  locale: Locale,
): Html {
  const labels = text[locale];
  return part(
    labels.grades,
    html`${gradeBar(labels.atFirst, before)}${gradeBar(labels.inTheEnd, after)}`,
  );
}

/** Every change between draft and approval as an inline diff. */
export function changesPart(changes: readonly CardChange[], locale: Locale): Html {
  const labels = text[locale];
  return part(
    labels.changes,
    table(
      [labels.card, labels.by, labels.change, labels.reason, labels.grade],
      changes.map(({ by, description, before, after }) => [
        html`<code class="id">${before.slide_id}</code>`,
        html`<span class="chip ${by === 'autofix' ? 'lossless' : 'guess'}">${labels[by]}</span>`,
        html`<span class="wide">${changedLines(before.body, after.body)}</span>`,
        html`<span class="wide">${description}</span>`,
        html`<span class="steps">${gradeOf(before)} → ${gradeOf(after)}</span>`,
      ]),
    ),
  );
}

/** Shows a model's opinion of a card; it is not a decision. */
export function opinionsPart(cards: readonly CardView[], locale: Locale): Html {
  const labels = text[locale];
  const asked = cards.filter(({ ai_review }) => (ai_review?.model ?? null) !== null);
  if (asked.length === 0) return html``;
  return part(
    labels.opinions,
    table(
      [labels.card, labels.grade, labels.strengths, labels.weaknesses, labels.actions],
      asked.map((card) => [
        html`<code class="id">${card.slide_id}</code>`,
        gradeOf(card),
        html`<span class="wide">${card.ai_review?.strengths.join(' ') ?? ''}</span>`,
        html`<span class="wide">${card.ai_review?.weaknesses.join(' ') ?? ''}</span>`,
        html`<span class="wide">${card.ai_review?.actions.join(' ') ?? ''}</span>`,
      ]),
    ),
  );
}

function gradeBar(label: string, cards: readonly CardView[]): Html {
  const grades: readonly Grade[] = ['A', 'B', 'C'];
  return html`<div class="stack">
    <span>${label}</span>
    <span class="stack-track"
      >${grades.map((grade) => {
        const count = cards.filter(({ ai_review }) => ai_review?.grade === grade).length;
        return count === 0
          ? html``
          : html`<span class="fill-${grade}" style="--count: ${count}">${grade} × ${count}</span>`;
      })}</span
    >
  </div>`;
}

function gradeOf({ ai_review }: CardView): Html {
  const grade = ai_review?.grade ?? '–';
  return html`<span class="grade grade-${grade}">${grade}</span>`;
}

/** A line that went is struck out as a whole; one that was rewritten shows what changed in it. */
function changedLines(before: readonly string[], after: readonly string[]): readonly Html[] {
  if (after.length !== before.length) {
    const left = [...after];
    return before
      .filter((each) => {
        const place = left.indexOf(each);
        if (place !== -1) left.splice(place, 1);
        return place === -1;
      })
      .map((each) => html`<del>${each}</del>`);
  }
  return before.flatMap((each, index) => {
    const now = after[index] ?? '';
    return now === each ? [] : [inlineDiff(each, now)];
  });
}

const text = {
  ja: {
    drafting: 'モデルの草案で起きたこと',
    usage: (cards: number, calls: number, tokens: number, smooth: number) =>
      `${cards} 枚を ${calls} 回の呼び出し（出力 ${tokens} トークン）で作り、${smooth} 枚は一度で通りました。`,
    withoutModel: 'モデルの設定がないため、草案は各節の最初の数行です。',
    first: (cards: number, sections: number) =>
      `${sections} 節のうち、最初の ${cards} 節を草案にしました。`,
    card: 'カード',
    calls: '回数',
    answer: '最後の応答と、直したこと',
    grades: '評価（A: 指摘なし、B: 注意、C: このままでは承認できない）',
    atFirst: '草案',
    inTheEnd: '承認のとき',
    changes: '草案から承認までの変更',
    by: 'だれが',
    change: '変更',
    reason: '理由',
    grade: '評価',
    autofix: '自動修正',
    editor: '編集者',
    opinions: 'モデルの第二意見（決めるのは人）',
    strengths: '良い点',
    weaknesses: '弱い点',
    actions: '勧め',
  },
  en: {
    drafting: 'What happened while drafting',
    usage: (cards: number, calls: number, tokens: number, smooth: number) =>
      `${cards} cards in ${calls} calls (${tokens} output tokens); ${smooth} passed at once.`,
    withoutModel: 'No model is configured, so a draft is the first lines of its section.',
    first: (cards: number, sections: number) =>
      `The first ${cards} of ${sections} sections were drafted.`,
    card: 'card',
    calls: 'calls',
    answer: 'last answer, and what was repaired',
    grades: 'Grades (A: nothing found, B: a warning, C: cannot be approved like this)',
    atFirst: 'as drafted',
    inTheEnd: 'as approved',
    changes: 'From draft to approval',
    by: 'by',
    change: 'change',
    reason: 'reason',
    grade: 'grade',
    autofix: 'auto-fix',
    editor: 'editor',
    opinions: 'A second opinion of the model; people decide',
    strengths: 'strengths',
    weaknesses: 'weaknesses',
    actions: 'advice',
  },
};
