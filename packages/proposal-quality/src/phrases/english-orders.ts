import { type Alternative, alternativesOf } from './anchor-index.ts';
import {
  anyOf,
  conditions,
  denials,
  englishGuard,
  follows,
  isConditional,
  isDenied,
  isName,
  isOpen,
  isPossible,
  isReported,
  passive,
  possible,
  questions,
  type SentenceTest,
  startsClause,
  unsettled,
} from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';
import { words } from './words.ts';

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
  'arrive last suffice fit cost remain still already reach hold work help follow end',
);
const expectedStates = words(
  'able available enough ready back here there fine possible sufficient free open over dry safe easy easier clear complete finished visible cheaper faster shorter quicker lower higher',
);

/** An expectation: "the parcel should arrive on Friday", "the hall should be free"; or a hint: "you should know". */
const isExpected: SentenceTest = ({ clause, after: [verb = '', state = ''] }) =>
  verb === 'know' ||
  (!persons.has(clause.at(-1) ?? '') &&
    (expected.has(verb) || (verb === 'be' && expectedStates.has(state))));

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
  guard: englishGuard(anyOf(isOpen, isInverted, isExpected, isConditional, isReported)),
});

/** "The order must have been lost": a conclusion, not an order. */
const isConcluded: SentenceTest = ({ after }) =>
  after[0] === 'have' && !after.some((each) => /^(?:by|before|until)$/.test(each));

/** English `must`; `must-have` and `mustard` are other words. */
export const englishMust: PhraseRule = defineBuiltIn('en', {
  id: 'english-must',
  phrase: 'must',
  alternatives: wholeWords("must(?:n'?t|'ve)?"),
  guard: englishGuard(anyOf(isOpen, isConcluded, isName, isReported)),
});

const adverb =
  '(?: (?!not\\s)(?:also|still|now|first|then|[a-zà-ÿ]{2,12}ly|soon|always|all|both|just))?';

/** Persons and bodies with a task. */
export const englishBody =
  '(?:team|group|committee|board|council|office|department|management|staff|crew|club|school|company|chair|treasurer|secretary|manager|director|organi[sz]er|coach|teacher|supplier|vendor|contractor|editor|author|host|volunteer|coordinator|leader|caretaker|caterer|trustee)';
const isBody = RegExp(`^${englishBody}$`);
/** Nouns of which "is to" gives the content. */
const aim =
  /^(?:goals?|aims?|plans?|ideas?|purpose|intention|hope|wish|challenge|question|way|ways|points?|options?|yet|things?|alternatives?|possibilit(?:y|ies)|steps?|tasks?|choices?|next|ideas)$/;

/** An aim is no order: "the goal is to be done by May", "the date is to be decided". In "task group" it is no noun. */
const isAim: SentenceTest = ({ clause, matched }) =>
  matched[1] === 'to' &&
  (/^(?:decided|determined|confirmed|announced|agreed|seen|found|able|free|safe|ready|near|on|in|at|a|an|the|as|expected)$/.test(
    matched.at(-1) ?? '',
  ) ||
    (/^(?:is|are)$/.test(matched[0] ?? '') &&
      (/^(?:another|(?:the )?other|one)$/.test(clause.join(' ')) ||
        clause
          .slice(-8)
          .some((each, index, near) => aim.test(each) && !isBody.test(near[index + 1] ?? '')))));

/** A relative clause describes its noun: "documents that need to be signed", "people who have to travel". */
const isAttributive: SentenceTest = ({ clause }) =>
  /^(?:that|which|who|whatever|than|as|all|where)$/.test(clause.at(-1) ?? '');

/** "has to do with", "the caterer needs to know", "still has to decide which": uses that oblige no person. */
const isIdle: SentenceTest = ({ clause, after: [verb, next = ''] }) =>
  (verb === 'do' && next === 'with') ||
  (verb === 'know' && !clause.some((each) => persons.has(each))) ||
  (verb === 'decide' && /^(?:wh[a-z]+|how|if)$/.test(next));

/** Obligation in other verbs: have to, need to, had better, be required to, be to be done. */
export const englishObligation: PhraseRule = defineBuiltIn('en', {
  id: 'english-obligation',
  phrase: 'have to',
  alternatives: wholeWords(
    `(?:have|has|'ve|'s)(?: got)?${adverb} to(?= [a-zà-ÿ])`,
    `(?:i|you|we|they)'ve(?: got)?${adverb} to(?= [a-zà-ÿ])|[a-z]+'s got to`,
    `needs?${adverb} to(?= [a-zà-ÿ])`,
    '(?:needs?|wants) [a-zà-ÿ]{2,20}(?:tt|[^aeiou\\s])ing(?=\\s{0,3}(?:[.,;!]|$|(?:by|before|first|out|up|off|at once|now|today|soon|immediately|urgently|as soon|again|until|within|this)(?![a-zà-ÿ])))',
    `(?:is|are|am|'re)${adverb} (?:obliged|obligated|required|compelled|bound|supposed) to`,
    '(?:nothing )?(?:is|are) (?:all )?to be [a-zà-ÿ]{2,20}',
    'are to (?!be|the|a|an|our|your|their|its|his|her|some|all|those|these|do|have)[a-zà-ÿ]{3,20}',
    `no (?:choice|alternative|option) but to|no (?:way a?round|getting (?:a?round|away)|avoiding|escaping|skipping|postponing|delaying|putting off|substitute for|excuse for|time to (?:lose|waste))|not (?:optional|an option|negotiable)|non-negotiable|leaves? no (?:choice|alternative)`,
    '(?:is|are) (?:not|never) to be [a-zà-ÿ]{2,20}',
    `(?:can'?t|cannot|can not|must'?n't|won't|will not) (?:wait|be (?:postponed|skipped|delayed|put off|left|ignored|avoided|omitted|deferred|overlooked|neglected|missed|dropped|rushed|compromised))`,
    '(?:the )?only (?:way|thing) (?:to|forward|left|out|is)',
    `your (?:next|first|top|main|immediate) (?:steps?|task|job|priority|move|concern) (?:is|are|now)|your (?:job|task|priority|duty) is|the (?:very )?(?:first|next) (?:thing|priority|job|order of business) (?:to do )?(?:is|must)|the (?:[a-zà-ÿ]{2,12} )?next step is to|only one (?:course|option|way|path|choice|thing) (?:is left|is open|remains)`,
    '(?:top|first|highest|number one|absolute|immediate|utmost) priority|takes? priority',
    'shall(?= (?:not )?[a-zà-ÿ])',
    '(?:you|everyone|everybody|staff|members|all) (?:is|are) to(?= [a-zà-ÿ])',
    `(?<=(?:${englishBody}|(?:^|[.:;!?,] |each |every )[a-z]{2,12}) )is to (?!(?:be|the|an?|do|have)(?![a-zà-ÿ]))[a-zà-ÿ]{3,20}`,
    'there (?:is|remains) (?:a|an urgent|a clear|a strong) need (?:to|for)',
  ),
  guard: englishGuard(
    anyOf(isOpen, isIdle, isDenied, isPossible, isAttributive, isAim, isConditional, isReported),
  ),
});

/** A cleft sentence with a need: "what is needed now is a decision". */
export const englishNeeded: PhraseRule = defineBuiltIn('en', {
  id: 'english-needed',
  phrase: 'what is needed is',
  alternatives: wholeWords(
    "what(?:'s| is) (?:needed|required|necessary|called for|essential)(?: [a-zà-ÿ ]{2,12})? (?:is|are)",
  ),
  guard: englishGuard(({ after }) => unsettled.has(after[0] ?? '')),
});

const papers = words(
  'ticket tickets permit permits licence licences license licenses passport passports visa visas reservation reservations booking',
);
/** A rule of a place for its visitors: "a ticket is required at the museum", "tickets are required for children". */
const isEntryRule: SentenceTest = ({ clause, after }) =>
  papers.has(clause.at(-1) ?? '') && /^(?:at|in|on|for)$/.test(after[0] ?? '');

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
      isEntryRule,
      follows(words('to be being')),
      isReported,
    ),
  ),
});

/** The verb "to please": "it will please the guests". */
const isVerbToPlease = follows(
  words('to will would may might can could not they that which should must we'),
);

/** `please` before a request, also in a question: "could you please send it". */
export const englishPlease: PhraseRule = defineBuiltIn('en', {
  id: 'english-please',
  phrase: 'please',
  alternatives: wholeWords('please(?=,? [a-zà-ÿ])|(?<=, )please(?=[.!?]|$)'),
  guard: englishGuard(anyOf(isVerbToPlease, isReported)),
});

/** Requests with their verb: "we ask you to", "you are requested to". */
export const englishRequest: PhraseRule = defineBuiltIn('en', {
  id: 'english-request',
  phrase: 'we ask you to',
  alternatives: wholeWords(
    `(?:(?:i|we) (?:would (?:like|ask)|ask|request|urge|want|expect|need|beg|instruct)|(?:i|we)'d (?:like|ask)) (?:you|everyone|everybody|all [a-zà-ÿ]{2,20}|the [a-zà-ÿ]{2,20}) (?:all )?to`,
    '(?:could|can|would|will) you(?! (?:like (?!to )|prefer ))(?= [a-zà-ÿ][^?.!]{0,200}\\?)',
    `so (?:good|kind) as to|(?:be|are|is) ${some}(?:reminded|encouraged) (?:to|that)|(?:nobody|no one) (?:is to|may|shall)|(?:would|could|can|will)(?:n't| not) (?:go amiss|hurt)|would (?:be (?:much |greatly )?(?:appreciated|welcome)|oblige|do no harm|help (?:enormously|a lot|greatly))|(?:i|we)(?:'d| would| should) (?:be [a-zà-ÿ ]{0,12}(?:grateful|obliged)|appreciate)|grateful if`,
    '(?:would|do) (?:you|[a-zà-ÿ]{2,14}|the [a-zà-ÿ]+(?: [a-zà-ÿ]+)?|one of [a-zà-ÿ ]{2,20}) mind (?!losing|hearing|having|being|paying|waiting|seeing|living)[a-zà-ÿ]{2,14}ing|(?<!(?:thank you|thanks|hello|hi|hey|welcome|done|morning|afternoon|evening|luck)(?: [a-zà-ÿ]+){0,3}, )(?<=, )(?:everyone|everybody|folks)(?=\\s{0,3}[.!])',
    '(?:is|are) (?:[a-zà-ÿ]+ly |hereby )?(?:asked|requested|instructed|urged|ordered) to',
    '(?:everyone|everybody|whoever|anyone|all|each|every|you|members|staff) (?:[a-zà-ÿ ]{0,50} )?(?:is|are) (?:expected|told) to',
    `(?:i|we)(?:'ll)? (?:want|need|expect|require) [^.;!?]{2,40} (?:by|on my desk|today|now|at once)|(?:counting|relying) on (?:you|[a-zà-ÿ]+ (?:[a-zà-ÿ]+ )?to)|look(?:ing)? forward to (?:your|receiving|hearing)|trust that|(?:it would|it'd|that would|that'd|'twould) be (?:[a-zà-ÿ]+ ){0,2}(?:lovely|good|great|nice|kind|kindness|helpful|wonderful|grand|super|splendid|perfect|ideal|help|useful|appreciated)(?: if|[.,!])|won't [a-zà-ÿ]+ (?:itself|themselves)|you (?:can|may) (?:now |already )?(?:start|begin|go ahead|proceed)|(?:i|we) (?:want|need|expect|would like) (?:this|that|these|those|it|the|all|every|your) (?:[a-zà-ÿ]+ ){0,3}[a-zà-ÿ]+(?:ed|done|sent|made|paid|written|ready)`,
    `you(?:'ll| will) want to|(?:all|every|each|everyone|everybody|members|staff|you)(?: [a-z]+){0,3} will (?:submit|report|ensure|sign|wear|attend|confirm|return|refrain|bring|complete)|one (?:hopes|trusts)|see fit to|(?<=(?:you|everyone|someone|${englishBody}s?) )(?:may|might) (?:[a-zà-ÿ]+ )?(?:like|wish|want|care) to|(?:could|can|might|would|will) (?:[a-zà-ÿ]+ )?(?:kindly|please|be (?:persuaded|prevailed|coaxed|talked into))|(?:i|we)(?:'ve| have| am having)(?: got)? (?:just )?(?:one|a) (?:[a-zà-ÿ]+ ){0,2}(?:request|favou?r|plea|wish)(?! (?:from|list))`,
    `let's(?! say| assume| us)(?= [a-zà-ÿ])|let us`,
  ),
  guard: englishGuard(isReported),
});

const object =
  'the|a|an|all|your|our|every|each|this|these|those|that|it|them|him|her|both|any|one|two|three|four|five|everyone|everything|whether|us|me|up|out|their|its|his|early|down|off|back|immediately|now|today|no|only';
/** Words after the name of a step, not after an order: "Send is the last step". */
const predicate =
  'is|are|was|were|has|have|had|will|can|could|may|might|would|should|must|does|do|and|or|of|than';

const finite = words(
  'is are was were sit belong depend appear refer overlap describe come concern relate',
);
const subordinate = words(
  'that which whichever who whom whose because since as if when while so where how what before after until whether than i you we they it he she this there : – — everyone everything everybody someone',
);
const clauseVerbs = words(
  'make be ensure check see confirm verify remember keep bear assume let have get decide find tell explain show note mind help',
);

/** Names of steps as a subject: "Choose movers, compare quotes and label crates now sit under one heading". */
const isListOfNames: SentenceTest = ({ matched, after }) => {
  if (clauseVerbs.has(matched[0] ?? '')) return false;
  const verb = after.findIndex((each) => finite.has(each));
  return verb >= 0 && !after.slice(0, verb).some((each) => subordinate.has(each));
};

/** Verbs that no reader takes for a noun at the start of a sentence. */
const verbs = [
  ...words(`add ask appoint arrange assign avoid bring buy cancel choose collect combine confirm consider consult contact continue create decide delete deliver
  ensure find follow forget get give go hire include inform invite involve keep make merge notify prepare provide put refrain remain remove replace
  scrap send settle speak stay stick submit take talk tell update write`),
].join('|');
/** Words before an object at the start of a sentence that are no verbs, beside those of other lists. */
const noVerbs =
  words(`the a an about above across all almost also although among and another any around at behind below besides between beyond both but by come despite did do does during each either
  else enough even every except far few first for from given had half has have here his in inside into its just last later less like many more most much must my near next of off often on only
  onto or other our out over own per plus rather right same second shall should some soon still such their them then these they those though through throughout till to today together too under
  unlike up we will with within yet your`);
const noVerb = [noVerbs, subordinate, conditions, questions, denials, possible, passive]
  .flatMap((each) => [...each])
  .join('|');

/** Sentences that begin with a verb: "Book the hall", "Make sure that", "Don't wait", "First, send the list". */
export const englishImperative: PhraseRule = defineBuiltIn('en', {
  id: 'english-imperative',
  phrase: 'an imperative',
  alternatives: wholeWords(
    `(?:do not|don'?t|never) (?!worry|hesitate)[a-zà-ÿ]{2,20}`,
    '(?:be|make|making) (?:absolutely |very )?(?:sure|certain)',
    'be (?:careful|ready|prepared|certain|sure) (?:to|not|that)',
    'go ahead(?: and [a-zà-ÿ]+|(?= with))',
    'better (?:to|not|yet,) [a-zà-ÿ]+|best (?:to|not to) [a-zà-ÿ]+',
    '(?:start|begin|finish|proceed|continue|carry on|get on|get going|wait|stay|stick|focus|concentrate|insist|rely|work|follow up|check|catch up|deal|agree|decide|act|look|hold|keep) (?:with|by|until|on|off|back|in|up|into|after)',
    'have (?:the|a|all|every|both|your|them|it|each|someone|somebody) (?:[a-zà-ÿ]+ ){0,3}[a-zà-ÿ]+',
    'take care (?:to|not|that)|be (?:at|there|here)|act (?:now|fast)|(?:stop|quit|start|keep|try|avoid|finish) [a-zà-ÿ]{2,14}ing',
    'see to it|do (?:it|this|that|your)',
    'remember (?:to|that)',
    '(?:bear|keep) in mind',
    'kindly [a-zà-ÿ]{2,20}',
    'do (?:mind|make|let|take|keep|send|bring|try|ask|tell|have|come|check|read|remember|note|bear|get|call|ring|use|give|go|be|join|sign|please|consider)',
    `(?:${verbs}) (?!(?:${predicate})(?![a-zà-ÿ-]))["“]?[a-zà-ÿ0-9]{1,40}`,
    '(?:wait|look|search|apply|account|allow|pay|aim) for',
    // Any verb before an object: "strike the second item".
    `(?<=(?:^|[^\\sa-zà-ÿ0-9-]|(?:first|then|next|finally|also|now|always|please|instead|just|simply|and|but|so))\\s{0,3})(?!(?:${noVerb}) |(?:chapter|scene|episode|section|volume|appendix|lesson) (?:one|two|three|four|five|six|seven|eight|nine|ten)\\b)[a-z]{2,14}(?<![^s]s|[^e]ed|[a-z]{3}ing|[^p]ly|day) (?:(?:up|out|off|down|back|away|in|round|over) )?(?:${object})(?! (?:whole )?(?:year|month|week|spring|evening|day|time))`,
  ),
  guard: englishGuard(
    anyOf(
      (sentence) => !startsClause(sentence) || sentence.written.endsWith(' A'),
      isListOfNames,
      isReported,
    ),
  ),
});
