import type { Language } from '@kanmon/core';
import type { Term } from '../language/reading.ts';

/** A message that puts one thing in the place of another: `sorry, I meant B, not A`. */
export interface Correction {
  /** The thing that is asked for instead. */
  readonly kept: string;
  /** The thing that is taken back; empty where the message only names the new thing. */
  readonly rejected: string;
  /** Announces the correction in words: no, I meant, 間違えました. */
  readonly isAnnounced: boolean;
}

/** Reads a message as a correction; null for another one. Whether it corrects is known with its history. */
export function readCorrection(text: string, language: Language): Correction | null {
  if (text.length > longestCorrection) return null;
  const plain = text.replaceAll('\n', ' ').trim();
  const read = language === 'ja' ? readJapanese(plain) : readEnglish(plain.replaceAll('’', "'"));
  return read === null || !/[\p{L}\p{N}]/u.test(read.kept) ? null : read;
}

/** UTF-16 units; longer messages contain more than a correction. */
const longestCorrection = 120;

const japaneseLead =
  /^(?:(?:あ+っ?|えっと|いや|いえ|いいえ|違い?ます|違う|違くて|そうじゃなくて?|そうではなくて?|すみません|すいません|ごめん(?:なさい)?|失礼(?:しました)?|間違(?:え|い)(?:まし|でし)?た|訂正(?:です|します)?)(?:[、。,!！\s]+|(?=[^、。\s]+(?:じゃ|では?)な)))+/u;
/** X ではなく Y: not X だけではなく, which adds, and not a verb, which explains. */
const japaneseNegation =
  /^(?:.*[、。\s])?(?<rejected>[^、。！？!?\s]{1,20}?)(?<!だけ|のみ|ばかり|ん|わけ|[うくぐすつぬぶむる]の)(?:の(?:こと|話|ほう|方|件))?(?:(?:では?|じゃ)(?:なくて?[、\s]*|(?:ない(?:です|んです)?|ありません)[、。\s]+)|というより(?:は|も)?[、\s]*)(?<kept>.+)$/u;
const japaneseName = /^[^、。？?]{1,20}(?:です|でした|のほう|の方)(?:です|でした|が)?[。！!]*$/u;
/** 子供のです: only the owner is another one, the thing is the same. */
const ownerOnly = /^[^のはがを]{1,12}の(?:(?:ほう|方)?(?:です|でした)?)[。！!]*$/u;

function readJapanese(text: string): Correction | null {
  const lead = japaneseLead.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const isAnnounced = /いや|いえ|違|間違|訂正|そう/u.test(lead);
  const { rejected = '', kept = '' } = japaneseNegation.exec(rest)?.groups ?? {};
  if (rejected !== '') {
    const body = kept.replace(/の(?:ほう|方|こと|話|件)(?=です|でした|なんです|を|が|$)/u, '');
    const owner = ownerOnly.test(kept) ? rejected.replace(/の[^の]+$/u, '') : rejected;
    return { kept: body, rejected: owner, isAnnounced: isAnnounced || japaneseName.test(kept) };
  }
  return isAnnounced && japaneseName.test(rest)
    ? { kept: rest.replace(/の(?:ほう|方)/u, ''), rejected: '', isAnnounced }
    : null;
}

const englishLead =
  /^(?:(?:no+|nope|sorry|actually|wait|oh|oops|ah|hmm|my (?:bad|mistake)|i'm sorry|wrong \w+)\b[\s,.!-]*)+/iu;
const meant =
  /^(?:(?:i|we) (?:actually )?(?:mean|meant|said|(?:was|am) (?:actually )?(?:asking|talking) (?:about|for))|i'm (?:asking|talking) about)\b[\s:,]*/iu;
const english: readonly RegExp[] = [
  /^(?:it's |its |it is )?not (?<rejected>[^,.;?!]{1,40}?)(?:[,.;]| -| but\b)\s*(?:but |it's |its |it is )?(?<kept>[^?]{2,60})$/iu,
  /^(?<kept>[^?]{2,60}?)(?:,| -|\.)? (?:and )?not (?<rejected>[^,.;?!]{1,40}?)[.!\s]*$/iu,
  /^(?<kept>[^?]{2,60}?),? (?:instead of|rather than) (?<rejected>[^,.;?!]{1,40}?)(?: please)?[.!\s]*$/iu,
];
/** After these `not` denies a clause, and rejects no thing. */
const noThing =
  /^(?:sure|yet|really|working|able|only|now|much|many|that|even|at all|so|too|very|just|long|possible|allowed|available|to|being|been|getting|in use|found)\b/iu;
const clause =
  /\b(?:is|are|was|were|do|does|did|can|could|will|would|have|has|had|how|what|when|where|who|why|i|it|my)\b/iu;
const noise = /(?:[\s,]+(?:actually|please|though|sorry))+(?=[.!\s]*$)/iu;

function readEnglish(text: string): Correction | null {
  const lead = englishLead.exec(text)?.[0] ?? '';
  const said = meant.exec(text.slice(lead.length))?.[0] ?? '';
  const rest = text.slice(lead.length + said.length).replace(noise, '');
  const isAnnounced = said !== '' || /^(?:no|nope|wrong)/iu.test(lead);
  for (const pattern of english) {
    const { rejected, kept } = pattern.exec(rest)?.groups ?? {};
    if (rejected === undefined || kept === undefined || noThing.test(rejected)) continue;
    const isFragment = !clause.test(kept);
    const own = kept.replace(meant, '').replace(noise, '');
    return { kept: own, rejected, isAnnounced: isAnnounced || isFragment };
  }
  const isFragment = !clause.test(rest) && rest.split(' ').length <= mostWords;
  return said !== '' || (isAnnounced && isFragment && !/^(?:thanks?|thank|that)/iu.test(rest))
    ? { kept: rest, rejected: '', isAnnounced }
    : null;
}

const mostWords = 5;

/** Takes rejected words out of earlier terms: a whole term, or the part of a compound. */
export function withoutRejected(
  terms: readonly Term[],
  rejected: readonly Term[],
): readonly Term[] {
  return terms.flatMap((term) => {
    const hit = rejected.find(({ key }) => isAbout(term, key));
    if (hit === undefined) return [term];
    const rest = term.text.replace(hit.text, '');
    // 普通預金 without 普通 is still 預金; 定期券 without 定期 is nothing.
    return /^\p{Script=Han}{2,}$/u.test(rest) && rest.length < term.text.length
      ? [{ ...term, text: rest, key: rest, values: [] }]
      : [];
  });
}

/** One begins or ends with the other: インフルエンザ and インフル, battery and batteries. */
export function isAbout({ key }: Term, other: string): boolean {
  const [short, long] = key.length < other.length ? [key, other] : [other, key];
  return short.length > 1 && (long.startsWith(short) || long.endsWith(short));
}
