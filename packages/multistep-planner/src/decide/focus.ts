import type { Analysis } from '../language/analysis.ts';
import { resolveLanguage } from '../language/resolve-language.ts';
import { withoutSwitchPhrase } from '../language/switch-phrase.ts';
import type { Term } from '../language/term.ts';
import type { ReadInput } from '../planner/read-input.ts';
import { type Focus, isNounTopic } from './focus-terms.ts';
import { followupEvidence } from './followup-evidence.ts';

/** The latest user questions that are looked at; older ones decide nothing in practice. */
const questionsInView = 6;

/** Folds the user's earlier questions, oldest first, into what a follow-up would refer to. */
export function focusOf(read: ReadInput): Focus {
  const asked = inView(read.history.filter(({ role }) => role === 'user'));
  let focus: Focus = { opening: [], latest: [], current: [], answer: [], question: null };
  for (const { content } of asked) {
    const analysis = analyseEarlier(read, content);
    if (analysis === null || analysis.terms.length === 0 || isElaborationOnly(analysis)) continue;
    const isFollowup =
      focus.question !== null &&
      !analysis.signals.topicSwitch &&
      followupEvidence(analysis, focus) > 0;
    const current = isFollowup
      ? replaceSlots(focus.current, analysis).concat(analysis.terms)
      : analysis.terms;
    focus = {
      opening: analysis.signals.topicSwitch
        ? analysis.terms
        : openingAfter(focus, analysis, isFollowup),
      latest: analysis.terms,
      current: withoutDoubles(current),
      answer: [],
      question: analysis,
    };
  }
  const said = read.history.findLast(({ role }) => role === 'assistant');
  const answer = said === undefined ? null : analyseEarlier(read, said.content);
  return answer === null ? focus : { ...focus, answer: answer.terms };
}

/**
 * An earlier message, read in its own language, without the words that announce another topic. Null for
 * one in another language than the message: its words find nothing there. A bare English name
 * (`iPhone 15 case`) may stand in a Japanese query.
 */
function analyseEarlier(read: ReadInput, content: string): Analysis | null {
  const own = resolveLanguage(content, []);
  const language = own === 'other' ? read.language : own;
  const whole = read.analyse(content, { in: language });
  const analysis = whole.signals.topicSwitch
    ? { ...read.analyse(withoutSwitchPhrase(content), { in: language }), signals: whole.signals }
    : whole;
  if (language === read.language || read.language === 'other') return analysis;
  const isName = language === 'en' && analysis.words.length === analysis.terms.length;
  return isName ? analysis : null;
}

/** The first question, and the latest ones. */
function inView<Message>(asked: readonly Message[]): readonly Message[] {
  return asked.length <= questionsInView
    ? asked
    : [...asked.slice(0, 1), ...asked.slice(1 - questionsInView)];
}

function openingAfter(focus: Focus, analysis: Analysis, isFollowup: boolean): readonly Term[] {
  if (focus.question === null) return analysis.terms;
  if (isFollowup) return replaceSlots(focus.opening, analysis);
  const isOwnTopic = analysis.terms.some((term) => isNounTopic(term) && !term.isBareAttribute);
  return isOwnTopic ? analysis.terms : focus.opening;
}

/** Asks for more of the same and adds nothing of its own. */
export function isElaborationOnly({ signals, terms }: Analysis): boolean {
  return (
    signals.elaboration && !terms.some(({ isSpecific, topics }) => isSpecific || topics.length > 0)
  );
}

/**
 * Earlier terms that a message replaces drop out: a value by one of its kind, an attribute noun by
 * another one, a topic by the message's own.
 */
export function replaceSlots(
  earlier: readonly Term[],
  { terms, signals }: Analysis,
): readonly Term[] {
  const kinds = new Set(terms.flatMap(({ values }) => values.map(({ kind }) => kind)));
  const hasAttribute = terms.some(({ isAttribute }) => isAttribute);
  const hasTopic = terms.some((term) => isNounTopic(term));
  const withoutValues = earlier.filter(({ values }) => !values.some(({ kind }) => kinds.has(kind)));
  const kept = withoutValues.filter((term) => {
    if (hasAttribute && term.isAttribute && !term.isSpecific) return false;
    const isReplaceable = term.topics.length > 0 && !term.isSpecific && term.values.length === 0;
    return !(hasTopic && isReplaceable && (signals.ellipsis || signals.opener || signals.also));
  });
  // And for gifts?: where nothing would be left, the topic is what the new word adds to.
  return kept.length > 0 ? kept : withoutValues;
}

/** Each key once, at its first place. */
export function withoutDoubles(terms: readonly Term[]): readonly Term[] {
  const seen = new Set<string>();
  return terms.filter(({ key }) => !seen.has(key) && seen.add(key) !== undefined);
}
