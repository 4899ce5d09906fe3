import { countUnits, isHiragana, isKanji, runEnd } from '../text/characters.ts';
import { buildTable, groupByUnit, wordSet } from '../text/lexicon.ts';

/** A text without its okurigana, and the offset of each unit in the original. */
export interface Skeleton {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Words that are also written with hiragana for a kanji, and their skeletons. Written for this package. */
const mixedWords = /* @__PURE__ */ wordSet(`
たな卸>棚卸 ひも付>紐付 ひもづ>紐付 紐づ>紐付 関連づ>関連付 名づ>名付 位置づ>位置付 ひな形>雛形 しきい値>閾値 あて先>宛先 あて名>宛名
くり返>繰返 とり消>取消 とりまと>取纏 取りまと>取纏 うけつけ>受付 わりあて>割当 割りあて>割当 といあわせ>問合 もうしこみ>申込
みつもり>見積 みなお>見直 やりと>遣取 やり取>遣取 つけ足>付足 ふり仮名>振仮名 ふりがな>振仮名 うけと>受取 はりつけ>貼付 ゴミ箱>ごみ箱
お客さま>お客様 子ども>子供 こども>子供
`);
const mixedSpellings = /* @__PURE__ */ buildTable(() => {
  const pairs = [...mixedWords].map((pair) => {
    const [kana = '', kanji = ''] = pair.split('>');
    return { kana, kanji };
  });
  return groupByUnit(pairs, ({ kana }) => kana);
});

/** Last kana of okurigana: the i and e rows, without the particles に, へ and で. */
const okuriganaEnds = 'いきしちひみりぎじびえけせてねめれげぜべっ';

/** Leaves out up to two hiragana after a kanji when they may be okurigana. Particles stay. Linear. */
export function createSkeleton(folded: string): Skeleton {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  while (at < folded.length) {
    const from = at;
    const mixed = mixedSpellings
      .get(folded.charAt(at))
      ?.find(({ kana }) => folded.startsWith(kana, from));
    const { kana, kanji } = mixed ?? { kana: folded.charAt(at), kanji: folded.charAt(at) };
    text += kanji;
    // The last kanji is at the last kana, so that a mention takes in all of them.
    for (let index = 0; index < kanji.length; index += 1)
      offsets.push(at + (index === kanji.length - 1 ? kana.length - 1 : index));
    at += kana.length;
    if (mixed !== undefined || isKanji(folded.charCodeAt(at - 1)))
      at += okuriganaLength(folded, at);
  }
  offsets.push(folded.length);
  return { text, offsets };
}

/** Returns a form without okurigana when it has a kanji, two units or more, and no hiragana; else ''. */
export function skeletonOf(folded: string): string {
  const { text } = createSkeleton(folded);
  const fits = text.length >= 2 && countUnits(text, isKanji) > 0;
  return fits && countUnits(text, isHiragana) === 0 ? text : '';
}

/** Returns the length of the longest one or two kana from `at` that end like okurigana. */
function okuriganaLength(folded: string, at: number): number {
  const run = runEnd(folded, at, isHiragana, at + 2) - at;
  if (
    run === 2 &&
    isOkuriganaEnd(folded, at + 1) &&
    !'をはがにのでともやへ'.includes(folded.charAt(at))
  )
    return 2;
  return run > 0 && isOkuriganaEnd(folded, at) ? 1 : 0;
}

function isOkuriganaEnd(folded: string, at: number): boolean {
  return okuriganaEnds.includes(folded.charAt(at));
}
