import type { Locale } from '@kanmon/core';
import type { CardView } from '../model/card.ts';
import type { FieldIssue, FieldIssueCode } from '../model/field-issue.ts';
import type { JsonValue } from '../model/json.ts';

/** Codes of everything a call may be refused for. */
export type ServiceErrorCode =
  | 'validation_error'
  | 'header_required'
  | 'header_invalid'
  | 'spec_id_required'
  | 'unauthorized'
  | 'forbidden'
  | 'actor_mismatch'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'already_exists'
  | 'idempotency_key_reused'
  | 'content_hash_mismatch'
  | 'grade_blocks_approval'
  | 'autofix_stale'
  | 'not_approved'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'precondition_required'
  | 'internal_error'
  | 'storage_error';

/** The HTTP status of each code. */
export const serviceStatus: Readonly<Record<ServiceErrorCode, number>> = Object.freeze({
  validation_error: 400,
  header_required: 400,
  header_invalid: 400,
  spec_id_required: 400,
  unauthorized: 401,
  forbidden: 403,
  actor_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_exists: 409,
  idempotency_key_reused: 409,
  content_hash_mismatch: 409,
  grade_blocks_approval: 409,
  autofix_stale: 409,
  not_approved: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  precondition_required: 428,
  internal_error: 500,
  storage_error: 503,
});

/** One key of a card on both sides of a lost update. */
export interface DiffEntry {
  readonly path: string;
  /** What the caller's revision held; null when that revision is unknown. */
  readonly base: JsonValue;
  readonly current: JsonValue;
  readonly proposed: JsonValue;
  /** Both sides changed it, to different values. */
  readonly conflict: boolean;
}

/** Why a call was refused. */
export interface ServiceError {
  readonly code: ServiceErrorCode;
  readonly status: number;
  readonly message: string;
  readonly details: readonly FieldIssue[];
  readonly current?: CardView;
  readonly diff?: readonly DiffEntry[];
}

/** What every method of the service ends in. */
export type ServiceResult<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** The idempotency key was known: this is the first result, nothing was written. */
      readonly replayed?: boolean;
      /** The card was in the wanted state before: another call brought it there, nothing was written. */
      readonly unchanged?: boolean;
    }
  | { readonly ok: false; readonly error: ServiceError };

/** A refusal. */
export interface Refusal {
  readonly ok: false;
  readonly error: ServiceError;
}

/** Makes a refusal with its text in English; the service translates it into its `locale`. */
export function refuse(
  code: ServiceErrorCode,
  details: readonly FieldIssue[] = [],
  more: Pick<ServiceError, 'current' | 'diff'> = {},
): Refusal {
  const message = errorMessage(code, details, 'en');
  return { ok: false, error: { code, status: serviceStatus[code], message, details, ...more } };
}

/** A result. */
export function done<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

type Texts = { readonly [L in Locale]: string };

const texts: Readonly<Record<ServiceErrorCode, Texts>> = {
  validation_error: { ja: '入力に誤りがあります', en: 'The input is not valid' },
  header_required: { ja: '必須のヘッダがありません', en: 'A required header is missing' },
  header_invalid: { ja: 'ヘッダの形式が正しくありません', en: 'A header is malformed' },
  spec_id_required: {
    ja: 'デッキを spec_id で指定してください',
    en: 'Name the deck with spec_id',
  },
  unauthorized: { ja: '認証が必要です', en: 'Authentication is required' },
  forbidden: { ja: 'この操作を行う権限がありません', en: 'Your token does not allow this' },
  actor_mismatch: {
    ja: 'X-Actor がトークンの持ち主と一致しません',
    en: 'X-Actor is not the owner of the token',
  },
  not_found: { ja: '見つかりません', en: 'Not found' },
  method_not_allowed: { ja: 'このメソッドは使えません', en: 'The method is not allowed here' },
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
    en: 'The grade of the review blocks the approval; mend what it names',
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
  payload_too_large: { ja: 'リクエストが大きすぎます', en: 'The request is too large' },
  unsupported_media_type: {
    ja: 'Content-Type は application/json にしてください',
    en: 'Send application/json',
  },
  precondition_required: { ja: 'If-Match ヘッダが必要です', en: 'If-Match is required' },
  internal_error: { ja: '内部エラーが発生しました', en: 'An internal error occurred' },
  storage_error: {
    ja: '保存できませんでした。同じ要求をもう一度送ってください',
    en: 'It could not be saved; send the same request again',
  },
};

const issueTexts: Readonly<Record<FieldIssueCode, Texts>> = {
  missing: { ja: 'が未指定です', en: 'is missing' },
  wrong_type: { ja: 'の型が正しくありません', en: 'has the wrong type' },
  blank: { ja: 'が空です', en: 'is blank' },
  too_long: { ja: 'が長すぎます', en: 'is too long' },
  too_many: { ja: 'は上限を超えています', en: 'is beyond the limit' },
  too_few: { ja: 'の数が足りません', en: 'has too few entries' },
  control_character: { ja: 'に制御文字が含まれています', en: 'has a control character' },
  bidi_control: { ja: 'に書字方向の制御文字が含まれています', en: 'has a bidirectional control' },
  invisible_character: {
    ja: 'に見えない文字が含まれています',
    en: 'has an invisible character',
  },
  lone_surrogate: { ja: 'に壊れた文字が含まれています', en: 'has a broken character' },
  column_count: { ja: 'の列数が合いません', en: 'has the wrong number of columns' },
  invalid_format: { ja: 'の形式が正しくありません', en: 'is malformed' },
  unknown_field: { ja: 'という項目はありません', en: 'is not a known field' },
  unknown_value: { ja: 'の値は使えません', en: 'has a value that cannot be used' },
  duplicate: { ja: 'が重複しています', en: 'is a duplicate' },
};

const fieldNames: Readonly<Record<string, string>> = {
  title: 'タイトル',
  body: '本文',
  intent: '意図タグ',
  'story.phase': 'ストーリーのフェーズ',
  note: 'ノート',
  reason: '理由',
};
const maxField = 80;

/** The text of a refusal: of its first detail where there is one. */
export function errorMessage(
  code: ServiceErrorCode,
  details: readonly FieldIssue[],
  locale: Locale,
): string {
  const [first] = details;
  const general = texts[code][locale];
  if (first === undefined) return general;
  const name = first.field.slice(0, maxField) || (locale === 'ja' ? 'リクエスト本文' : 'The body');
  if (code === 'validation_error') {
    const shown = locale === 'ja' ? (fieldNames[name] ?? name) : name;
    const between = locale === 'ja' ? '' : ' ';
    return `${shown}${between}${issueTexts[first.issue][locale]}`;
  }
  return first.field === '' ? general : `${general}: ${name}`;
}
