import { type Alternative, alternativesOf } from './anchor-index.ts';
import {
  anyOf,
  englishGuard,
  follows,
  isConditional,
  isDenied,
  isName,
  isOpen,
  isPossible,
  isReported,
  type SentenceTest,
  startsClause,
} from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';
import { words } from './words.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

/**
 * Creates alternatives of whole words, which are no part of a compound (`must-have`). A space stands for
 * any white space, and ' for either apostrophe.
 */
export function wholeWords(...sources: readonly string[]): readonly Alternative[] {
  return sources.flatMap(alternativesOf).map((each) => {
    const source = each.replaceAll(' ', '\\s{1,3}').replaceAll("'", "['’]");
    return { source: `(?<![a-zà-ÿ0-9_-])(?:${source})(?![a-zà-ÿ0-9_-])` };
  });
}

/** Up to two words between, which do not deny: "is clearly". */
export const some = '(?:(?!(?:not?|to|yet|never|being) )[a-zà-ÿ]{2,14} ){0,2}';

const persons = words('you we they i he she everyone everybody someone somebody nobody team staff');
const expected = words(
  'arrive last suffice fit cost remain still already come reach hold work help follow end',
);
const expectedStates = words(
  'able available enough ready back here there fine possible sufficient free open over dry safe easy easier clear complete finished visible cheaper faster shorter quicker lower higher',
);

/** An expectation: "the parcel should arrive on Friday", "the hall should be free"; or a hint: "you should know". */
const isExpected: SentenceTest = ({ clause, after, matched }) => {
  if (after[0] === 'know') return true;
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
export const englishShould: PhraseRule = defineBuiltIn('en', {
  id: 'english-should',
  phrase: 'should',
  alternatives: wholeWords(`should(?:n'?t|'ve|'d)?|ought(?:n'?t)? (?:not )?to`),
  guard: englishGuard(anyOf(isOpen, isInverted, isExpected, isReported)),
});

/** "The order must have been lost", "there must be some mistake": a conclusion, not an order. */
const isConcluded: SentenceTest = ({ before, after }) =>
  after[0] === 'have' || (before.at(-1) === 'there' && after[0] === 'be');

/** A name: "a must list", "the Must column". */
const isMustName: SentenceTest = ({ before, after }) =>
  /^(?:a|the|of|each|every|one|absolute)$/.test(before.at(-1) ?? '') &&
  /^(?:\p{L}+|"|”)$/u.test(after[0] ?? '') &&
  !/^(?:for|to|in|on|at|when|if|and|but|as|before|since|because|with|here)$/.test(after[0] ?? '');

/** English `must`; `must-have` and `mustard` are other words. */
export const englishMust: PhraseRule = defineBuiltIn('en', {
  id: 'english-must',
  phrase: 'must',
  alternatives: wholeWords("must(?:n'?t|'ve)?"),
  guard: englishGuard(anyOf(isOpen, isConcluded, isMustName, isName, isReported)),
});

const adverb =
  '(?: (?!not\\s)(?:also|still|now|first|then|[a-zà-ÿ]{2,12}ly|soon|always|all|both|just))?';

/** Persons and bodies with a task. */
export const englishBody =
  '(?:team|group|committee|board|council|office|department|management|staff|crew|club|school|company|chair|treasurer|secretary|manager|director|organi[sz]er|coach|teacher|supplier|vendor|contractor|editor|author|host|volunteer|coordinator|leader)';
const isBody = RegExp(`^${englishBody}$`);
/** Nouns of which "is to" gives the content. */
const aim =
  /^(?:goals?|aims?|plans?|ideas?|purpose|intention|hope|wish|challenge|question|way|ways|points?|options?|yet|things?|alternatives?|possibilit(?:y|ies)|steps?|tasks?|choices?|next|ideas)$/;

/** An aim is no order: "the goal is to be done by May", "the date is to be decided". In "task group" it is no noun. */
const isAim: SentenceTest = ({ before, matched }) =>
  matched[1] === 'to' &&
  (/^(?:decided|determined|confirmed|announced|agreed|seen|found|able|free|safe|ready|near|on|in|at|a|an|the|as|expected)$/.test(
    matched.at(-1) ?? '',
  ) ||
    (/^(?:is|are)$/.test(matched[0] ?? '') &&
      before
        .slice(-8)
        .some((each, index, near) => aim.test(each) && !isBody.test(near[index + 1] ?? ''))));

/** A relative clause describes its noun: "documents that need to be signed", "people who have to travel". */
const isAttributive: SentenceTest = ({ clause }) =>
  /^(?:that|which|who|whatever|than|as|all|where)$/.test(clause.at(-1) ?? '') && clause.length > 1;

/** "has to do with", "still has to decide which", "to need to", "we will not have to" and other uses that oblige no person. */
const isIdle: SentenceTest = ({ before, after, matched }) =>
  (matched.at(-1) === 'to' && after[0] === 'do' && after[1] === 'with') ||
  (after[0] === 'decide' && /^(?:wh[a-z]+|how|if)$/.test(after[1] ?? '')) ||
  /^(?:to|not|never|they'd|the|a|any|no)$/.test(before.at(-1) ?? '') ||
  (matched[0] === 'shall' && /^(?:i|we)$/.test(before.at(-1) ?? ''));

/** A need under a condition: "if the date changes, the contract has to be renewed". */
const isNeedOfThing: SentenceTest = (sentence) =>
  isConditional(sentence) && !sentence.clause.some((each) => persons.has(each));

/** Obligation in other verbs: have to, need to, had better, be required to, be to be done. */
export const englishObligation: PhraseRule = defineBuiltIn('en', {
  id: 'english-obligation',
  phrase: 'have to',
  alternatives: wholeWords(
    `(?:have|has|'ve|'s)(?: got)?${adverb} to(?= [a-zà-ÿ])`,
    `(?:i|you|we|they)'ve(?: got)?${adverb} to(?= [a-zà-ÿ])`,
    `needs?${adverb} to(?= [a-zà-ÿ])`,
    '(?:needs?|wants) [a-zà-ÿ]{2,20}(?:tt|[^aeiou\\s])ing(?=\\s{0,3}(?:[.,;!]|$|(?:by|before|first|out|up|off|at once|now|today|soon|immediately|urgently|as soon|again|until|within|this)(?![a-zà-ÿ])))',
    `(?:is|are|am|'re)${adverb} (?:obliged|obligated|required|compelled|bound|supposed) to`,
    `(?:had|'d) better|(?:you|we|they)'d better`,
    '(?:nothing )?(?:is|are) (?:all )?to be [a-zà-ÿ]{2,20}',
    'are to (?!be|the|a|an|our|your|their|its|his|her|some|all|those|these|do|have)[a-zà-ÿ]{3,20}',
    `no (?:choice|alternative|option) but to|no (?:way a?round|getting a?round|avoiding|escaping|skipping|postponing|delaying|putting off|substitute for|excuse for|time to (?:lose|waste))|not (?:optional|an option|negotiable)|non-negotiable|leaves? no (?:choice|alternative)|(?:is|it's) (?:high |the )?time (?:to|that|for)`,
    '(?:is|are) (?:not|never) to be [a-zà-ÿ]{2,20}',
    `(?:can'?t|cannot|can not|must'?n't|won't|will not) (?:wait|be (?:postponed|skipped|delayed|put off|left|ignored|avoided|omitted|deferred|overlooked|neglected|missed|dropped|rushed|compromised))`,
    'under no circumstances|on no account|at no (?:point|time) (?:should|may|must|let)',
    '(?:the )?only (?:way|thing) (?:to|forward|left|out|is)',
    `your (?:next|first|top|main|immediate) (?:steps?|task|job|priority|move|concern) (?:is|are|now)|your (?:job|task|priority|duty) is|the (?:very )?(?:first|next) (?:thing|priority|job|order of business) (?:to do )?(?:is|must)|the (?:[a-zà-ÿ]{2,12} )?next step is to|only one (?:course|option|way|path|choice|thing) (?:is left|is open|remains)`,
    '(?:is|as|be) (?:the|a|an|your|our) (?:top|first|highest|number one|absolute|immediate|utmost) priority|takes? (?:top |absolute )?priority|top priority',
    'demands? (?:your|immediate|urgent|full|our) ',
    'shall(?= (?:not )?[a-zà-ÿ])',
    '(?:you|everyone|everybody|staff|members|all) (?:is|are) to(?= [a-zà-ÿ])',
    `(?<=${englishBody} )is to (?!(?:be|the|an?|do|have)(?![a-zà-ÿ]))[a-zà-ÿ]{3,20}`,
    'there (?:is|remains) (?:a|an urgent|a clear|a strong) need (?:to|for)',
    'it is (?:your|our|their|the [a-zà-ÿ]{2,20}) (?:duty|obligation|responsibility|job) to',
  ),
  guard: englishGuard(
    anyOf(isOpen, isIdle, isDenied, isPossible, isAttributive, isAim, isNeedOfThing, isReported),
  ),
});

/** A cleft sentence with a need: "what is needed now is a decision". */
export const englishNeeded: PhraseRule = defineBuiltIn('en', {
  id: 'english-needed',
  phrase: 'what is needed is',
  alternatives: wholeWords(
    "what(?:'s| is) (?:needed|required|necessary|called for|essential)(?: [a-zà-ÿ ]{2,12})? (?:is|are)",
  ),
  guard: englishGuard(
    ({ isQuestion, after }) =>
      isQuestion || /^(?:still|not|open|unclear|listed|up)$/.test(after[0] ?? ''),
  ),
});

/** Asserted necessity: X is necessary, required, essential, mandatory. */
export const englishNecessity: PhraseRule = defineBuiltIn('en', {
  id: 'english-necessity',
  phrase: 'is necessary',
  alternatives: wholeWords(
    `(?:is|are|be|(?:it|that|there)'s|they're|remains?|becomes?)(?: (?!not\\s|no\\s)(?:also|still|now|first|[a-zà-ÿ]{2,14}ly|therefore|thus|all|both|often))? ` +
      '(?:necessary|needed|required|essential|mandatory|compulsory|obligatory|indispensable|imperative|crucial|vital|unavoidable|inescapable|non-negotiable|unacceptable|not acceptable|critical|a must|an? (?:absolute |non-negotiable )?(?:necessity|requirement|prerequisite|precondition|must)|(?:very |most |really )?(?:important|critical|key) (?:to|that|for [a-zà-ÿ]+ to))' +
      '(?! (?:to (?:know|note)|reading|if|when|unless|where|or))',
  ),
  guard: englishGuard(
    anyOf(
      isOpen,
      isDenied,
      isPossible,
      isAttributive,
      isConditional,
      follows(words('to be being')),
      isReported,
    ),
  ),
});

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
export const englishPlease: PhraseRule = defineBuiltIn('en', {
  id: 'english-please',
  phrase: 'please',
  alternatives: wholeWords('please(?=,? [a-zà-ÿ])|(?<=, )please(?=[.!]|$)'),
  guard: englishGuard(anyOf(isVerbToPlease, isReported)),
});

/** Requests with their verb: "we ask you to", "you are requested to". */
export const englishRequest: PhraseRule = defineBuiltIn('en', {
  id: 'english-request',
  phrase: 'we ask you to',
  alternatives: wholeWords(
    `(?:(?:i|we) (?:would (?:like|ask)|ask|request|urge|want|expect|need|beg|instruct)|(?:i|we)'d (?:like|ask)) (?:you|everyone|everybody|all [a-zà-ÿ]{2,20}|the [a-zà-ÿ]{2,20}) (?:all )?to`,
    '(?:you|everyone|members|staff|all) (?:is|are) (?:kindly )?(?:asked|requested|instructed|urged|expected|ordered|told) to',
    '(?:could|can|would|will) you(?= [a-zà-ÿ][^?.!]{0,200}\\?)',
    `so (?:good|kind) as to|(?:be|are|is) ${some}(?:reminded|encouraged) (?:to|that)|(?:would|could|can|will)(?:n't| not) (?:go amiss|hurt)|would (?:be (?:much |greatly )?(?:appreciated|welcome)|help (?:enormously|a lot|greatly))|(?:i|we)(?:'d| would| should) (?:be [a-zà-ÿ ]{0,12}(?:grateful|obliged)|appreciate)|grateful if`,
    '(?:is|are) (?:kindly |hereby |politely )?(?:asked|requested|instructed|urged|ordered) to',
    '(?:everyone|everybody|all|you) [a-zà-ÿ ]{0,50}(?:is|are) expected to',
    `(?:i|we) (?:want|need|expect|would like) (?:this|that|these|those|it|the|all|every|your) (?:[a-zà-ÿ]+ ){0,3}[a-zà-ÿ]+(?:ed|done|sent|made|paid|written|ready)`,
    `(?:i|we)(?:'d| would| do| must)? (?:strongly |firmly |urgently |really )?(?:advise|urge|insist|recommend)|(?:i|we)(?:'d| would)? strongly (?:suggest|propose)|suggest that (?:you|we)`,
    `you'll want to|you will want to`,
    `let's(?! say| assume| us)(?= [a-zà-ÿ])|let us`,
  ),
  guard: englishGuard(isReported),
});

const object =
  'the|a|an|all|your|our|every|each|this|these|those|that|it|them|him|her|both|any|one|two|three|four|five|\\d+|everyone|everything|whether|us|me|up|out|with|their|its|his|early|down|off|back|immediately|now|today|at (?:once|least)|no|only|until|from';
/** Words after the name of a step, not after an order: "Send is the last step". */
const predicate =
  'is|are|was|were|has|have|had|will|can|could|may|might|would|should|must|does|do|and|or|of|than';

const finite = words(
  'is are was were sit sits belong belongs depend depends appear appears refer refers overlap overlaps describe describes come comes concern concerns relate relates',
);
/** Verbs only after one of the adverbs: "now share", "both form". */
const finiteOrNoun = words(
  'share shares form forms wait waits fall falls have has need needs use uses go goes follow follows',
);
const subordinate = words(
  'that which who whom whose because since as if when while so where how what before after until whether than i you we they it he she this there : – — everyone everything everybody someone',
);
const clauseVerbs = words(
  'make be ensure check see confirm verify remember keep bear assume let have get decide find tell explain show note mind help',
);

/** Names of steps as a subject: "Choose movers, compare quotes and label crates now sit under one heading". */
const isListOfNames: SentenceTest = ({ matched, after }) => {
  if (clauseVerbs.has(matched[0] ?? '')) return false;
  const verb = after.findIndex(
    (each, index) =>
      finite.has(each) ||
      (finiteOrNoun.has(each) &&
        /^(?:now|all|both|each|then|also|still)$/.test(after[index - 1] ?? '')),
  );
  return (
    verb >= 0 &&
    !after.slice(0, verb).some((each) => subordinate.has(each)) &&
    !matched.some((each) => subordinate.has(each))
  );
};

/** Verbs that no reader takes for a noun at the start of a sentence. */
const verbs = `abandon accept add adjust adopt agree align allocate allow analyse analyze announce apply appoint arrange ask
  assemble assign attach attend avoid await back begin bring bundle buy cancel catch centralise centralize chase choose
  circulate clarify collect combine compile confirm connect consider consolidate consult contact continue convert
  coordinate create decide define delegate delete deliver deploy describe determine disable discard discuss dismiss
  disregard distribute divide edit eliminate enable encourage enforce engage ensure establish examine exclude
  execute expand explain extract fetch finalise finalize find focus follow forget freeze gather get give go grant
  guarantee hire identify ignore implement improve include incorporate increase inform insist inspect instruct introduce
  investigate invite involve keep maintain make manage merge migrate minimise minimize modify negotiate nominate
  notify obtain omit organise organize perform postpone prepare prevent prioritise prioritize proceed
  protect provide publish pursue put rearrange reassign rebook recheck reconsider recruit redo reduce refrain regroup reject relabel
  relocate remain remove rename reorder reorganise reorganize rephrase replace resolve respond restructure retain
  revise revisit rewrite roll scrap select send separate settle shift shorten simplify speak split standardise
  standardize stay stick submit summarise summarize swap take talk tell throw tidy translate treat undo unify update upgrade
  verify withdraw write`;
/** Verbs that are nouns or adjectives too: an object must follow. */
const ambiguousVerbs = `address answer approach archive assess audit base block book box brace break brief budget build call centre change charge check
  claim clean clear close code compare complete conduct copy count cover cut date delay design document
  do double draft draw drive drop email empty enter estimate exchange extend factor file fill finish fix flag fold forward group hand handle have highlight
  hold hurry insert install issue join label launch lay lead leave let limit link list load lock log mail map mark match
  measure meet mention mind monitor mount move name narrow number offer open order outline pack paint park pause pay phone pick pin
  place plan plant post press price print process produce program progress promote pull purchase push question queue quote raise rank rate reach
  read rebuild record refer register release renew rent repair repeat reply report request rescue research reserve reset rest retire
  return reuse review ring run save scan schedule search secure see sequence set share ship show sign skip slow sort speed stack
  start stop store strip structure study supply support switch tackle target task test think time trace track trade train transfer trim trust try turn
  upload use visit wait walk warn wash watch water weigh work wrap`;

/** Each verb has its own alternatives: a text has few of the verbs, and is searched for these only. */
const ordersWith = (list: string, rest: string): readonly Alternative[] =>
  [...words(list)].flatMap((verb) =>
    wholeWords(`${verb} ${rest}`).map((one) => ({ ...one, anchors: [verb] })),
  );

/** Sentences that begin with a verb: "Book the hall", "Make sure that", "Don't wait", "First, send the list". */
export const englishImperative: PhraseRule = defineBuiltIn('en', {
  id: 'english-imperative',
  phrase: 'an imperative',
  alternatives: [
    ...wholeWords(
      `(?:do not|don'?t|never) (?!worry|hesitate)[a-zà-ÿ]{2,20}`,
      '(?:be|make|making) (?:absolutely |very )?(?:sure|certain)',
      'be (?:careful|ready|prepared|certain|sure) (?:to|not|that)',
      'go ahead(?: and [a-zà-ÿ]+|(?= with))',
      'better (?:to|not|yet,) [a-zà-ÿ]+|best (?:to|not to) [a-zà-ÿ]+',
      '(?:start|begin|finish|proceed|continue|carry on|get on|get going|wait|stay|stick|focus|concentrate|insist|rely|work|follow up|check|catch up|deal|agree|decide|act|look|hold|keep) (?:with|by|until|on|off|back|in|up|into|after)',
      'have (?:the|a|all|every|both|your|them|it|each|someone|somebody) (?:[a-zà-ÿ]+ ){0,3}[a-zà-ÿ]+',
      'take care (?:to|not|that)',
      'see to it',
      'remember (?:to|that)',
      '(?:bear|keep) in mind',
      'kindly [a-zà-ÿ]{2,20}',
    ),
    ...ordersWith(verbs, `(?!(?:${predicate})(?![a-zà-ÿ-]))["“]?[a-zà-ÿ0-9]{1,40}`),
    ...wholeWords('(?:wait|look|search|apply|account|allow|pay|aim) for'),
    ...ordersWith(ambiguousVerbs, `(?:${object})`),
  ].map((each) => ({ ...each, startsClause: true })),
  guard: englishGuard(anyOf((sentence) => !startsClause(sentence), isListOfNames, isReported)),
});
