import type { Finding, JsonPointer, JsonValue, Locale } from '@kanmon/core';
import { childPath } from '@kanmon/core/kit';

/** Repairs without loss: the plan passes, and each repair is named. */
const repairs = {
  'id-assigned': '{place}: a unique id was assigned.',
  'topk-defaulted': '{place}: topK was missing and is now {value}.',
  'topk-clamped': '{place}: topK {given} is out of range and is now {value}.',
  'style-defaulted': '{place}: style was missing and is now "faq".',
  'sources-defaulted': '{place}: includeSources was missing and is now true.',
  'based-on-defaulted': '{place}: basedOn was missing and is now {value}.',
  'empty-dropped': '{place} was empty and was dropped.',
  'step-moved': 'The answer step was moved to the end.',
  'answer-appended': 'A plan that searches ends with an answer step; it was added.',
  'null-dropped': '{place} was null and was dropped.',
  'unknown-key-dropped': '{place} is no part of a plan and was dropped.',
  'language-filled': 'language was missing and is now {value}.',
  'questions-collected': '{place} was filled from the other place that holds the questions.',
  'whitespace-trimmed': '{place}: white space at the ends was removed.',
  'duplicate-search-dropped': '{place} repeats an earlier search and was dropped.',
  'raw-dropped': '{place} is larger than 8 KB or nested too deeply and was dropped.',
  'plan-unwrapped': 'The plan was read from {place}; it must be the whole answer.',
  'key-respelled': '{place} was read as "{value}".',
  'value-respelled': '{place}: {given} was read as {value}.',
  'item-listed': '{place}: a single value was read as a list of one.',
  'type-inferred': '{place}: type was missing and is now {value}.',
  'clarification-inferred': 'needsClarification was missing and is now {value}.',
  'confidence-defaulted': 'confidence was missing and is now {value}.',
};

/** Refusals of a whole plan, written for the model that has to correct itself. */
const refusals = {
  'not-json': 'The text holds no JSON plan. Return one JSON object.',
  'cut-off': 'The JSON ends before the plan does. Return the whole object.',
  'not-object': 'A plan is a JSON object with "steps".',
  'too-large': 'The plan is too large.',
  'steps-not-array': '{place} must be an array.',
  'steps-empty': '{place} must hold at least one step.',
  'too-many-steps': '{place} holds {actual} steps; at most {maximum} are allowed.',
  'too-many-searches': '{place} holds {actual} searches; at most {maximum} are allowed.',
  'too-many-questions': '{place} holds {actual} questions; at most {maximum} are allowed.',
  'unknown-step-type': '{place} must be clarify, search, followup_search or answer.',
  'query-missing': '{place} is missing.',
  'query-blank': '{place} is blank.',
  'query-too-long': '{place} is longer than {maximum} characters.',
  'query-control-character': '{place} holds a control character.',
  'query-looks-like-data': '{place} must be search words, not JSON or code.',
  'questions-empty': '{place} must hold at least one question that is not blank.',
  'question-too-long': '{place} is longer than {maximum} characters.',
  'based-on-invalid': '{place} must be "user" or "previous_answer".',
  'style-invalid': '{place} must be "faq" or "step_by_step".',
  'type-wrong': '{place} must be {expected}.',
  'confidence-invalid': '{place} must be "low", "medium" or "high".',
  'needs-clarification-missing':
    'needsClarification is missing, and the plan lists questions without a clarify step.',
  'clarify-mismatch': 'needsClarification is true exactly when the plan holds a clarify step.',
  'topk-invalid': '{place} must be a whole number from 1 to {maximum}.',
  'filters-invalid':
    '{place} must be an object of at most {keys} keys and {depth} levels, or null.',
  'forbidden-key': '{place} has a name that is not allowed.',
  'step-order': '{place}: one answer step at most, and it comes last.',
  'nothing-to-do': 'The plan asks nothing, searches nothing and answers nothing.',
};

/** Code of a lossless repair. */
export type PlanRepairCode = keyof typeof repairs;
/** Code of the reason why a plan is refused as a whole. */
export type PlanRefusalCode = keyof typeof refusals;
export type PlanFindingCode = PlanRepairCode | PlanRefusalCode;

type Texts<Code extends string> = { readonly [L in Locale]: Readonly<Record<Code, string>> };

/** Texts of the repairs, by code. */
export const repairTexts: Texts<PlanRepairCode> = {
  en: repairs,
  ja: {
    'id-assigned': '{place}: 一意の id を割り当てました。',
    'topk-defaulted': '{place}: topK がなかったため {value} としました。',
    'topk-clamped': '{place}: topK {given} は範囲外のため {value} としました。',
    'style-defaulted': '{place}: style がなかったため "faq" としました。',
    'sources-defaulted': '{place}: includeSources がなかったため true としました。',
    'based-on-defaulted': '{place}: basedOn がなかったため {value} としました。',
    'empty-dropped': '{place} は空のため取り除きました。',
    'step-moved': 'answer ステップを最後に移しました。',
    'answer-appended': '検索を含むプランは answer ステップで終わります。補いました。',
    'null-dropped': '{place} は null のため取り除きました。',
    'unknown-key-dropped': '{place} はプランの項目ではないため取り除きました。',
    'language-filled': 'language がなかったため {value} としました。',
    'questions-collected': '{place} を、質問が書かれていたもう一方の場所から補いました。',
    'whitespace-trimmed': '{place}: 前後の空白を取り除きました。',
    'duplicate-search-dropped': '{place} は前の検索と同じため取り除きました。',
    'raw-dropped': '{place} は 8 KB を超えるか、入れ子が深すぎるため取り除きました。',
    'plan-unwrapped': '{place} をプランとして読みました。回答全体をプランにしてください。',
    'key-respelled': '{place} を「{value}」として読みました。',
    'value-respelled': '{place}: {given} を {value} として読みました。',
    'item-listed': '{place}: 単独の値を要素 1 つの配列として読みました。',
    'type-inferred': '{place}: type がなかったため {value} としました。',
    'clarification-inferred': 'needsClarification がなかったため {value} としました。',
    'confidence-defaulted': 'confidence がなかったため {value} としました。',
  },
};

/** Texts of the refusals, by code. */
export const refusalTexts: Texts<PlanRefusalCode> = {
  en: refusals,
  ja: {
    'not-json': 'JSON のプランがありません。JSON オブジェクトを 1 つ返してください。',
    'cut-off': 'JSON が途中で終わっています。全体を返してください。',
    'not-object': 'プランは "steps" を持つ JSON オブジェクトです。',
    'too-large': 'プランが大きすぎます。',
    'steps-not-array': '{place} は配列にしてください。',
    'steps-empty': '{place} にはステップが 1 つ以上必要です。',
    'too-many-steps': '{place} のステップは {actual} 個です。{maximum} 個以内にしてください。',
    'too-many-searches': '{place} の検索は {actual} 件です。{maximum} 件以内にしてください。',
    'too-many-questions': '{place} の質問は {actual} 件です。{maximum} 件以内にしてください。',
    'unknown-step-type': '{place} は clarify、search、followup_search、answer のいずれかです。',
    'query-missing': '{place} がありません。',
    'query-blank': '{place} が空です。',
    'query-too-long': '{place} は {maximum} 文字以内にしてください。',
    'query-control-character': '{place} に制御文字が含まれています。',
    'query-looks-like-data': '{place} は検索語です。JSON やコードは書けません。',
    'questions-empty': '{place} には空でない質問が 1 つ以上必要です。',
    'question-too-long': '{place} は {maximum} 文字以内にしてください。',
    'based-on-invalid': '{place} は "user" か "previous_answer" です。',
    'style-invalid': '{place} は "faq" か "step_by_step" です。',
    'type-wrong': '{place} の型が違います（必要: {expected}）。',
    'confidence-invalid': '{place} は "low"、"medium"、"high" のいずれかです。',
    'needs-clarification-missing':
      'needsClarification がなく、clarify ステップのない質問が書かれています。',
    'clarify-mismatch': 'needsClarification は clarify ステップがあるときだけ true です。',
    'topk-invalid': '{place} は 1 から {maximum} までの整数です。',
    'filters-invalid':
      '{place} は {keys} 項目以内・深さ {depth} 以内のオブジェクト、または null です。',
    'forbidden-key': '{place} は使えない名前です。',
    'step-order': '{place}: answer ステップは 1 つまでで、最後に置きます。',
    'nothing-to-do': '質問も検索も回答もないプランです。',
  },
};

/** One repair or refusal that the inspection of a raw plan noted. */
export interface PlanNote {
  readonly code: PlanFindingCode;
  readonly severity: 'must' | 'should';
  readonly path: JsonPointer;
  readonly params: Finding['params'];
}

/** A raw JSON object whose members are read one by one. */
export type RawObject = Readonly<Record<string, JsonValue>>;

/** A place in a raw plan. Readers note there what they repaired and what they refuse. */
export interface Spot {
  readonly path: JsonPointer;
  /** Returns the place of a member. */
  at(key: string | number): Spot;
  repair(code: PlanRepairCode, params?: Finding['params']): void;
  refuse(code: PlanRefusalCode, params?: Finding['params']): void;
}

/** Returns a place that adds its notes to `notes`. */
export function spotAt(path: JsonPointer, notes: PlanNote[]): Spot {
  return {
    path,
    at: (key) => spotAt(childPath(path, String(key)), notes),
    repair: (code, params = {}) => notes.push({ code, severity: 'should', path, params }),
    refuse: (code, params = {}) => notes.push({ code, severity: 'must', path, params }),
  };
}
