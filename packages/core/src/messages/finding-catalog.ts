import type { Catalog } from './catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** What schema libraries call a type, as a Japanese reader calls it. */
const typeNames: ReadonlyMap<unknown, string> = new Map([
  ['string', '文字列'],
  ['number', '数値'],
  ['integer', '整数'],
  ['boolean', '真偽値'],
  ['array', '配列'],
  ['object', 'オブジェクト'],
]);

/** Texts of the findings that the gate engine itself reports. Apart, so that a gate carries no others. */
export const findingCatalog: Catalog = {
  en: {
    required: '{place} is missing.',
    'wrong-type': '{place} must be of type {expected}, not {received}.',
    'too-few': '{place} needs at least {minimum} elements; it has {actual}.',
    'schema-mismatch': '{place} does not fit the schema: {message}',
    'rule-threw': 'The rule "{rule}" failed at {place}, so the value cannot pass. Fix the rule.',
  },
  ja: {
    required: '{place} がありません。',
    'wrong-type': ({ path, params }) =>
      `${placeText(path)} の型が違います（期待: ${typeName(params['expected'])}、実際: ${typeName(params['received'])}）。`,
    'too-few': '{place} の要素が足りません（{minimum} 個以上必要、現在 {actual} 個）。',
    'schema-mismatch': '{place} がスキーマに合いません: {message}',
    'rule-threw':
      'ルール「{rule}」が {place} の検査中に失敗したため、合格にできません。ルールを修正してください。',
  },
};

function typeName(name: unknown): string {
  return typeNames.get(name) ?? visibleText(String(name));
}
