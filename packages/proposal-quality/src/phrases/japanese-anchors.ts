import { createAnchorIndex } from './anchor-index.ts';
import type { AnchorKind } from './pattern-anchors.ts';
import { words } from './words.ts';

/** Pairs of letters in most sentences. */
const frequent = words(
  'です ます して った ない から ため こと もの との では には ので って てい いる ある する れる り、 す。 た。 が、 は、 いま しま りま され らな に、 て、 ませ せん ると',
);
const isKana = /^[ぁ-ん、。]+$/;

/** An anchor is two letters in a row, or three, where the first two and the last two are tokens. */
const japanese: AnchorKind = {
  tokensOf(text) {
    const anchors: string[] = [];
    for (const part of text.split('\uE000')) {
      for (let index = 0; index + 1 < part.length; index += 1) {
        const three = part.slice(index, index + 3);
        if (three.charCodeAt(0) > 0x7f) anchors.push(three.slice(0, 2));
        if (three.length === 3 && three.charCodeAt(1) > 0x7f) anchors.push(three);
      }
    }
    return anchors;
  },
  weigh(anchor) {
    if (anchor.length === 3) return isKana.test(anchor) ? 4 : 1;
    return frequent.has(anchor) ? 200 : isKana.test(anchor) ? 20 : 2;
  },
};

/** Two code units as one number. `$` is the end of the text. */
function keyOf(pair: string): number {
  return (pair.charCodeAt(0) << 16) | (pair.charAt(1) === '$' ? 0 : pair.charCodeAt(1));
}

/** The index of the Japanese phrases. */
export const japaneseIndex = createAnchorIndex({
  kind: japanese,
  flags: 'gu',
  searched: (text) => text,
  keysOf: (anchor) =>
    anchor.length === 2
      ? [keyOf(anchor), null]
      : [keyOf(anchor.slice(1)), keyOf(anchor.slice(0, 2))],
  read(text, meet) {
    let first = text.charCodeAt(0);
    for (let index = 1; index <= text.length; index += 1) {
      const second = index < text.length ? text.charCodeAt(index) : 0;
      meet((first << 16) | second);
      first = second;
    }
  },
});
