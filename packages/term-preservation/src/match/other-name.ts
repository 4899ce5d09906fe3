import { isWordUnit, lowerAscii, placesOf } from '../text/characters.ts';
import { normalizeWidth } from '../text/normalize-width.ts';
import { isStopWord } from '../words/stop-words.ts';
import { countOf, placeOf } from './exact-rungs.ts';
import type { Mention, PlanIndex } from './plan-index.ts';

/** Longest name that is looked for with another number. */
const longestName = 40;
/** A number with a letter that is no unit: 41A, 9b. */
export const shortName = /^\d{1,3}(?:[A-Z]|[a-fijkn-z])$/;
const anyNumber = String.raw`([a-z]?-?\d+[a-z]?(?:\(\w+\))*)`;
/** A noun and its number: bus 41A, section 12(3), エラーコード32. */
const labelled = new RegExp(`([a-z]{3,}[ -]|[ァ-ヶー一-龠]{2,} ?)${anyNumber}$`, 'i');

/**
 * Returns a name of the plan with the same letters or the same noun and another number that no term has: Q73 for Q37,
 * bus 41 for bus 41A. A number that is anywhere in the plan may belong to the noun.
 */
export function findSibling(index: PlanIndex, text: string, asked: string): Mention | undefined {
  const plain = normalizeWidth(text.trim()).text;
  if (!/\d/.test(plain) || plain.length > longestName) return undefined;
  const whole = lowerAscii(plain);
  const isThere = placesOf(index.plainLower, whole, 1).some(
    (at) => !isWordUnit(index.plainLower.charCodeAt(at + whole.length)),
  );
  if (isThere) return undefined;
  const [, noun = '', number = plain] = labelled.exec(plain) ?? [];
  const read = index.quantities().map(({ quantity }) => quantity);
  // 6:45 is no chair 6.
  const isRead = read.some(
    ({ raw, low, dimension }) => raw === Number(number) && !(dimension === 'clock' && low % 60 > 0),
  );
  // Line 7 is a name, and "step 7" may be one of a list.
  const isCommon = isStopWord(noun.toLowerCase().trim()) && !/^[A-Z]/.test(noun);
  if (isRead || hasName(index.plainLower, number) || isCommon) return undefined;
  const form = number.replace(/[^\w\s]/g, '\\$&').replace(/\d+/g, '\\d+');
  // 41 and 41B for 41A
  const short = shortName.test(number) ? `|(?:${number.slice(0, -1)}[a-z]?)` : '';
  // B2 for C1, and MM106 for M26
  const grade = /^[A-Z]{1,3}\d{1,3}$/.test(plain) ? String.raw`|(?:[A-Z]{1,3}\d{1,3})` : '';
  const shape = noun === '' ? form + short + grade : noun + anyNumber + short;
  const names = new RegExp(String.raw`(?<![\w.,-])(?:${shape})(?![\w-]|[.,]\d)`, 'gi');
  for (const { 0: name, 1: other = name, index: at } of index.plain.text.matchAll(names)) {
    const [mention] = index.plain.mentions(at, at + name.length, 'near', 0);
    // The number after a noun is its own: Year 11 pupils are not 11 pupils.
    const isMeasure =
      (noun === '' || name === other) &&
      read.some(
        ({ raw, dimension, bound = '' }) => raw === Number(other) && dimension + bound !== '',
      );
    // B1 or below is what B2 or higher leaves out, and force 8 is above force 7.
    const isRest =
      (/^(?:above|over|below|under|beyond|at least|at most|up to|from|until) /.test(whole) &&
        Math.abs(Number(other) - Number(number)) === 1) ||
      /^ ?(?:(?:or|and) (?:below|lower|under|earlier|older|less)|以下|未満|まで|以前)/.test(
        index.plainLower.slice(at + name.length, at + name.length + 14),
      );
    if (mention?.negation === undefined && !isMeasure && !isRest && !hasName(asked, other))
      return mention;
  }
  return undefined;
}

/**
 * DDP Zürich for DAP Zürich, 改訂B for 改訂C: the same words beside another code of capitals that no term has. One letter is
 * a code only beside a single word.
 */
export function findCode({ plain }: PlanIndex, text: string, asked: string): Mention | undefined {
  const whole = normalizeWidth(text.trim()).text;
  const [, before = '', code = '', after = ''] =
    codeForm.exec(whole) ?? labelForm.exec(whole) ?? letterForm.exec(whole) ?? [];
  if (code === '' || before + after === '' || hasName(plain.text, code)) return undefined;
  const [left, right] = [before, after].map((part) => part.replace(/[^\w\s]/g, '\\$&'));
  const shape = String.raw`(?<![\w一-龠ァ-ヶー])${left}([A-Z]{${code.length}})${right}(?![\w一-龠ァ-ヶー])`;
  const found = [...plain.text.matchAll(new RegExp(shape, 'gi'))].find(
    ([, other = code]) => /[A-Z]/.test(other) && !hasName(asked, other),
  );
  return found && plain.mentions(found.index, found.index + found[0].length, 'near', 0)[0];
}

/** A code of capitals before or after a word. */
const codeForm = /^([\w ]{2,40} )?([A-Z]{2,5})( [^\s\d]{2,40})?$/;
/** drawing rev. D: a letter after a word that calls for one */
const labelForm =
  /(?<![\w-])((?:[Rr]ev|[Rr]evision|[Vv]ersion|[Vv]ol|[Vv]olume|[Pp]lan|[Oo]ption|[Ss]ection|[Aa]nnex|[Aa]ppendix|[Ee]xhibit|[Ss]chedule|[Hh]all|[Bb]uilding|[Bb]lock|[Gg]ate|[Tt]erminal|[Ww]ing|[Ww]ard|[Rr]oom|[Zz]one|[Pp]latform|[Cc]lass|[Gg]rade|[Tt]ype|[Mm]odel|[Gg]roup|[Tt]eam)\.? )([A-HJ-Z])$/;
/** A letter after its noun or before it: Plan B, 改訂C, B棟. */
const letterForm = /^([A-Za-z]{3,12} |[一-龠ァ-ヶー]{1,8})?([A-HJ-Z])([一-龠ァ-ヶー]{1,6})?$/;

/** 高松センター, 田中部長: a place or a person by the own name and what it is. */
const placeForm =
  /^([一-龠]{2,4}|[ァ-ヶー]{2,8})(センター|工場|支店|営業所|支社|店|駅|港|空港|病院|小学校|中学校|高校|大学|公園|会館|図書館|倉庫|ホール|ホテル|[部課]長)$/;
/** 各店, 新工場, 近隣病院, 担当部長: no name. */
const generalPlace = /^(?:[各全新両同当自別近他旧前元総主本外次毎]|最寄|地元|系列|市内|県内|担当)/;

const englishPlaceForm =
  /^(?:the )?([A-Z][a-z]{2,}) (office|branch|site|plant|factory|warehouse|depot|store|shop|clinic|hospital|school|campus|hall|cent(?:re|er)|station|airport|library|museum|gallery|hotel|studio|bridge)$/;

/**
 * Returns a place of the same kind with another name, for one whose name is nowhere in the plan: 仙台センター for 高松センター, 佐藤部長 for 田中部長,
 * the York office for the Leeds office.
 */
export function findPlace({ plain }: PlanIndex, text: string, asked: string): Mention | undefined {
  const whole = normalizeWidth(text.trim()).text;
  const [, owner = '', noun = ''] = englishPlaceForm.exec(whole) ?? [];
  if (owner !== '' && !plain.text.includes(owner.slice(0, 4))) {
    const others = new RegExp(String.raw`(?<=[a-z,] )([A-Z][a-z]{2,}) ${noun}\b`, 'g');
    const other = [...plain.text.matchAll(others)].find(
      ([, each = owner]) => !asked.includes(each),
    );
    return other && plain.mentions(other.index, other.index + other[0].length, 'near', 0)[0];
  }
  const [, name = '', kind = ''] = placeForm.exec(whole) ?? [];
  if (name === '' || generalPlace.test(name) || plain.text.includes(name.slice(0, 2)))
    return undefined;
  const places = new RegExp(
    `(?<![一-龠ァ-ヶー])([一-龠]{2,3}|[ァ-ヶー]{2,8})${kind}(?![一-龠ァ-ヶー])`,
    'g',
  );
  const found = [...plain.text.matchAll(places)].find(
    ([, other = name]) => !generalPlace.test(other) && !asked.includes(other),
  );
  return found && plain.mentions(found.index, found.index + found[0].length, 'near', 0)[0];
}

/** Sides and colours of a thing: in each group the words that exclude each other. */
const sideWord =
  /\b(?:(left|right)|(north|south|east|west)|(upper|lower)|(front|back|rear)|(inner|outer|inside|outside)|(indoor|outdoor)|(black|white|red|blue|green|yellow|orange|purple|brown|pink))(?:ern|bound|[- ]hand)? (?=[a-z]{3})|([左右])|([東西南北])|([上下])(?=[段側巻部り半])|((?<=[屋室場])[内外]|[内外](?=側))|([前後])(?=[列輪部半])|([男女])(?=[子性])|([表裏])(?=[面側])|([赤青白黒黄緑紫茶桃])(?=[いの色ァ-ヶ]|[一-龠])/g;

/**
 * Returns the other side of the same thing, for a term whose own side is nowhere in the plan: 西口 for 東口, the right knee
 * for the left one.
 */
export function findSide(
  { plain, plainLower }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const lower = lowerAscii(normalizeWidth(text.trim()).text);
  const [own, ...more] = [...lower.matchAll(sideWord)];
  const axis = own?.findIndex((group, at) => at > 0 && group !== undefined) ?? 0;
  const side = own?.[axis] ?? '';
  if (own === undefined || more.length > 0 || isIn(side, plainLower)) return undefined;
  const after = lower.slice(own.index + own[0].length);
  const nouns = (after.match(/[a-z]{3,}/g) ?? []).filter((word) => !isStopWord(word));
  const rest = /^の?([一-龠ァ-ヶーぁ-ん]{1,2})/.exec(after)?.[1] ?? '';
  const before = lower.slice(Math.max(0, own.index - 2), own.index);
  // The noun right after it or some words on, or the end of a name: 十日町北 for 十日町南
  const shape = new RegExp(
    /[a-z]/.test(side)
      ? `^(?:[a-z]+ ){0,3}(?:${nouns.join('|') || '0'})\\b`
      : rest === ''
        ? '^'
        : `^の?${rest}`,
  );
  for (const found of plainLower.matchAll(sideWord)) {
    const { 0: form, [axis]: other, index } = found;
    const end = index + form.length;
    const noun = shape.exec(plainLower.slice(end, end + 50))?.[0];
    const isNamed =
      rest !== '' ||
      nouns.length > 0 ||
      (before.length > 1 && plainLower.startsWith(before, index - 2));
    if (other !== undefined && noun !== undefined && isNamed && !isIn(other, asked))
      return plain.mentions(index, end + noun.length, 'near', 0)[0];
  }
  return undefined;
}

function isIn(word: string, text: string): boolean {
  return new RegExp(/[a-z]/.test(word) ? `\\b${word}` : word, 'i').test(text);
}

/** Returns true for a name that is part of no longer one, with any separators. */
function hasName(text: string, name: string): boolean {
  const form = (name.match(/\d+|[a-z]+/gi) ?? []).join(String.raw`[^a-z\d]?`);
  // 04:12 is no 12.
  return new RegExp(String.raw`(?<![a-z\d]|\d[:.,/])${form}(?![a-z\d]|[:.,/]\d)`, 'i').test(text);
}

/** The fifth floor, 3rd movement, 第四楽章: a thing by its place among those of its kind. */
const ordinalThing =
  /^(?:the )?([a-z-]{5,14}|\d{1,2}(?:st|nd|rd|th)) ([a-z]{3,})$|^第([\d一二三四五六七八九十]{1,3})([一-龠ァ-ヶー]{1,4})$/;

/** Returns a thing of the same kind in another place: floor 4 for the fifth floor, 第二楽章 for 第四楽章. */
export function findOrdinalSibling(
  { plain, plainLower }: PlanIndex,
  text: string,
  asked: string,
): Mention | undefined {
  const whole = lowerAscii(normalizeWidth(text.trim()).text);
  const [, place = '', noun = '', number = '', kind = noun] = ordinalThing.exec(whole) ?? [];
  const wanted = number === '' ? placeOf(place) : countOf(number);
  if (wanted === undefined) return undefined;
  const places = (
    of: string,
  ): { readonly at: number; readonly form: string; readonly value: number }[] =>
    placesOf(of, kind, kind.length).flatMap((at) => {
      const end = at + kind.length;
      const [before = '', japanese = ''] =
        /第([\d一二三四五六七八九十]{1,3})$|[a-z\d-]+ $/.exec(of.slice(Math.max(0, at - 16), at)) ??
        [];
      // Floor 4 is a place, and the party 20 guests.
      const [, after = '', next = ''] =
        /^( (?:[a-z]+|\d+))(?: ([a-z]+))?/.exec(of.slice(end, end + 24)) ?? [];
      const [first, second] = [
        japanese === '' ? placeOf(before.trim()) : countOf(japanese),
        japanese === '' && (next === '' || isStopWord(next)) ? countOf(after.trim()) : undefined,
      ];
      if (first !== undefined)
        return [{ at: at - before.length, form: before + kind, value: first }];
      return second === undefined ? [] : [{ at, form: kind + after, value: second }];
    });
  const given = places(plainLower);
  if (given.some(({ value }) => value === wanted)) return undefined;
  const named = new Set(places(asked).map(({ value }) => value));
  const other = given.find(({ value }) => !named.has(value));
  return other && plain.mentions(other.at, other.at + other.form.length, 'near', 0)[0];
}
