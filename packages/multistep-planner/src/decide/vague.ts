import type { Analysis } from '../language/reading.ts';
import { isTopical } from '../language/terms.ts';
import type { ReadRequest } from '../planner/turn.ts';
import { logistic, weigh } from './followup.ts';

/**
 * Weights of what shows that the words of a message are its scene, and not its matter: `my son set it up,
 * and now something has happened`. Fitted by `test/quality/fit-vague.ts` on the dialogs of `test/cases`.
 */
const weights = {
  topical: -2.31,
  density: -2.6,
  value: -2.22,
  attributes: -1.71,
  verbs: -0.59,
  placeholders: 2.07,
  lastStatement: 2.07,
  lastTerms: -0.52,
  lastLongest: -0.73,
  history: -2.7,
  bias: 2.09,
};

/** Asks back 798 of 974 vague messages and 6 of 3,094 others, each judged by weights from the other files. */
export const vagueFrom = 0.92;

/** Stands for a thing that is not named. */
const placeholder =
  /\b(?:it|its|it's|this|that|that's|something|anything|everything|things?|ones?|stuff|whatever|them|they)\b|やつ|それ|これ|あれ|この|その|あの|例の|そちら|こちら|もの|こと|どう|さっき|前の|いつもの/giu;

/** UTF-16 units of a message that names one thing and nothing else. */
const usualLength = { ja: 15, en: 40 };

/** Returns the likelihood, 0 to 1, that what a message names is not what it is about. The history does not count. */
export function vagueness(turn: ReadRequest): number {
  return logistic(weigh(weights, vagueFeatures(turn)));
}

/** The features of `weights`; of the whole message, and of its last sentence, which holds what is asked. */
export function vagueFeatures({ body, history, analyse }: ReadRequest) {
  const message = analyse(body);
  const { terms, text, language } = message;
  const isJapanese = language === 'ja';
  const sentences = text
    .split(/(?<=[.!?。！？\n])\s*/u)
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
  const last = analyse(sentences.at(-1) ?? text);
  const topical = terms.filter(isTopical);
  const nouns = topical.filter(({ isVerb, isAside }) => !isVerb && !isAside);
  const widths = last.terms
    .filter((term) => isTopical(term) && !term.isVerb)
    .map((term) => term.text.length * (isJapanese ? 2 : 1));
  return {
    topical: topical.length,
    density:
      Math.log(1 + nouns.length) -
      Math.log(1 + text.length / usualLength[isJapanese ? 'ja' : 'en']),
    value: terms.some(({ values }) => values.length > 0),
    attributes: count(message, 'isAttribute'),
    verbs: count(message, 'isVerb'),
    placeholders: Math.log(1 + (text.match(placeholder)?.length ?? 0)),
    lastStatement: last.signals.statement,
    lastTerms: last.terms.length,
    lastLongest: Math.log(1 + Math.max(0, ...widths)),
    history: history.length > 0,
    bias: 1,
  };
}

function count({ terms }: Analysis, property: 'isAttribute' | 'isVerb'): number {
  return terms.filter((term) => term[property]).length;
}
