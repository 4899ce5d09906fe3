import { findingAt, sentencesOf, type TextRule } from './text-rule.ts';

const polite = /(?:です|ます|ました|ません|でした|でしょう)(?:か|ね|よ)?[。！？!?]?$/u;
const plain = /(?:である|だ|だった|であった|ない)[。！？!?]?$/u;

/** Polite and plain endings in one manuscript: those of the rarer style are reported. */
export const mixedEndings: TextRule = (text) => {
  const sentences = sentencesOf(text);
  const inPolite = sentences.filter((sentence) => polite.test(sentence.text));
  const inPlain = sentences.filter(
    (sentence) => plain.test(sentence.text) && !polite.test(sentence.text),
  );
  if (inPolite.length === 0 || inPlain.length === 0) return [];
  const rarer = inPlain.length <= inPolite.length ? inPlain : inPolite;
  return rarer.map(({ start, end }) =>
    findingAt(
      text,
      { start, end },
      {
        category: 'mixed-endings',
        severity: 'medium',
        wording: {
          ja: '敬体と常体がまざっています。多いほうの文末にそろえてください。',
          en: 'Polite and plain endings are mixed; follow the style of the other sentences.',
        },
      },
    ),
  );
};

/** Full-width digits beside half-width ones: the full-width runs are reported. */
export const mixedDigits: TextRule = (text) => {
  if (!/[0-9]/u.test(text)) return [];
  return [...text.matchAll(/[０-９]+/gu)].map((match) =>
    findingAt(
      text,
      { start: match.index, end: match.index + match[0].length },
      {
        category: 'mixed-digits',
        severity: 'low',
        wording: {
          ja: '全角と半角の数字がまざっています。半角にそろえてください。',
          en: 'Full-width and half-width digits are mixed; use half-width ones.',
        },
      },
    ),
  );
};
