import type { Locale } from '@kanmon/core';
import { type FieldIssue, fieldIssueText } from '@kanmon/core/kit';
import type { JsonValue } from '../model/json.ts';
import type { CardView } from '../model/view.ts';

type Texts = { readonly [L in Locale]: string };

/** The codes of refusals and their texts. */
export const serviceTexts = {
  validation_error: { ja: '入力に誤りがあります', en: 'The input is not valid' },
  forbidden: { ja: 'この操作を行う権限がありません', en: 'Your token does not allow this' },
  not_found: { ja: '見つかりません', en: 'Not found' },
  conflict: {
    ja: 'カードの現在の状態ではこの操作はできません',
    en: 'The state of the card does not allow this',
  },
  already_exists: {
    ja: '同じ ID のカードがすでにあります',
    en: 'A card with this id exists already',
  },
  idempotency_key_reused: {
    ja: 'この Idempotency-Key は別の内容ですでに使われています',
    en: 'This idempotency key was used with another body',
  },
  content_hash_mismatch: {
    ja: '承認しようとした内容は現在の内容と異なります',
    en: 'What you approve is not what the card holds now',
  },
  grade_blocks_approval: {
    ja: 'レビューの評価により承認できません。指摘を直してください',
    en: 'The grade of the review blocks the approval; fix the issues that it lists',
  },
  autofix_stale: {
    ja: '自動修正の提案は現在の内容に当てはまりません。再レビューしてください',
    en: 'The proposed fix no longer fits the card; have it reviewed again',
  },
  not_approved: { ja: '承認されていないカードがあります', en: 'Some cards are not approved' },
  precondition_failed: {
    ja: '読み込んだ後に別の更新がありました。最新の内容を確認してください',
    en: 'The card was changed since you read it; look at the current content',
  },
  precondition_required: { ja: 'If-Match ヘッダが必要です', en: 'If-Match is required' },
  payload_too_large: { ja: 'リクエストが大きすぎます', en: 'The request is too large' },
  storage_error: {
    ja: 'ストアを利用できません。しばらくしてから、同じ要求をもう一度送ってください',
    en: 'The store is not available; send the same request again later',
  },
} as const satisfies Readonly<Record<string, Texts>>;

/** The states in which a card may refuse a change, and what to do. */
const stateTexts: Readonly<Record<string, Texts>> = {
  draft: { ja: '下書きです', en: 'it is a draft' },
  approved: {
    ja: '承認済みです。先に承認を解除してください',
    en: 'it is approved; unlock it first',
  },
  returned: {
    ja: '差し戻されています。先に編集するか、差し戻しを解除してください',
    en: 'it is returned; edit or unlock it first',
  },
};

/** A code that a call of the service is refused with. */
export type ServiceErrorCode = keyof typeof serviceTexts;

/** One key of a card on both sides of a lost update. */
export interface DiffEntry {
  readonly path: string;
  /** The value in the caller's revision; null when that revision is unknown. */
  readonly base: JsonValue;
  readonly current: JsonValue;
  readonly proposed: JsonValue;
  /** Both sides changed it, to different values. */
  readonly conflict: boolean;
}

/** The reason why a call was refused. */
export interface ServiceError {
  readonly code: ServiceErrorCode;
  readonly message: string;
  readonly details: readonly FieldIssue[];
  readonly current?: CardView;
  readonly diff?: readonly DiffEntry[];
}

/** A refusal. */
export interface Refusal {
  readonly ok: false;
  readonly error: ServiceError;
}

/** The result of every method of the service. */
export type ServiceResult<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The idempotency key was known: this is the first result, nothing was written. */
      readonly replayed?: boolean;
      /** The card was in the wanted state before this call; nothing was written. */
      readonly unchanged?: boolean;
    }
  | { readonly ok: false; readonly error: ServiceError };

/** Creates a refusal with an English message; the service translates it into its `locale`. */
export function refuse(
  code: ServiceErrorCode,
  details: readonly FieldIssue[] = [],
  more: Pick<ServiceError, 'current' | 'diff'> = {},
): Refusal {
  return {
    ok: false,
    error: { code, message: errorMessage(code, details, 'en'), details, ...more },
  };
}

/** Creates a result. */
export function done<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

const fieldNames: Readonly<Record<string, string>> = {
  title: 'タイトル',
  body: '本文',
  intent: '意図タグ',
  'story.phase': 'ストーリーのフェーズ',
  note: 'ノート',
  reason: '理由',
};
/** A field of a request is as long as its sender likes. */
const maxField = 80;

/** Returns the text of a refusal; a validation error is described by its first issue. */
export function errorMessage(
  code: ServiceErrorCode,
  details: readonly FieldIssue[],
  locale: Locale,
): string {
  const [first] = details;
  const general = serviceTexts[code][locale];
  if (first === undefined) return general;
  const isJapanese = locale === 'ja';
  const field = first.field.slice(0, maxField);
  if (code !== 'validation_error') {
    const state = stateTexts[String(first.params?.['actual'])];
    const named = code === 'conflict' && state !== undefined ? state[locale] : namesOf(details);
    return named === '' ? general : `${general}: ${named}`;
  }
  const name = isJapanese
    ? (fieldNames[field] ?? (field || 'リクエスト本文'))
    : `${field || 'The body'} `;
  return name + fieldIssueText(first.issue, locale, first.params) + hintOf(first);
}

/** More of them do not help a reader; the details have all. */
const maxNames = 5;

/** The first fields of a refusal. */
function namesOf(details: readonly FieldIssue[]): string {
  const names = details.slice(0, maxNames).map(({ field }) => field.slice(0, maxField));
  return [...names, ...(details.length > maxNames ? ['…'] : [])].filter(Boolean).join(', ');
}

/** The form of an id, which the text of an issue leaves open. */
function hintOf({ issue, field }: FieldIssue): string {
  if (issue !== 'invalid_format' || !/(?:^|\.)(?:spec_id|slide_id)$/.test(field)) return '';
  return ' (A-Z a-z 0-9 . _ -)';
}
