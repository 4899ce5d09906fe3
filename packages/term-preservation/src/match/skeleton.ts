import { isHiragana, isKanji } from '../text/characters.ts';

/** A text without its okurigana, and where each kept unit stood. */
export interface Skeleton {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Words people write with hiragana for a kanji; the kana before its kanji partner is read as the kanji. */
const mixedSpellings: readonly (readonly [string, string])[] = [
  ['たな卸', '棚卸'],
  ['ひも付', '紐付'],
  ['ひもづ', '紐付'],
  ['紐づ', '紐付'],
  ['関連づ', '関連付'],
  ['名づ', '名付'],
  ['位置づ', '位置付'],
  ['ひな形', '雛形'],
  ['しきい値', '閾値'],
  ['あて先', '宛先'],
  ['あて名', '宛名'],
  ['くり返', '繰返'],
  ['とり消', '取消'],
  ['とりまと', '取纏'],
  ['取りまと', '取纏'],
  ['うけつけ', '受付'],
  ['わりあて', '割当'],
  ['割りあて', '割当'],
  ['といあわせ', '問合'],
  ['もうしこみ', '申込'],
  ['みつもり', '見積'],
  ['みなお', '見直'],
  ['やりと', '遣取'],
  ['やり取', '遣取'],
  ['つけ足', '付足'],
  ['ふり仮名', '振仮名'],
  ['ふりがな', '振仮名'],
  ['うけと', '受取'],
  ['はりつけ', '貼付'],
  ['ゴミ箱', 'ごみ箱'],
  ['お客さま', 'お客様'],
  ['子ども', '子供'],
  ['こども', '子供'],
];
const byFirst = new Map<string, (readonly [string, string])[]>();
for (const pair of mixedSpellings) {
  const first = pair[0].charAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), pair]);
}

/** Last kana of okurigana: the i and e rows, without the particles に, へ and で. */
const okuriganaEnds = new Set('いきしちひみりぎじびえけせてねめれげぜべっ');

/** Leaves out up to two hiragana after a kanji when they may be okurigana; particles stay. Linear. */
export function createSkeleton(folded: string): Skeleton {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  const keep = (unit: string, offset: number): void => {
    text += unit;
    offsets.push(offset);
  };
  while (at < folded.length) {
    const from = at;
    const pair = byFirst.get(folded.charAt(at))?.find(([kana]) => folded.startsWith(kana, from));
    if (pair === undefined) {
      keep(folded.charAt(at), at);
      at += 1;
    } else {
      const [kana, kanji] = pair;
      // The last kanji stands at the last kana, so that a mention takes in all of them.
      for (const [index, unit] of Array.from(kanji).entries())
        keep(unit, index === kanji.length - 1 ? at + kana.length - 1 : at + index);
      at += kana.length;
    }
    if (isKanji(folded.charCodeAt(at - 1)) || pair !== undefined) at += okuriganaLength(folded, at);
  }
  offsets.push(folded.length);
  return { text, offsets };
}

/** A form without okurigana, when it holds a kanji and two units or more, none of them hiragana; '' otherwise. */
export function skeletonOf(folded: string): string {
  const { text } = createSkeleton(folded);
  const kanji = Array.from(text).filter((unit) => isKanji(unit.charCodeAt(0))).length;
  const plain = Array.from(text).every((unit) => !isHiragana(unit.charCodeAt(0)));
  return kanji >= 1 && text.length >= 2 && plain ? text : '';
}

function okuriganaLength(folded: string, at: number): number {
  let run = 0;
  while (run < 3 && isHiragana(folded.charCodeAt(at + run))) run += 1;
  if (run === 0) return 0;
  // The longest of one or two kana that ends like okurigana.
  if (run >= 2 && okuriganaEnds.has(folded.charAt(at + 1)) && !particle(folded.charAt(at)))
    return 2;
  return okuriganaEnds.has(folded.charAt(at)) ? 1 : 0;
}

function particle(kana: string): boolean {
  return 'をはがのにでともやへ'.includes(kana);
}
