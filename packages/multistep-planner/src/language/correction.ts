import type { Language } from '@kanmon/core';
import { textEnd } from './clean-text.ts';
import type { Analysis, Term } from './reading.ts';
import { isThing, runsOf } from './terms.ts';

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
  const read = language === 'ja' ? readJapanese : readEnglish;
  // 8月じゃないわ、8月はあった。6月。: a sentence about the rejected thing goes with it; the others stay.
  const sentences = plain.replaceAll('’', "'").match(/[^.。!！]+[.。!！]*/gu) ?? [];
  // Sorry, bad eyes. It isn't the flight, it's the hotel: an excuse comes first.
  const excused = englishLead.test(plain) ? readSentences(sentences.slice(1), read) : null;
  return excused ?? readSentences(sentences, read);
}

function readSentences(
  sentences: readonly string[],
  read: (text: string) => Correction | null,
): Correction | null {
  for (let to = 1; to <= sentences.length; to += 1) {
    const found = read(sentences.slice(0, to).join('').trim());
    if (found === null || (found.rejected === '' && to < sentences.length)) continue;
    const kept = [found.kept, ...sentences.slice(to)]
      .filter((part) => found.rejected === '' || !part.startsWith(`${found.rejected}は`))
      .join(' ');
    return /[\p{L}\p{N}]/u.test(kept) ? { ...found, kept } : null;
  }
  return null;
}

/** UTF-16 units; longer messages contain more than a correction. */
const longestCorrection = 120;

const denial =
  /(?:(?:^|[,.;-] ?)not|\b(?:instead of|rather than)|(?:n't|\bnot) mean)(?: (?:an?|the|my)(?: [\w-]+)?)? $/iu;
/** In a text without these words nothing is denied: it need not be read term by term. */
const denies = /not\b|n't|instead of|rather than|(?:じゃ|では)(?:なく|ありません)/iu;
const japaneseDenial = /^(?:の(?:話|こと))?(?:じゃ|では)(?:なく(?!ても)|ありません)/u;

/** Returns the terms that a text denies, with the things beside them: not the X, instead of X Y, X ではなく. */
export function deniedIn({ text, terms }: Pick<Analysis, 'text' | 'terms'>): readonly Term[] {
  if (!denies.test(text)) return [];
  return runsOf(terms).flatMap((run) => {
    const at = run.findIndex(({ start }) => denial.test(textEnd(text.slice(0, start))));
    return run.filter(
      (term, index) =>
        japaneseDenial.test(text.slice(term.end)) ||
        (at >= 0 && (index === at || (index > at && isThing(term)))),
    );
  });
}

const japaneseLead =
  /^(?:(?:あ+っ?|えっと|ううん|や(?=[、。])|いや|いえ|いいえ|違い?ます|(?:違う)+|訂正(?:です|します)?|そう(?:じゃ|では)なくて?|すみません|すいません|ごめん(?:なさい|ね)?|失礼(?:しました)?|(?:書き|言い|打ち)?間違(?:え|い)(?:まし|でし|です)?た?)(?:[、。,!！\s]+|(?=[^、。はがを]{1,14}のほう$|間違|訂正|違い|[^、。\s]+(?:じゃ|では?)な|[^、。\s]{1,12}でした|[^、。\s]{1,12}(?:って|と)(?:言|書|打))))+/u;
/** X ではなく Y: not X だけではなく, which adds, and not a verb, which explains. */
const japaneseNegation =
  /^(?:.*[、。\s])?(?<rejected>[^、。！？!?\s]{1,20}?)(?<!だけ|のみ|ばかり|わけ)(?:の(?:こと|話|ほう|方|件)|ほう|方|の|ん)?(?:(?:では?|じゃ)(?:なく(?!ても)て?[、\s]*|(?:ない(?:です|んです|[やよわ])?|ありません)[、。\s]+)|(?:と|って)いう(?:より(?:は|も)?|か)[、\s]*|と違(?:う|い?ます)[わよね]?[、。\s]+|→)(?<kept>.+)$/u;
const japaneseName =
  /^[^、。？?]{1,20}(?:です|でした|のほう|の方|の間違い|のつもり|って(?:言い|書き)たかったん?|[でを](?=[。！!]*$)|(?<=^[^のはがをに]*(?:の[^のはがに]{1,8})?[\p{Script=Han}\p{Script=Katakana}ー]))(?:です|でした|だった|が)?[わよ]?[。！!]*$/u;
/** 成田って書いちゃったけど羽田でした */
const japaneseMisnomer =
  /^(?<rejected>[^、。\s]{1,20}?)(?:って|と)(?:書い|[言い]っ|打っ|聞い)[^、。]{0,8}?(?:けど|けれど|が|のは間違いで(?:す|した)?)[、。\s]*(?<kept>.+)$/u;
/** DVDのことです、本じゃなくて */
const japaneseAfter =
  /^(?<kept>[^、。\s]{1,20}?)(?:です|だよ|ね)?[、。\s]+(?<rejected>[^、。\s]{1,16}?)(?:では?|じゃ)な(?:くて?|い(?:です)?)[。！!]*$/u;
/** 子供のです: only the owner is another one, the thing is the same. */
const ownerOnly = /^[^のはがを]{1,12}の(?:(?:ほう|方)?(?:です|でした)?)[。！!]*$/u;

/** The nouns of `the X one`. */
const headless = /の?(?:ほう|方|こと|話|件|間違い)(?=です|でした|なんです|を|が|$)/u;

function readJapanese(text: string): Correction | null {
  const lead = japaneseLead.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const isAnnounced =
    /いや|いえ|違|間違|訂正|そう|ごめん/u.test(lead) ||
    /(?:間違い|つもり)(?:で|だ|$)|たかった/u.test(rest) ||
    (lead !== '' && /(?:でした|の(?:ほう|方)です)[。！!]*$/u.test(rest));
  const found =
    japaneseAfter.exec(rest) ?? japaneseNegation.exec(rest) ?? japaneseMisnomer.exec(rest);
  const { rejected = '', kept = '' } = found?.groups ?? {};
  // 請求書をメールではなく郵送にしたい: a wish, which corrects nothing.
  if (/.を./u.test(rejected)) return null;
  if (rejected !== '') {
    const body = kept.replace(headless, '');
    const owner = ownerOnly.test(kept) ? rejected.replace(/の[^の]+$/u, '') : rejected;
    return { kept: body, rejected: owner, isAnnounced: japaneseName.test(kept) };
  }
  return isAnnounced && japaneseName.test(rest)
    ? { kept: rest.replace(headless, ''), rejected: '', isAnnounced }
    : null;
}

const englishLead =
  /^(?:(?:no+|nope|typo|sorry|actually|wait|hang on|oh|w?h?oops|ah|hmm|correction|(?:scrub|scratch|ignore) (?:that|it)|apologies|(?:i )?(?:mixed|muddled) (?:\w+ ){0,2}up(?: the)?(?: \w+)?|my (?:bad|mistake|fault|error)|i'm sorry|(?:that's |i (?:typed|said|wrote) (?:it|that) )?(?:the )?wrong(?: \w+)?|that(?:'s| is) not what i (?:asked|meant|said|mean)(?: for| about)?)\b[\s,.:!-]*)+/iu;
const meant =
  /^(?:meant\b|(?:i|we) (?:actually )?(?:mean|meant|should(?:'ve| have) (?:said|put|asked(?: about)?)|said(?! [^,.;?!]{1,40} but\b)|asked (?:about|for)|(?:was|am) (?:actually )?(?:asking|talking) (?:about|for)))\b[\s:,]*/iu;
const meantAfter =
  /,? (?:is |was )?(?:what )?i (?:mean|meant)(?: to (?:say|ask|type|put))?[.!\s]*$/iu;
/** No, on my phone I mean, we have no computers: why the correction is made. */
const explanation = /(?<=\bi (?:mean|meant)), (?!(?:and )?not\b|but\b).*$/iu;
const english: readonly RegExp[] = [
  /^i (?:said|wrote|typed|put) (?<rejected>[^,.;?!]{1,40}?)(?:,| -)? but (?:i meant |it's |it is )?(?<kept>[^?]{2,60})$/iu,
  // I don't have Android, I'm using an iPhone.
  /^(?:\w+(?:'\w+| is| did)? )?(?:not|\w+n't)(?: (?:mean|say|ask(?:ing)?|about|want|need|wish|have|use|going|paying|to|by))*(?: the| an?)? (?<rejected>[^,.;?!]{1,40}?)(?: at all| anymore)?(?:[,.;]| -| but\b| (?=it's |i meant? ))\s*(?!how|w|can|do)(?:but |\w+'\w+ |its |it is |i (?=have|use))?(?:(?:have|using|going to|paying|on) )?(?<kept>[^?]{2,60})$/iu,
  /^(?<kept>[^?]{2,60}?)(?:,| -|\.)? (?:and )?not (?<rejected>[^,.;?!]{1,40}?)(?:, i\b[^,?]{2,40})?[.!\s]*$/iu,
  /^(?<kept>[^?]{2,60}?),? (?:instead of|rather than) (?<rejected>[^,.;?!]{1,40}?)(?: please)?[.!\s]*$/iu,
];
const clause =
  /\b(?:is|are|was|were|do|does|did|can|could|will|would|have|has|had|how|what|when|where|who|why|i|it|my)\b/iu;
const noise = /(?:[\s,]+(?:actually|please|though|sorry))+(?=[.!\s]*$)/iu;

function readEnglish(text: string): Correction | null {
  const lead = englishLead.exec(text)?.[0] ?? '';
  const own = text.slice(lead.length).replace(explanation, '').replace(noise, '');
  const said = meant.exec(own)?.[0] ?? meantAfter.exec(own)?.[0] ?? '';
  const rest = own.replace(said, '');
  const isAnnounced =
    said !== '' || /^(?:no|nope|that)|wrong|mistake|typo|correct|mixed|scr/iu.test(lead);
  for (const pattern of english) {
    const { rejected, kept } = pattern.exec(rest)?.groups ?? {};
    if (rejected === undefined || kept === undefined) continue;
    const isFragment = !clause.test(kept);
    return {
      ...withHead(kept.replace(meant, '').replace(noise, ''), rejected),
      isAnnounced: isAnnounced || isFragment,
    };
  }
  const wish = rest.replace(/^(?:i (?:want|need|would like) (?:to )?|it's )/iu, '');
  const isFragment =
    !clause.test(wish) && !rest.includes('?') && wish.split(' ').length <= mostWords;
  const isExcused =
    isAnnounced || /\b(?:sorry|oops|wait|my)\b/iu.test(lead) || /\w,? sorry[.!\s]*$/iu.test(text);
  return said !== '' || (isExcused && isFragment)
    ? { kept: wish, rejected: '', isAnnounced: true }
    : null;
}

const mostWords = 5;

/** Not the monthly pass, the annual one: the noun is that of the rejected thing, and stays. */
function withHead(kept: string, rejected: string): Pick<Correction, 'kept' | 'rejected'> {
  const one = /\s+ones?[.!\s]*$/iu;
  if (!one.test(kept)) return { kept, rejected };
  const { rest, head } = headed.exec(rejected.trim())?.groups ?? {};
  return rest === undefined || head === undefined
    ? { kept, rejected }
    : { kept: kept.replace(one, ` ${head}`), rejected: rest };
}

const headed =
  /^(?<rest>(?:(?:the|my|an?|our|this|that)\s+)?(?!(?:the|my|an?|our|this|that)\b).+)\s+(?<head>\S+)$/iu;
