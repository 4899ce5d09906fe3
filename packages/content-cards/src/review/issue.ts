import { contentHash, type Locale } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import { withoutUndefined } from '@kanmon/core/kit';
import type { JsonPointer, JsonValue } from '../model/json.ts';
import type { AutoFix, CardReview, IssueSeverity, ReviewIssue } from '../model/review.ts';

/** An issue of a built-in rule with its sentence. */
export function makeIssue(
  code: ReviewTextCode,
  severity: IssueSeverity,
  path: JsonPointer | null,
  locale: Locale,
  params?: Readonly<Record<string, string | number>>,
): ReviewIssue {
  const message = reviewText(code, locale, params);
  return { code, message, severity, path, ...withoutUndefined({ params }) };
}

/** A review whose sentences of the built-in rules are in another language. What others wrote stays as it is. */
export function reviewInLocale(review: CardReview, locale: Locale): CardReview {
  return {
    ...review,
    issues: review.issues.map((issue) => ({
      ...issue,
      message: sentenceIn(locale, issue.code, issue.message),
    })),
    autofix_proposals: review.autofix_proposals.map((fix) => ({
      ...fix,
      description: sentenceIn(locale, `fix_${kindOf(fix)}`, fix.description),
    })),
  };
}

/** Reads the parameters of a sentence back from it: fixes are stored without them. */
function sentenceIn(locale: Locale, code: string, sentence: string): string {
  if (!isTextCode(code) || sentence.length > maxSentence) return sentence;
  const other = texts[code][locale === 'ja' ? 'en' : 'ja'];
  const form = other
    .split(/\{(\w+)\}/)
    .map((part, index) =>
      index % 2 === 1
        ? `(?<${part}>[^]*?)`
        : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`),
    );
  const found = new RegExp(`^${form.join('')}$`, 'u').exec(sentence);
  return found === null ? sentence : reviewText(code, locale, found.groups);
}

function isTextCode(code: string): code is ReviewTextCode {
  return Object.hasOwn(texts, code);
}

/** Longer than a sentence with four parameters. */
const maxSentence = 600;
const idDigits = 10;

/** The kind of a fix, which its id begins with. */
function kindOf({ patch_id }: AutoFix): string {
  return patch_id.slice(0, -(idDigits + 1)).replaceAll('-', '_');
}

/** A fix whose id follows from what it does: the same proposal has the same id in every run. */
export function makeFix(
  kind: string,
  description: string,
  patch: readonly JsonPatchOperation[],
): AutoFix {
  const [, digest = ''] = contentHash(patch.map((operation) => ({ ...operation }))).split(':');
  const patch_id = `${kind.replaceAll('_', '-')}-${digest.slice(0, idDigits)}`;
  return { patch_id, description, base: 'card', patch };
}

/** Replaces a text if it is still what it was. */
export function replaceText(
  path: JsonPointer,
  from: JsonValue,
  to: JsonValue,
): JsonPatchOperation[] {
  return [
    { op: 'test', path, value: from },
    { op: 'replace', path, value: to },
  ];
}

/** A sentence in both languages; `{name}` is a parameter. */
type Texts = { readonly [L in Locale]: string };

const texts = {
  prohibited_word: {
    ja: '禁則語「{word}」が含まれています。別の表現に直してください。',
    en: 'The prohibited word "{word}" is used; write it another way.',
  },
  masked_text: {
    ja: '伏せ字（〓）が残っています。正しい語を入れてください。',
    en: 'Masked characters (〓) are left; put in the right word.',
  },
  control_character: {
    ja: '制御文字が含まれています。取り除いてください。',
    en: 'There is a control character; remove it.',
  },
  invisible_character: {
    ja: '見えない文字が含まれています。取り除いてください。',
    en: 'There is an invisible character; remove it.',
  },
  line_too_long: {
    ja: '1行が{actual}文字あります。{limit}文字以内にしてください。',
    en: 'The line has {actual} characters; at most {limit} are allowed.',
  },
  too_many_lines: {
    ja: '本文が{actual}行あります。{limit}行以内にしてください。',
    en: 'The body has {actual} lines; at most {limit} are allowed.',
  },
  title_too_long: {
    ja: 'タイトルが{actual}文字あります。{limit}文字以内にしてください。',
    en: 'The title has {actual} characters; at most {limit} are allowed.',
  },
  number_not_in_source: {
    ja: '数値「{number}」が元の資料に見当たりません。出典を確かめてください。',
    en: 'The number {number} is not in the source; check where it comes from.',
  },
  source_removed: {
    ja: '元の資料が取り除かれたため、数値を確かめられません。資料を付け直してください。',
    en: 'The source was removed, so the numbers cannot be checked; give the card its source again.',
  },
  number_conflict: {
    ja: '「{label}」の値が食い違っています（ここでは{value}、カード {slide_id} では{other}）。',
    en: '"{label}" has two values: {value} here, {other} on card {slide_id}.',
  },
  table_total_mismatch: {
    ja: '合計が{total}となっていますが、内訳の和は{sum}です。',
    en: 'The total says {total}, but the parts add up to {sum}.',
  },
  placeholder_text: {
    ja: '仮の文言「{text}」が残っています。',
    en: 'The placeholder "{text}" is still there.',
  },
  empty_card: {
    ja: '本文も表もありません。',
    en: 'The card has neither body nor table.',
  },
  duplicate_line: {
    ja: '{first}行目と同じ内容です。',
    en: 'The line repeats line {first}.',
  },
  mixed_width: {
    ja: '全角の英数字が使われています。半角にそろえてください。',
    en: 'Full-width letters or digits are used; write them half-width.',
  },
  trailing_punctuation: {
    ja: '句点で終わる行と終わらない行が混ざっています。',
    en: 'Some lines end with a full stop and some do not.',
  },
  rule_failed: {
    ja: '規則「{rule}」が失敗しました（{reason}）。規則を直してください。',
    en: 'The rule "{rule}" failed ({reason}); fix the rule.',
  },
  fix_prohibited_word: {
    ja: '「{word}」を「{replacement}」に置き換えます。',
    en: 'Replaces "{word}" with "{replacement}".',
  },
  fix_duplicate_line: {
    ja: '重複した{line}行目を削除します。',
    en: 'Removes line {line}, a repeat.',
  },
  fix_mixed_width: {
    ja: '全角の英数字を半角にします。',
    en: 'Makes full-width letters and digits half-width.',
  },
  fix_trailing_punctuation: {
    ja: '行末の句点を取ります。',
    en: 'Drops the full stop at the end of the line.',
  },
  fix_inverse: { ja: '「{description}」を元に戻します。', en: 'Undoes: {description}' },
} as const satisfies Readonly<Record<string, Texts>>;

/** Codes of the sentences: review issues and descriptions of fixes. */
type ReviewTextCode = keyof typeof texts;

/** Text that goes into a sentence is cut: a word list or a card may hold anything. */
const maxParameter = 100;

/** A sentence of the review in the reader's language. */
export function reviewText(
  code: ReviewTextCode,
  locale: Locale,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return texts[code][locale].replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]).slice(0, maxParameter) : whole,
  );
}
