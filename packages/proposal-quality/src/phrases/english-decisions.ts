import { wholeWords } from './english-orders.ts';
import {
  anyOf,
  englishGuard,
  isConditional,
  isOpen,
  isPast,
  isReported,
  type SentenceTest,
} from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

const matter =
  '(?:question|matter|issue|case|point|discussion|debate|search|choice|decision|topic|item)s?';
const closed = '(?:closed|settled|decided|done|over|resolved|finished)';

/** "As it is", "how steep it is": a clause and no choice. */
const isClauseEnd: SentenceTest = ({ matched, clause }) =>
  matched[1] === 'it' &&
  (/^(?:as|than|because|since|that|though|although|like|while|what|where|which|of|until|till)$/.test(
    matched[0] ?? '',
  ) ||
    clause.some((each) => /^(?:how|what|than|as)$/.test(each)));

/** Decisions that the text takes: "that settles it", "so the barn it is", "the matter can be considered closed". */
export const englishDecision: PhraseRule = defineBuiltIn('en', {
  id: 'english-decision',
  phrase: 'that settles it',
  alternatives: wholeWords(
    `(?:that|this|which) (?:settles|decides|closes|seals) (?:it|the (?:${matter}|deal))`,
    `${matter} (?:[a-zà-ÿ ]{1,40} )?(?:can|may|must|could) (?:now |safely |therefore )?be (?:considered|regarded|treated|taken|seen) (?:as )?${closed}`,
    `consider (?:the |this |that )?(?:[a-zà-ÿ ]{1,40} )?${closed}`,
    `[a-zà-ÿ]{2,20} it (?:is|will be|shall be|has to be|must be)(?=\\s{0,3}(?:[.!]|$))`,
    '(?:is|are|it is|we|i) hereby',
    '(?:nothing|little|not much) (?:is )?left to (?:decide|weigh|discuss|debate|consider|compare|say|think about)',
    '(?:needs?|requires?|deserves?|merits?|calls? for) no (?:further |more |additional )?(?:discussion|debate|thought|consultation|consideration|deliberation)',
    'no (?:further|more) (?:discussion|debate|consultation|deliberation|talk|thought)s? (?:is|are) (?:needed|necessary|required|called for)',
    "(?:does not|do not|don't|doesn't|needn't|need not) (?:need to )?(?:be )?(?:think|talk|argue|discuss|debate|consider|meet|talked|discussed|debated)(?: [a-zà-ÿ-]+){0,5} (?:any (?:longer|more|further)|anymore|again|further)",
    '(?:has|have) (?:therefore |thus |now )?been (?:struck|removed|taken|crossed|deleted|dropped|cut) (?:off |from )(?:the |this |our |your )?(?:[a-zà-ÿ]+ ){0,3}(?:list|agenda|plans?|running|table|shortlist|programme|program)',
    "(?:i|we)(?:'ve|'m|'re| have| am| are)? (?:struck|ruling out|crossed off|taken off the|removed) ",
    "that is final|that's final|(?:my|our) decision (?:on|stands|is)|so that's that|that's that|that is that|is as good as (?:settled|decided|done)|is a done deal|end of (?:the )?(?:story|discussion|debate)|(?:that's|that is|it's|it is) (?:now )?decided|(?:with that|so|therefore),? [a-zà-ÿ ]{2,60} (?:is|are) (?:struck|scrapped|dropped|cancelled|out)|(?:can|may) be taken off the (?:table|list)|no longer (?:a |an )?(?:realistic |serious |viable |real )?(?:option|candidate|possibility)",
    '(?:and )?the winner[:,]|(?:is|are) what (?:goes|will go|we (?:will )?(?:take|choose|get|do))',
    "(?:we|i)(?:'ll| will| shall) (?:now |therefore )?(?:go with|go for|stick with|stay with|proceed with|go ahead with)",
    '(?:will|shall) (?:therefore|thus|hence|accordingly|consequently) (?:be )?[a-zà-ÿ]{2,20}',
    '(?:accordingly|therefore|in view of (?:this|the foregoing)|consequently), the [a-zà-ÿ ]{2,40} shall',
    'may (?:now )?proceed as|can be (?:accepted|approved|signed off|waved through)|now settled that|it is (?:now |therefore )?(?:settled|determined|decided|resolved|fixed) that',
  ),
  guard: englishGuard(anyOf(isOpen, isClauseEnd, isPast, isConditional, isReported)),
});

const people =
  '(?:person|people|man|woman|board|committee|team|club|school|owner|parents?|managers?|members?|landlord|buyer|business|farmer|organi[sz]er|household|family|council|association|company|trustee|treasurer|planner|host|reader|observer|employer|investor|adult)';
const good =
  '(?:serious|sensible|sane|responsible|reasonable|rational|prudent|careful|decent|self-respecting|wise|good|thinking|honest|smart|experienced|forward-looking|modern)';

/** Pressure to agree, also as a question: "no serious board would", "why would anyone", "isn't it time". */
export const englishPressure: PhraseRule = defineBuiltIn('en', {
  id: 'english-pressure',
  phrase: 'no one would',
  alternatives: wholeWords(
    `(?:no|any|every|a) (?:truly |really )?${good} ${people} (?:[a-zà-ÿ ]{1,40} )?(?:would|could|will|can)`,
    `(?:no|any|every) ${people} (?:who|that|with) [a-zà-ÿ ]{2,50} (?:will|would|could)`,
    '(?:nobody|no one|hardly anyone|few people)(?: [a-zà-ÿ]+){0,2} (?:in (?:their|his|her) right mind|(?:could|would|can|will) (?:seriously |possibly |reasonably |honestly |really )?(?:object|want|choose|pick|miss|mourn|argue|blame|complain|disagree|prefer|pay|sign|keep|regret)|needs|wants)',
    '(?:anyone|anybody|everyone|everybody|whoever) (?:(?:who|with) )?(?:[a-zà-ÿ ]{2,60} )?(?:can see|knows|agrees|would agree|will (?:hardly |surely |quickly |soon )?(?:know|want|end up|choose|see|agree|understand|find|vote)|would (?:never|hardly|rather|choose|pick|take|go))',
    '(?:why|who)(?: on earth| in the world)? would (?:anyone|anybody|you|we|want|still|the [a-zà-ÿ]+|an? [a-zà-ÿ]+|any [a-zà-ÿ]+)(?: [a-zà-ÿ]+){0,3}',
    'why (?:not (?:just |simply )?|bother |keep )[a-zà-ÿ]{2,20}|what (?:are|is) (?:you|we|they|the [a-zà-ÿ]+) waiting for',
    "(?:would(?:n't| not)?|is(?:n't| not)?) it (?:not )?(?:be )?(?:not )?(?:nicer|better|wiser|smarter|easier|simpler|fairer|kinder|more (?:honest|sensible|practical|useful|reasonable)|obvious|clear|make (?:more |far more )?sense|(?:high |about )?time)|isn't the (?:answer|choice|conclusion|solution)",
    'do (?:you|we) (?:really|seriously|honestly) (?:want|need|think)|how about (?:simply |just )?[a-zà-ÿ]{2,20}ing|can we (?:not )?(?:just |simply |all )?agree that|surely (?:no(?:body| one)|we|you|the|it)',
    'goes without saying that|needless to say|it would be (?:regrettable|careless|negligent|unforgivable|irresponsible) |if (?:you|they|we|the [a-zà-ÿ]+) (?:are|is) honest|if you ask me|for my money|my (?:own )?(?:tip|hunch)|let me make this easy',
    '(?:is|are) (?:hereby |kindly |well |strongly |therefore |respectfully )?(?:advised|urged|well-advised) to',
    '(?:may|might) (?:i|we) (?:[a-zà-ÿ]{2,15}ly )?(?:suggest|urge|propose|advise|recommend|ask)|(?:the undersigned|i|we) (?:[a-zà-ÿ]{2,15}ly )?(?:suggests?|urges?) (?:that|the|you|dropping|[a-zà-ÿ]{2,20}ing)',
    'deserves? (?:a |an )?(?:clear |firm |simple |closer )?(?:yes|no|nod|look)|deserves? (?:the|your|our) [a-zà-ÿ]+ (?:support|vote|approval|backing)',
    "(?:it is|it's) (?:high |about )?time (?:to|for the|that the)|(?:time to )?say goodbye to|(?:is|are) what the [a-zà-ÿ]+ should|(?:clearly |obviously |surely |simply )?the one to (?:be )?(?:follow|build|choose|chosen|follow|followed|take|taken|buy|book|hire|go|use|keep|adopt)|incumbent (?:up)?on|(?:could|can|would|will) (?:somebody|someone|anyone|anybody) [a-zà-ÿ]{2,20}",
    'leaves? no (?:room|doubt|question)|(?:nothing|little) speaks against|cannot avoid (?:concluding|the conclusion)|(?:hardly|not) do otherwise|no other way|only one (?:sensible |real )?way',
    '(?:can|may|could) (?:safely|happily|easily) (?:strike|skip|drop|forget|ignore|leave|cut|cancel|do without)|just (?:book|take|sign|buy|go|cancel|pick|get) (?:it|the|a|with|for|ahead)',
  ),
  guard: englishGuard(anyOf(isPast, isReported)),
});
