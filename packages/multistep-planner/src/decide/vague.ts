import { isTopical } from '../language/terms.ts';
import type { ReadRequest } from '../planner/turn.ts';
import { logistic, weigh } from './followup.ts';

/**
 * Weights of what shows that the words of a message are its scene, and not its matter: `my son set it up,
 * and now something has happened`. Fitted by `test/quality/fit-vague.ts` on the dialogs of `test/cases`.
 */
const weights = {
  topical: -1.97,
  topicalJapanese: -1.59,
  density: -3.54,
  value: -2.12,
  attributes: -1.73,
  placeholders: 2.16,
  lastStatement: 2.13,
  lastTerms: -0.86,
  history: -2.57,
  bias: 1.8,
};

/** Asks back 831 of 974 vague messages and 6 of 3,091 others, each judged by weights from the other files. */
export const vagueFrom = 0.9;

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
  return {
    topical: topical.length,
    topicalJapanese: isJapanese ? topical.length : 0,
    density:
      Math.log(1 + nouns.length) -
      Math.log(1 + text.length / usualLength[isJapanese ? 'ja' : 'en']),
    value: terms.some(({ values }) => values.length > 0),
    attributes: terms.filter(({ isAttribute }) => isAttribute).length,
    placeholders: Math.log(1 + (text.match(placeholder)?.length ?? 0)),
    lastStatement: last.signals.statement,
    lastTerms: last.terms.length,
    history: history.length > 0,
    bias: 1,
  };
}
