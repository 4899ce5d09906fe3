import type { Catalog } from './catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** Japanese names of the types that schema libraries report. */
const typeNames: Readonly<Record<string, string>> = {
  string: '文字列',
  number: '数値',
  integer: '整数',
  boolean: '真偽値',
  array: '配列',
  object: 'オブジェクト',
};

/** Texts of the findings that the gate engine itself reports, without those that a gate never needs. */
export const findingCatalog: Catalog = {
  en: {
    required: '{place} is missing.',
    'wrong-type': '{place} must be of type {expected}, not {received}.',
    'too-few': '{place} needs at least {minimum} elements; it has {actual}.',
    'schema-mismatch': '{place} does not fit the schema: {message}',
    'rule-threw':
      'The rule "{rule}" failed at {place}, so the value cannot pass. Fix the rule: {error}.',
    'review-failed': 'The review "{review}" did not finish, so the value cannot pass.',
    // A text without a value ("too-deep" and "too-large" also of a patch)
    empty: 'The model returned no text.',
    'no-json': 'The answer contains no JSON.',
    'no-match': 'The answer contains JSON, but not of the kind that was asked for.',
    refusal: 'The model declined to answer.',
    'repair-not-allowed': 'The JSON is broken in a way that cannot be repaired for certain.',
    'cut-off': 'The answer was cut off.',
    'too-deep': 'The JSON is nested too deeply.',
    'too-large': 'The text or document is too large.',
  },
  ja: {
    required: '{place} がありません。',
    'wrong-type': ({ path, params }) =>
      `${placeText(path)} の型が違います（期待: ${typeName(params['expected'])}、実際: ${typeName(params['received'])}）。`,
    'too-few': '{place} の要素が足りません（{minimum} 個以上必要、現在 {actual} 個）。',
    'schema-mismatch': ({ path, params }) =>
      `${placeText(path)} がスキーマに合いません: ${visibleText(inJapanese(String(params['message'])))}`,
    'rule-threw':
      'ルール「{rule}」が {place} の検査中に失敗したため、合格にできません。ルールを直してください（{error}）。',
    'review-failed': 'レビュー「{review}」が完了しなかったため、合格にできません。',
    empty: 'モデルの回答が空です。',
    'no-json': '回答に JSON がありません。',
    'no-match': '回答に JSON はありますが、求めた形式ではありません。',
    refusal: 'モデルが回答を断りました。',
    'repair-not-allowed': 'JSON が壊れており、確実には修復できません。',
    'cut-off': '回答が途中で切れています。',
    'too-deep': 'JSON の入れ子が深すぎます。',
    'too-large': 'テキストまたは文書が大きすぎます。',
  },
};

/** Limits and choices in the English of zod 4: "Too big: expected string to have <=5 characters". */
const zodText =
  /^(?:Too|Invalid) \w+: expected (?:\w+ to \w+ (?:exactly )?|one of )?([<>]=?)?(.+)$/;
const bounds: Readonly<Record<string, string>> = {
  '>=': '以上',
  '<=': '以下',
  '>': 'より大きい値',
  '<': '未満',
};

/** Any other message stays as it is: it was written for the schema, perhaps in Japanese. */
function inJapanese(message: string): string {
  return message.replace(zodText, (_, bound: string | undefined, wanted: string) => {
    const counted = wanted.replace(' characters', ' 文字').replace(' items', ' 個');
    return `${counted}${bounds[bound ?? ''] ?? ''}にしてください。`;
  });
}

function typeName(given: unknown): string {
  const name = String(given);
  return (Object.hasOwn(typeNames, name) && typeNames[name]) || visibleText(name);
}
