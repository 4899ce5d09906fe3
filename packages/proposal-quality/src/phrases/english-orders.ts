import {
  anyOf,
  englishGuard,
  follows,
  isDenied,
  isName,
  isOpen,
  isPossible,
  isReported,
  type SentenceTest,
  startsClause,
  words,
} from './english-sentence.ts';
import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/**
 * Creates a pattern of whole words, which are no part of a compound (`must-have`). In `alternatives` a
 * space is any white space, and ' is either apostrophe.
 */
export function wholeWords(alternatives: string): RegExp {
  const source = alternatives.replaceAll(' ', '\\s{1,3}').replaceAll("'", "['’]");
  return new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${source})(?![\\p{L}\\p{N}_-])`, 'iu');
}

const persons = words('you we they i he she everyone everybody someone somebody nobody team staff');
const expected = words(
  'arrive last suffice fit cost remain still already come reach hold work help follow end',
);
const expectedStates = words(
  'able available enough ready back here there fine possible sufficient free open over dry safe easy easier clear complete finished visible cheaper faster shorter quicker lower higher',
);

/** An expectation: "the parcel should arrive on Friday", "the hall should be free". */
const isExpected: SentenceTest = ({ clause, after, matched }) => {
  if (matched.length > 1 || matched[0] !== 'should' || persons.has(clause.at(-1) ?? ''))
    return false;
  const next = after.filter((each) => !each.endsWith('ly') && each !== 'not');
  return (
    expected.has(next[0] ?? '') ||
    (next[0] === 'take' &&
      /^(?:about|around|two|three|four|five|a|an|one|less|more|no|between|\d+|up|roughly)$/.test(
        next[1] ?? '',
      )) ||
    (next[0] === 'be' &&
      expectedStates.has(
        next.slice(1).find((each) => !/^(?:all|well|much|still|back)$/.test(each)) ?? '',
      ))
  );
};

/** "Should it rain, ...", "should you need more": the verb before its subject. */
const isInverted: SentenceTest = ({ clause, after }) =>
  clause.length === 0 &&
  /^(?:you|we|they|it|he|she|i|the|a|an|this|that|these|those|there|any|anything|anyone|more|less|no|our|their|its|his|her|demand|prices)$/.test(
    after[0] ?? '',
  );

/** English `should` and `ought to` in every form; `shoulder` and `should-cost` are other words. */
export const englishShould: PhraseRule = definePhraseIn(
  /should|ought/i,
  {
    id: 'english-should',
    phrase: 'should',
    pattern: wholeWords(`should(?:n'?t|'ve|'d)?|ought(?:n'?t)? (?:not )?to`),
  },
  englishGuard(anyOf(isOpen, isInverted, isExpected, isReported)),
);

/** "The order must have been lost", "there must be some mistake": a conclusion, not an order. */
const isConcluded: SentenceTest = ({ before, after }) =>
  after[0] === 'have' || (before.at(-1) === 'there' && after[0] === 'be');

/** A name: "a must list", "the Must column". */
const isMustName: SentenceTest = ({ before, after }) =>
  /^(?:a|the|of|each|every|one|absolute)$/.test(before.at(-1) ?? '') &&
  /^(?:\p{L}+|"|”)$/u.test(after[0] ?? '') &&
  !/^(?:for|to|in|on|at|when|if|and|but|as|before|since|because|with|here)$/.test(after[0] ?? '');

/** English `must`; `must-have` and `mustard` are other words. */
export const englishMust: PhraseRule = definePhraseIn(
  /must/i,
  { id: 'english-must', phrase: 'must', pattern: wholeWords("must(?:n'?t|'ve)?") },
  englishGuard(anyOf(isOpen, isConcluded, isMustName, isName, isReported)),
);

const adverb =
  '(?: (?!not\\s)(?:also|still|now|first|then|\\p{L}{2,12}ly|soon|always|all|both|just))?';

/** An aim is no order: "the goal is to be done by May", "the date is to be decided". */
const isAim: SentenceTest = ({ before, matched }) =>
  matched[1] === 'to' &&
  (/^(?:decided|determined|confirmed|announced|agreed|seen|found|able|free|safe|ready|near|on|in|at|a|an|the|as|expected)$/.test(
    matched.at(-1) ?? '',
  ) ||
    before
      .slice(-8)
      .some((each) =>
        /^(?:goals?|aims?|plans?|ideas?|purpose|intention|hope|wish|challenge|question|way|ways|points?|options?|yet|things?|alternatives?|possibilit(?:y|ies)|steps?|tasks?|choices?|next|ideas)$/.test(
          each,
        ),
      ));

/** A relative clause describes its noun: "documents that need to be signed", "people who have to travel". */
const isAttributive: SentenceTest = ({ clause }) =>
  /^(?:that|which|who|whatever|than|as|all|where)$/.test(clause.at(-1) ?? '') && clause.length > 1;

/** "has to do with", "to need to", "we will not have to" and other uses that oblige no person. */
const isIdle: SentenceTest = ({ before, after, matched }) =>
  (matched.at(-1) === 'to' && after[0] === 'do' && after[1] === 'with') ||
  /^(?:to|not|never|they'd|the|a|any|no)$/.test(before.at(-1) ?? '') ||
  (matched[0] === 'shall' && /^(?:i|we)$/.test(before.at(-1) ?? ''));

/** Obligation in other verbs: have to, need to, had better, be required to, be to be done. */
export const englishObligation: PhraseRule = definePhraseIn(
  /\bto\b|better|needs|optional|shall|way/i,
  {
    id: 'english-obligation',
    phrase: 'have to',
    pattern: wholeWords(
      [
        `(?:have|has|'ve|'s)(?: got)?${adverb} to(?= \\p{L})`,
        `(?:i|you|we|they)'ve(?: got)?${adverb} to(?= \\p{L})`,
        `needs?${adverb} to(?= \\p{L})`,
        'needs? \\p{L}{2,20}(?:tt|[^aeiou\\s])ing(?=\\s{0,3}(?:[.,;!]|$|by\\s|before\\s|first))',
        `(?:is|are|am|'re)${adverb} (?:obliged|obligated|required|compelled|bound|supposed) to`,
        `(?:had|'d) better|(?:you|we|they)'d better`,
        '(?:is|are) (?:all )?to be \\p{L}{2,20}',
        'are to (?!be|the|a|an|our|your|their|its|his|her|some|all|those|these|do|have)\\p{L}{3,20}',
        `no (?:choice|alternative|option) but to|no way a?round|not optional|(?:is|it's) (?:high |the )?time to`,
        'shall(?= (?:not )?\\p{L})',
        '(?:you|everyone|everybody|staff|members|all) (?:is|are) to(?= \\p{L})',
        'there (?:is|remains) (?:a|an urgent|a clear|a strong) need (?:to|for)',
        'it is (?:your|our|their|the \\p{L}{2,20}) (?:duty|obligation|responsibility|job) to',
      ].join('|'),
    ),
  },
  englishGuard(anyOf(isOpen, isIdle, isDenied, isPossible, isAttributive, isAim, isReported)),
);

/** Asserted necessity: X is necessary, required, essential, mandatory. */
export const englishNecessity: PhraseRule = definePhraseIn(
  /need|necess|requi|essent|mandat|compuls|oblig|indisp|imperat|vital|crucial/i,
  {
    id: 'english-necessity',
    phrase: 'is necessary',
    pattern: wholeWords(
      `(?:is|are|be|(?:it|that|there)'s|they're|remains?|becomes?)(?: (?!not\\s|no\\s)(?:also|still|now|first|\\p{L}{2,14}ly|therefore|thus|all|both|often))? ` +
        '(?:necessary|needed|required|essential|mandatory|compulsory|obligatory|indispensable|imperative|crucial|vital|an? (?:absolute )?(?:necessity|requirement|prerequisite))' +
        '(?! (?:to (?:know|note)|reading|if|when|unless|where|or))',
    ),
  },
  englishGuard(
    anyOf(isOpen, isDenied, isPossible, isAttributive, follows(words('to be being')), isReported),
  ),
);

const asking = words('could can would will');

/** The verb "to please": "it will please the guests", "do as you please". */
const isVerbToPlease: SentenceTest = ({ before }) => {
  const previous = before.at(-1) ?? '';
  if (previous === 'you') return !asking.has(before.at(-2) ?? '');
  return /^(?:to|will|would|may|might|can|could|not|they|that|which|should|must|we)$/.test(
    previous,
  );
};

/** `please` before a request, also in a question: "could you please send it". */
export const englishPlease: PhraseRule = definePhraseIn(
  /please/i,
  { id: 'english-please', phrase: 'please', pattern: wholeWords('please(?=,? \\p{L})') },
  englishGuard(anyOf(isVerbToPlease, isReported)),
);

/** Requests with their verb: "we ask you to", "you are requested to". */
export const englishRequest: PhraseRule = definePhraseIn(
  /\bto\b|you/i,
  {
    id: 'english-request',
    phrase: 'we ask you to',
    pattern: wholeWords(
      [
        `(?:(?:i|we) (?:would (?:like|ask)|ask|request|urge|want|expect|need|beg|instruct)|(?:i|we)'d (?:like|ask)) (?:you|everyone|everybody|all \\p{L}{2,20}|the \\p{L}{2,20}) (?:all )?to`,
        '(?:you|everyone|members|staff|all) (?:is|are) (?:kindly )?(?:asked|requested|instructed|urged|expected|ordered|told) to',
        '(?:could|can|would|will) you(?= \\p{L}[^?.!]{0,200}\\?)',
        'it is (?:up to you|on you) to',
      ].join('|'),
    ),
  },
  englishGuard(isReported),
);

/** Verbs that no reader takes for a noun at the start of a sentence. */
const verbs = `add adjust adopt agree allocate allow announce apply appoint arrange ask assemble assign attach attend avoid
  begin bring buy cancel choose clarify collect compile confirm consult convert create decide define delegate
  delete deliver describe determine discard discuss distribute divide eliminate ensure establish examine exclude explain
  fetch finalise finalize find follow gather get give identify implement include inform inspect invite keep make
  negotiate notify obtain organise organize perform postpone prepare prioritise prioritize proceed propose provide
  publish pursue put refrain reject remove rename replace resolve retain rewrite select send settle simplify speak
  submit summarise summarize take talk tell translate verify write`;
/** Verbs that are nouns or adjectives too: an object must follow. */
const ambiguousVerbs = `address answer approach archive assess back block book box break build bundle call change charge check
  claim clean clear close code combine compare complete conduct contact copy count cover cut date delay design document
  do double draft draw drive drop email empty enter estimate exchange extend file fill finish fix forward group hand handle hire
  hold hurry insert install issue join label launch lay lead leave let limit link list load lock log mail map mark match
  measure meet mention merge mind monitor mount move name number offer open order outline pack paint park pause pay phone pick
  place plan plant post press price print process produce program pull purchase push queue quote raise rank rate reach
  read record reduce refer register release renew rent repair repeat reply report request research reserve reset rest
  return reuse review run save scan schedule search secure separate set share ship show sign skip sort split stack
  start stop store study supply support swap switch tackle target task test trace track trade train transfer treat trim try turn
  update upload use visit wait walk warn wash watch water weigh work wrap`;
const object =
  'the|a|an|all|your|our|every|each|this|these|those|that|it|them|him|her|both|any|one|two|three|four|five|\\d+|everyone|everything|whether|us|me|up|out|with|their|its|his|early|down|off|back|immediately|now|today|at (?:once|least)|no|only|until|from';
const alternatives = (list: string): string => [...words(list)].join('|');

/** Words after the name of a step, not after an order: "Send is the last step". */
const predicate =
  'is|are|was|were|has|have|had|will|can|could|may|might|would|should|must|does|do|and|or|of|than';

/** Sentences that begin with a verb: "Book the hall", "Make sure that", "Don't wait", "First, send the list". */
export const englishImperative: PhraseRule = definePhraseIn(
  null,
  {
    id: 'english-imperative',
    phrase: 'an imperative',
    pattern: wholeWords(
      [
        `(?:do not|don'?t|never) (?!worry|hesitate)\\p{L}{2,20}`,
        '(?:be|make|making) (?:absolutely |very )?(?:sure|certain)',
        'be careful (?:to|not)',
        'take care (?:to|not|that)',
        'see to it',
        'remember (?:to|that)',
        '(?:bear|keep) in mind',
        'kindly \\p{L}{2,20}',
        `(?:${alternatives(verbs)}) (?!(?:${predicate})(?![\\p{L}-]))["“]?[\\p{L}\\p{N}]{1,40}`,
        '(?:wait|look|search|apply|account|allow|pay|aim) for',
        `(?:${alternatives(ambiguousVerbs)}) (?:${object})`,
      ].join('|'),
    ),
  },
  englishGuard(anyOf((sentence) => !startsClause(sentence), isReported)),
);
