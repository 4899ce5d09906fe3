import type { Analysis } from '../language/analysis.ts';
import { englishPronouns } from '../language/en.ts';
import type { TopicId } from '../language/lexicon.ts';
import { type Focus, isNounTopic } from './focus-terms.ts';

/** Positive: follow-up; negative: stands alone. Log-odds without a calibrated scale. */
export function followupEvidence(message: Analysis, focus: Focus): number {
  return message.language === 'ja'
    ? japaneseEvidence(message, focus)
    : englishEvidence(message, focus);
}

/**
 * Weights of the English score. Those of pronouns, openers, words, content words and capitals come
 * from the contract of the package; the bias is set where CANARD's macro-F1 is highest.
 */
const englishWeights = {
  pronoun: 3,
  opener: 2,
  more: 1,
  elaboration: 2,
  ellipsis: 2.5,
  word: -0.2,
  content: -0.3,
  capital: -0.5,
  noCapital: 2,
  ownTopic: -2,
  noContent: 1.5,
  definite: 0.5,
  bias: 0.6,
} as const;

const pronouns: ReadonlySet<string> = new Set(englishPronouns);

/** A definite noun phrase often takes up one that was mentioned: `the causes`. */
const definite = /\bthe\b/iu;

function englishEvidence({ text, words, terms, signals, topics }: Analysis, focus: Focus): number {
  const w = englishWeights;
  const inner = words
    .slice(1)
    .filter(
      ({ text: word, lower }) => /^\p{Lu}/u.test(word) && lower !== 'i' && !lower.startsWith("i'"),
    );
  const known = focusTopics(focus);
  // Outside the shop's topics, where the dialog has none, a topic word proves no change of topic.
  const hasNewTopic =
    known.length > 0 && topics.size > 0 && !known.some((topic) => topics.has(topic));
  const isAboutOther =
    hasNewTopic &&
    terms.some((term) => isNounTopic(term) && !(term.isBareAttribute && hasOwner(focus))) &&
    !signals.demonstrative &&
    !signals.ellipsis;
  const content = terms.filter(({ key }) => !pronouns.has(key)).length;
  return (
    (signals.demonstrative ? w.pronoun : 0) +
    (signals.opener ? w.opener : 0) +
    (signals.more ? w.more : 0) +
    (signals.elaboration ? w.elaboration : 0) +
    (signals.ellipsis && !signals.opener ? w.ellipsis : 0) +
    (definite.test(text) ? w.definite : 0) +
    words.length * w.word +
    content * w.content +
    (inner.length === 0 ? w.noCapital : inner.length * w.capital) +
    (content === 0 ? w.noContent : 0) +
    (isAboutOther ? w.ownTopic : 0) +
    w.bias
  );
}

/** What a size or a colour can be of: a thing that was named, not a topic of the shop nor a region. */
function hasOwner({ current }: Focus): boolean {
  return current.some(
    ({ isSpecific, topics, values }) => isSpecific && topics.length === 0 && values.length === 0,
  );
}

/** Weights of the Japanese score, set by hand on the dialogs of `test/cases`: no public set has these labels. */
const japaneseWeights = {
  demonstrative: 3,
  opener: 2,
  ellipsis: 2.5,
  also: 1.5,
  choice: 3,
  elaboration: 2.5,
  more: 2,
  zeroAnaphora: 2.3,
  whOnly: 3,
  ownTopic: -3.5,
  identifier: -1.5,
  specific: -0.8,
  bias: -1,
} as const;

/** A noun that a sentence is about: its subject, or what somebody applies for, joins or enters. */
const markedMatter =
  /[^\p{Script=Hiragana}\s、。](?:(?:は|が)(?!い)|に(?:申し?込|応募|参加|加入|入会|登録))/u;

function japaneseEvidence({ text, terms, signals, topics }: Analysis, focus: Focus): number {
  const w = japaneseWeights;
  const nouns = terms.filter((term) => isNounTopic(term));
  const hasOwnTopic = nouns.length > 0;
  const known = focusTopics(focus);
  const hasNewTopic = hasOwnTopic && !known.some((topic) => topics.has(topic));
  const hasValue = terms.some(({ values }) => values.length > 0);
  const specific = terms.filter(
    ({ isSpecific, key }) => isSpecific && /[^\p{Script=Hiragana}]$/u.test(key),
  ).length;
  // 延長できますか: one noun, marked as no matter, leaves open what it is about.
  // 色は何色ありますか after a product: a property of what was spoken of.
  const isProperty =
    hasOwnTopic &&
    nouns.every(({ isBareAttribute }) => isBareAttribute) &&
    !terms.some(({ isGeneric, isSpecific }) => isGeneric && !isSpecific) &&
    focus.current.some(({ isSpecific, topics: own }) => isSpecific && own.length === 0);
  const isOpen =
    isProperty ||
    (!hasOwnTopic && (specific === 0 || (specific === 1 && !markedMatter.test(text))));
  return (
    (signals.demonstrative ? w.demonstrative : 0) +
    (signals.choice && !hasOwnTopic ? w.choice : 0) +
    (signals.opener && !hasOwnTopic ? w.opener : 0) +
    (signals.ellipsis && (hasValue || !hasNewTopic || nouns.every(({ isAttribute }) => isAttribute))
      ? w.ellipsis
      : 0) +
    (signals.also && !hasNewTopic ? w.also : 0) +
    (signals.elaboration ? w.elaboration : 0) +
    (signals.more ? w.more : 0) +
    (isOpen ? w.zeroAnaphora : 0) +
    (terms.length === 0 && signals.wh ? w.whOnly : 0) +
    (hasNewTopic &&
    !signals.ellipsis &&
    !signals.demonstrative &&
    !nouns.every(({ isAttribute, isSpecific }) => isAttribute && !isSpecific)
      ? w.ownTopic
      : 0) +
    (terms.some(({ isIdentifier }) => isIdentifier) ? w.identifier : 0) +
    specific * w.specific +
    w.bias
  );
}

function focusTopics({ current, latest }: Focus): readonly TopicId[] {
  return [...current, ...latest].flatMap(({ topics }) => topics);
}
