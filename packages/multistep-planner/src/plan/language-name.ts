import type { Language } from '@kanmon/core';
import { plainSpelling } from './read-loosely.ts';

/** Names of the two languages that a plan tells apart, beside their tags. */
const names: ReadonlyMap<string, Language> = new Map([
  ...['english', 'eng', 'inglés', 'anglais', 'englisch', '英語'].map((name): [string, Language] => [
    name,
    'en',
  ]),
  ...['japanese', 'jpn', 'jp', 'nihongo', '日本語', '日本', '和文'].map(
    (name): [string, Language] => [name, 'ja'],
  ),
  ...['other', 'others', 'その他', '他'].map((name): [string, Language] => [name, 'other']),
]);

/** Names of other languages that models write where a tag is due: in English and in the language. */
const otherNames: ReadonlySet<string> = new Set(
  (
    'arabic العربية bengali chinese 中文 中国語 mandarin czech čeština danish dansk dutch nederlands finnish suomi ' +
    'french français フランス語 german deutsch ドイツ語 greek ελληνικά hebrew עברית hindi हिन्दी hungarian magyar ' +
    'indonesian italian italiano korean 한국어 韓国語 malay norwegian norsk persian polish polski portuguese português ' +
    'romanian română russian русский spanish español スペイン語 swedish svenska thai ไทย turkish türkçe ukrainian ' +
    'українська vietnamese'
  )
    .split(' ')
    .map((name) => plainSpelling(name) ?? name),
);

/** A language tag of BCP 47, reduced to its language: `en-US`, `ja_JP.UTF-8`, `zh-Hant`. */
const languageTag = /^([a-z]{2,3})(?:[-_][a-z0-9]{2,8}){0,3}(?:\.[a-z0-9-]{2,10})?$/u;

/** Returns the language that a tag or a usual name stands for, or null. */
export function languageOfName(name: string): Language | null {
  const spelling = plainSpelling(name);
  if (spelling === null) return null;
  const known = names.get(spelling);
  if (known !== undefined) return known;
  const tag = languageTag.exec(name.normalize('NFKC').trim().toLowerCase())?.[1];
  if (tag === 'en' || tag === 'ja') return tag;
  if (tag !== undefined) return names.get(tag) ?? 'other';
  return otherNames.has(spelling) ? 'other' : null;
}
