import { textEnd } from '../language/clean-text.ts';
import type { Analysis } from '../language/reading.ts';
import { runsOf } from './replace.ts';

/** An item of the last answer by its place: the second one, 後者. */
const ordinal =
  /\bthe (?:(?:first|last|second|third) (?:one|option)\b|(?:former|latter)(?=[\s?.,!]*$|,))|前者|後者|(?:[123一二三][つ番]目|(?:最初|後)の(?=ほう|方|やつ))(?:の?(?:ほう|方|やつ))?/iu;
/** First characters of the ordinals of the first three items, without `the`. */
const places = ['f前最1一', 's2二', 't3三'];
const separator = /、|,? (?:and|or) |, |または|[かとや](?=[\p{Script=Han}\p{Script=Katakana}])/u;

/** Names the item of an answer that a text points at: `that garden suite` for `the second one`. */
export function withPicked(
  text: string,
  answer: string,
  analyse: (text: string) => Analysis,
): string {
  const found = ordinal.exec(textEnd(text))?.[0];
  if (found === undefined) return text;
  const items = (answer.match(/[^。.!?？\n]+/gu) ?? [])
    .map((sentence) => sentence.split(separator))
    .find((pieces) => pieces.length > 1)
    // The words before the first item, and after the others, are no part of it.
    ?.map((piece, index) => runsOf(analyse(piece).terms).at(index === 0 ? -1 : 0) ?? []);
  const mark = found.replace(/^the /iu, '').charAt(0).toLowerCase();
  const item = items?.at(places.findIndex((marks) => marks.includes(mark))) ?? [];
  if (item.length === 0) return text;
  const names = item.map((term) => term.text).join(' ');
  return text.replace(found, analyse(text).language === 'ja' ? `その${names}` : `that ${names}`);
}
