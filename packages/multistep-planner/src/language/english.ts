import { englishAuxiliaries, englishPronouns, englishWhWords } from './en.ts';
import type { CompiledLexicon, TopicId, ValueKind } from './lexicon.ts';
import type { Signals, Term, TextReading, Word } from './reading.ts';

const wordPattern = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;

/** The words of a text in order. Linear. */
export function englishWords(text: string): readonly Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => {
    const [word] = match;
    const lower = word.toLowerCase().replaceAll('’', "'");
    return {
      text: word,
      lower,
      folded: foldWord(lower),
      start: match.index,
      end: match.index + word.length,
    };
  });
}

/** Lower case, no possessive, singular: enough to find a lexicon word in its plural. */
function foldWord(word: string): string {
  const bare = word.toLowerCase().replace(/'s$|'$/u, '');
  if (bare.length <= 3 || !bare.endsWith('s') || /(?:ss|us|is)$/u.test(bare)) return bare;
  if (bare.endsWith('ies') && bare.length > 4) return `${bare.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/u.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

/** Folds each word of a phrase. */
export function foldPhrase(phrase: string): string {
  return phrase.split(' ').map(foldWord).join(' ');
}

const identifier = /^[a-z]{1,4}-?\d{3,}$|^\d{6,}$|^\d{2,}-\d{2,}(?:-\d+)*$/u;
const dateWord =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|yesterday|weekend|january|february|april|june|july|august|september|october|november|december|christmas)$|^\d{1,2}(?:st|nd|rd|th)$|^\d{4}-\d{2}-\d{2}$/u;
const sizeWord = /^(?:xs|xl|xxl|\d+(?:\.\d+)?(?:cm|mm|kg|g|ml|oz|lb|inch))$/u;
const longestPhrase = 3;

/** Reads an English text: its words, its terms, and the signals of its form. */
export function readEnglish(text: string, lexicon: CompiledLexicon): TextReading {
  const words = englishWords(text);
  return {
    terms: englishTerms(text, words, lexicon),
    signals: englishSignals(text, words),
    words,
  };
}

/** Returns the content terms of an English text in order: a phrase of the lexicon is one term. */
function englishTerms(
  text: string,
  list: readonly Word[],
  lexicon: CompiledLexicon,
): readonly Term[] {
  const terms: Term[] = [];
  for (let index = 0; index < list.length;) {
    const length = phraseLength(list, index, lexicon);
    const first = list[index];
    const last = list[index + Math.max(1, length) - 1];
    if (first !== undefined && last !== undefined && (length > 0 || !isStop(first, lexicon))) {
      const phrase = list.slice(index, index + Math.max(1, length));
      terms.push(termOf(text.slice(first.start, last.end), phrase, lexicon));
    }
    index += Math.max(1, length);
  }
  return terms;
}

function isStop({ lower, folded }: Word, { stop }: CompiledLexicon): boolean {
  return (
    stop.has(lower) ||
    stop.has(folded) ||
    stop.has(lower.replaceAll("'", '')) ||
    (/^\w+'(?:s|d|ll|re|ve|m|t)$/u.test(lower) && stop.has(lower.replace(/(?:n't|'\w+)$/u, '')))
  );
}

/** Words of the longest lexicon phrase that begins here. */
function phraseLength(list: readonly Word[], index: number, { known }: CompiledLexicon): number {
  for (let length = Math.min(longestPhrase, list.length - index); length > 1; length -= 1) {
    if (
      known.has(
        list
          .slice(index, index + length)
          .map(({ folded }) => folded)
          .join(' '),
      )
    )
      return length;
  }
  const word = list[index];
  if (word === undefined || !known.has(word.folded)) return 0;
  // `us` the pronoun is far more frequent than the country; only capitals mean the country.
  return word.lower === 'us' && word.text !== 'US' ? 0 : 1;
}

function termOf(text: string, phrase: readonly Word[], lexicon: CompiledLexicon): Term {
  const key = phrase.map(({ folded }) => folded).join(' ');
  const start = phrase[0]?.start ?? 0;
  const end = phrase.at(-1)?.end ?? start;
  const topic = lexicon.topicOf.get(key);
  const kind: ValueKind | undefined = lexicon.valueOf.get(key);
  const isAttribute = lexicon.attributes.has(key);
  const isGeneric = lexicon.generic.has(key);
  const isIdentifier = identifier.test(key);
  const values: { kind: ValueKind; value: string }[] = [];
  if (kind !== undefined) values.push({ kind, value: key });
  else if (isIdentifier) values.push({ kind: 'order', value: text });
  else if (dateWord.test(key)) values.push({ kind: 'date', value: key });
  else if (sizeWord.test(key)) values.push({ kind: 'size', value: key });
  const topics: TopicId[] = topic === undefined ? [] : [topic];
  const isSpecific = topics.length === 0 && values.length === 0 && !isAttribute && !isGeneric;
  return {
    text,
    key,
    start,
    end,
    topics,
    values,
    isAttribute,
    isBareAttribute: isAttribute && values.length === 0,
    isGeneric,
    isSpecific,
    isIdentifier,
  };
}

const opener =
  /^(?:and|also|what about|how about|or|then|so|but|why|what else|any other|anything else|ok(?:ay)?,? (?:and|then|so|what))\b/u;
const topicSwitch =
  /\b(?:by the way|btw|different question|another question|another topic|different topic|unrelated|changing the subject|on another note|separate question|new question|something else entirely)\b/u;
const elaboration =
  /\b(?:more detail|in detail|more about (?:that|this|it)|for example|such as what|explain (?:more|further|that|this|it)|elaborate|can you explain|go on|be more specific)\b|\b(?:tell me more|more information)(?: about (?:that|this|it|them))?[.?!]*$|^(?:why(?: not| is that| so)?|how so|how come|like what|really)\s*\??$/u;
const more =
  /\b(?:else|other|others|another|more|same|first|next|last|rest|second|instead|different|too|similar|besides|latter|former|again|still|also|later|after|before|following|further)\b/u;
const policy =
  /\b(?:(?:can|may|could|should|must) (?:i|we|you|one|customers|anyone|someone)|do (?:you|i|we|they)|does (?:the|your|this|it|a|my)|is (?:it|there)|are there|is (?:\w+ ){1,4}(?:possible|allowed|free|available|included|required|accepted|refundable|taxable|valid)|are (?:\w+ ){1,4}(?:possible|allowed|free|available|included|required|accepted|refundable|returnable|valid|sent|shipped)|possible|allowed|how (?:long|much|many|soon|often|far|late|do|can|does|should|is|are)|when|where|what(?:'s| is| are| happens| kind| types?| countries| forms?| sort| methods?| time)|until when|which|who (?:pays|covers)|why (?:do|does|is|are)|policy|terms)\b/u;
const personalStatus =
  /\b(?:where(?:'s| is| are)|when (?:will|is|does)|what(?:'s| is) the status of|status of|has|did|is|why (?:is|has|hasn't|was|did)|what happened to|track|check (?:on )?) ?(?:on )?my (?:\w+ )?(?:order|parcel|package|delivery|refund|shipment|purchase|item|money)\b/u;
const complaint =
  /\b(?:(?:hasn't|has not|haven't|have not|didn't|did not|never|not|still (?:not|hasn't|haven't)) (?:yet )?(?:been )?(?:arrived?|come|came|received?|delivered|shipped|shown up|show up|got(?:ten)?|get)|still waiting|(?:arrived|came|is|was) (?:broken|damaged|faulty|defective|late|wrong)|receiv\w+ (?:an? |the |my )?(?:broken|damaged|faulty|defective)|wrong (?:item|product|size|colou?r|order)|not what i ordered|missing (?:item|from my)|i received the wrong)\b/u;
const wish =
  /\b(?:(?:i|we) (?:want|wish|need|would like|have|am trying|'d like)|i'd like|i'm trying|please|help me|can you|could you)(?: \w+){0,2} (?:cancel|return|exchange|refund|track)\b(?: (?:my|the|an?|this|it|order|purchase|item))*/u;
const howTo =
  /\b(?:how (?:do|can|should|would|to|does one)|steps?|instructions|guide|way to|procedure|process)\b/u;
const chitchat =
  /^(?:thanks?(?: you| a lot| so much| very much)?|thx|ty|cheers|great|perfect|awesome|cool|nice|good(?: morning| afternoon| evening| night|bye)?|bye|goodbye|see you|hello|hi|hey|ok|okay|got it|i see|understood|that(?:'s| is)? (?:all|helpful|great|it|solved it)|that helps|that solves it|solved|never mind|no thanks|yes|no|sure)\b/u;
const refusal =
  /^(?:(?:sorry,? )?i (?:don't|do not|dont|can't|cannot|can not) (?:know|remember|care|recall|find|have)|i (?:lost|forgot|have lost|have forgotten|'ve lost)|(?:not|haven't|have not) (?:yet )?decided|not sure|no idea|skip|any(?:thing|one|where)?(?: is fine| will do| works)?$|doesn't matter|does not matter|whatever|no preference|unknown|idk|none|no clue|either|you (?:choose|decide))\b/u;
const choice =
  /\b(?:which (?:one |ones )?(?:is|are|should|do|would)(?: \w+){0,2} (?:best|better|buy|get|choose|recommend)|what (?:do|would|should) (?:you|i) (?:recommend|suggest|buy|get|choose)|recommend(?:ation)?s?|the best one)\b/u;
const ellipsis =
  /^(?:and |or |so |ok(?:ay)?,? |then )?(?:what|how) about\b|^(?:and |is it )?(?:the )?same (?:for|with|in|to|if|when)\b|^(?:and|or) (?:for |to |in |on |with )?\w+(?: \w+){0,3} ?\??$|^(?:for|to|in|on|with|from) \w+(?: \w+){0,3} ?\?$/u;

/** Reads the form of an English message. Every pattern is bounded; linear in the message. */
function englishSignals(text: string, words: readonly Word[]): Signals {
  const lower = text.toLowerCase().replaceAll('’', "'").replaceAll('\n', ' ');
  const first = words[0]?.lower ?? '';
  const isQuestion =
    lower.includes('?') || englishWhWords.has(first) || englishAuxiliaries.has(first);
  const isHowTo = howTo.test(lower);
  const isPersonal = !isHowTo && (personalStatus.test(lower) || complaint.test(lower));
  const isGeneral = /\b(?:if|in case|when) (?:my|the|an?|i)\b/u.test(lower);
  const isPolicy = policy.test(lower);
  const isWish =
    wish.test(lower) && !/\b(?:how|when|where|what|policy|until|can i|may i|do you)\b/u.test(lower);
  return {
    demonstrative: words.some((word, index) =>
      refersBack(word, words[index + 1], words[index - 1]),
    ),
    opener: opener.test(lower),
    topicSwitch: topicSwitch.test(lower),
    elaboration: elaboration.test(lower),
    more: more.test(lower),
    question: isQuestion,
    wh: words.some(({ lower: word }) => englishWhWords.has(word)),
    policy: isPolicy && (!isPersonal || isGeneral),
    personal: (isPersonal && !isGeneral) || isWish,
    howTo: isHowTo,
    chitchat: chitchat.test(lower) && !isQuestion,
    refusal: refusal.test(lower),
    choice: choice.test(lower),
    ellipsis: ellipsis.test(lower),
    also: /\b(?:too|as well|either)\s*[?.!]*$/u.test(lower),
  };
}

/** Returns true for a word that is a pronoun here, unlike in `there is`, `it is possible to` and `that I bought`. */
export function refersBack(word: Word, next: Word | undefined, before: Word | undefined): boolean {
  const bare = word.lower.replace(/'(?:s|re|ll|ve|d)$/u, '');
  if (!englishPronouns.has(bare)) return false;
  if (bare === 'there') {
    const beside = `${before?.lower ?? ''} ${next?.lower ?? ''}`;
    return !/\b(?:is|are|was|were|a|an|any|be)\b/u.test(beside) && word.lower === 'there';
  }
  if (bare === 'that')
    return (
      !/^(?:i|you|we|he|she|they|can|is|are|has|have|will|was|were)$/u.test(next?.lower ?? '') ||
      before === undefined
    );
  if (bare === 'one' || bare === 'such' || bare === 'both')
    return before !== undefined && !/^(?:more|no|day|one)$/u.test(before.lower) && bare !== 'such';
  return true;
}
