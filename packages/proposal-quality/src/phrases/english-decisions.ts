import { some, wholeWords } from './english-orders.ts';
import {
  anyOf,
  englishGuard,
  isConditional,
  isDenied,
  isOpen,
  isReported,
  type SentenceTest,
} from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

const matter =
  '(?:question|matter|issue|case|point|discussion|debate|search|choice|decision|topic|item)s?';
const closed = '(?:closed|settled|decided|done|over|resolved|finished|made|answered|agreed)';

/** "As it is": a clause and no choice. */
const isClauseEnd: SentenceTest = ({ matched: [first = '', second] }) =>
  second === 'it' &&
  /^(?:as|than|because|since|that|though|although|like|while|what|where|which|of|until|till)$/.test(
    first,
  );

/** The effect of an option: "under option B the talent show is dropped". */
export const isOfOption: SentenceTest = ({ before }) =>
  before.some(
    (each, index) =>
      /^(?:under|with|in)$/.test(each) &&
      /^(?:option|plan|variant|scenario|proposal|model|case)$/.test(before[index + 1] ?? ''),
  );

/** Decisions that the text takes: "that settles it", "so the barn it is", "the matter can be considered closed". */
export const englishDecision: PhraseRule = defineBuiltIn('en', {
  id: 'english-decision',
  phrase: 'that settles it',
  alternatives: wholeWords(
    `(?:that|this|which) (?:settles|decides|closes|seals) (?:it|the (?:${matter}|deal))`,
    `${matter} (?:(?:[a-zà-ÿ0-9 -]|'){1,60} )?(?:can|may|must|could) ${some}be (?:considered|regarded|treated|taken|seen) (?:as )?${closed}`,
    `(?:treat|regard|consider|take) the [^.;!?]{2,50} as ${closed}|every reason to|(?:can't|cannot|can hardly|could hardly)(?: [a-zà-ÿ]+){0,2} not (?!be )[a-zà-ÿ]+`,
    `${matter} (?:of|about|over) (?:[a-zà-ÿ0-9 -]|'){2,60} (?:is|are) ${some}(?:settled|answered|decided|closed)(?! (?:in|by|at|on) )`,
    `consider (?:the |this |that )?(?:(?:[a-zà-ÿ0-9 -]|'){1,60} )?${closed}`,
    `[a-zà-ÿ]{2,20} it (?:is|will be)(?=\\s{0,3}(?:[.!;]|, then|$| then| for ))`,
    'hereby|with immediate effect|once and for all|(?:may|might|can|could) (?:just )?as well',
    `(?:gets?|has|have) the (?:job|gig)(?=[.,;!]|$| (?:and|it|for))|(?:the )?(?:job|vote|nod) (?:goes|will go) to`,
    `(?:all )?(?:that|there|it) (?:only remains|(?<=all [a-zà-ÿ]+ )(?:remains|is needed|needs|is missing))(?: now)?(?: to do)? (?:is|to)`,
    `(?:that|it|[a-zà-ÿ]{3,20}) (?:is|are) (?:off|as good as (?:settled|decided|done|dead))(?=[.,;!]|$)|(?:matter|subject) is closed|(?:done deal|full stop|enough said|consider it done)(?=[.,;:!]|$)`,
    `(?:we|i)(?:'ll| will| shall) ${some}(?!know|need|see|have|be |hear|get|learn|find|lose|not|want|still|only|then|soon|also)[a-zà-ÿ]{2,14}`,
    '(?:nothing|not much|one thing) (?:is )?left to (?:do|decide|weigh|debate|say)|nothing (?:more|further|else) (?:needs|deserves|requires)|what (?:remains|is left) is to',
    `(?:needs?|requires?|deserves?|merits?|calls? for) no ${some}(?:discussion|debate|thought|consultation|consideration|deliberation)`,
    'no (?:further|more) [a-zà-ÿ ]{2,40} (?:is|are) (?:needed|wanted)',
    "(?:does not|do not|don't|doesn't|needn't|need not) (?:need to )?(?:be )?(?:think|talk|argue|discuss|debate|consider|meet|talked|discussed|debated|considered|weighed)(?: [a-zà-ÿ-]+){0,5} (?:any (?:longer|more|further)|anymore|again|further)",
    `(?:has|have) ${some}been (?:struck|removed|taken|crossed|deleted|dropped|cut) (?:off |from )(?:the |this |our |your )?(?:[a-zà-ÿ]+ ){0,3}(?:list|agenda|plans?|running|table|shortlist|programme|program)`,
    `that is final|(?:my|our) decision (?:on|is)|so that's (?:that|it)|that is that|(?:that's|that is) the end of (?:it|the matter)|that's that|(?:that's|it is) (?:now )?decided|(?:with that|so),? [a-zà-ÿ ]{2,60} (?:is|are) (?:struck|dropped|out)|(?:can|may) be taken off the (?:table|list)|(?:settled|decided|closed) in favou?r of|the (?:sooner|less|quicker|faster|earlier) [^.;!?]{2,80} the better|that (?:rules out|leaves (?:only|just|us with))|(?:that's|that is|it's|it is|we're|we are) ${some}(?:agreed|sorted)(?! (?:in|by|with|on) )|henceforth|from (?:now|here) on|(?:when|once) we (?:switch|adopt|drop|scrap|sell|buy|sign|(?:move|change|go) (?:to|over|with|into))|no longer (?:a |an )?${some}(?:option|candidate|possibility)`,
    "(?:and )?the winner[:,]|(?:is|are) what (?:goes|(?:we|you)(?: will| are)? (?:get|do|should|must|(?:be )?[a-zà-ÿ]{2,12}ing))|(?:question of|rather than|not) (?:if|whether),? but (?:when|how)|(?:when|how), not (?:if|whether)|(?:choice|decision|call) is (?:of course |entirely |ultimately )?yours(?:, of course)?,? but|(?:as|since|now that|given that|because) (?:we|you)(?: are|'re|'ll be| will be) (?:going (?:with|for|to)|moving|switching|taking|dropping|buying|choosing)",
    `(?:we|i) (?:won't|will not) be (?:needing|taking|using|holding|having|accepting|doing|going)`,
    '(?:will|shall) (?:therefore|consequently) (?:be )?[a-zà-ÿ]{2,20}',
    '(?:accordingly|in view of (?:this|the foregoing)), the [a-zà-ÿ ]{2,40} shall',
    `may (?:now )?proceed as|can be (?:accepted|waved through)|it (?:is|has been) ${some}(?:settled|determined|decided|resolved|fixed|agreed) that`,
    `with (?:the|that|this) [a-zà-ÿ ]{2,30} (?:now|finally) (?:settled|decided|fixed|agreed)|silence (?:will|means|counts)`,
    `(?:figures|numbers|evidence|facts?|data|results?) (?:(?:has|have|alone|already|now) ){0,2}(?:ma[dk]es?|settles?d?|decides?d?) (?:(?:up )?(?:the|this|that|our|your) (?:${matter}|mind)|(?:it|this|that)(?=\\s{0,3}(?:[:.;!]|$)))`,
    `(?:is|are) ${some}(?:rejected|discarded|scrapped|off the table|out of (?:the running|contention)|not in the running|eliminated|dropped|dismissed)(?=[.,;:]|$| (?:as|because|since|in favou?r|and|from the (?:list|running|shortlist)))`,
    `(?:can|may|could) (?:safely )?be (?:safely )?(?:scrapped|cut|dropped|ruled out|struck|forgotten|ignored|dismissed|discounted|written off|discarded|crossed off)(?! (?:if|when|once|after|by))`,
  ),
  guard: englishGuard(anyOf(isOpen, isClauseEnd, isOfOption, isDenied, isConditional, isReported)),
});

const good =
  '(?:serious|sensible|sane|responsible|reasonable|rational|prudent|careful|decent|self-respecting|wise|good|thinking|honest|smart|experienced|forward-looking|modern)';

/** Pressure to agree, also as a question: "no serious board would", "why would anyone", "isn't it time". */
export const englishPressure: PhraseRule = defineBuiltIn('en', {
  id: 'english-pressure',
  phrase: 'pressure to agree',
  alternatives: wholeWords(
    `(?:no|any|every|each|an?) ${some}${good} [a-zà-ÿ]{3,20},? (?:[^.;!?]{1,90} )?(?:would|could|will|can)`,
    `can only (?:conclude|welcome)|(?:evidence|facts?|figures|numbers|signs|everything|arguments?|logic|reason|decency|prudence|fairness|caution|arithmetic|sense|experience) (?:here )?(?:points? (?:one way|in one|the same|clearly|only|towards?|to)|dictates?|demands?|argues?|calls? for|says|tells|leaves?|speaks?)`,
    `(?:no|little|hardly any|scarcely any|not (?:a|one) single|n't (?:a|any|one|much)|without) (?:[a-zà-ÿ]{3,12} ){0,2}(?:reason|argument|excuse|justification|case|point|sense|harm|merit)s? (?:for|against|to(?! (?:expect|assume|believe|suspect|fear|doubt|worry|think)(?![a-zà-ÿ]))|why|not|in(?! (?:the|our|your|this|that) ))`,
    `(?:it is|it's) ${some}(?:obvious|evident|plain|self-evident|undeniable|fair|right) (?:that|to)`,
    `(?:has|have) no (?:place|future|business)(?! names)|(?:has|have) ${some}(?:earned|outlived|had its day|run its course)`,
    `on balance|all in all|in (?:short|conclusion)(?=[,:])|all things considered|(?:whichever|any) way (?:you|one|we)`,
    `(?:better|sooner) (?:an?|one|to|the) [^.;!?]{2,80} than(?<=(?:^|[,;:] )(?:better|sooner)[^.;!?]{2,90})`,
    `what (?:you|we) ${some}(?:want|need) is`,
    `(?:about |past )?time to(?<=(?:^|[,;:.!] )(?:about |past )?time to)(?= (?!first|next|the )[a-z])`,
    `(?:nobody|no one|hardly anyone) (?:who|with) [^.;!?]{2,60} (?:would|will (?:still|ever|want|vote|choose))|everything else (?:is|would be) (?:just|only|merely|mere|an?(?! (?:question|matter|issue|point|task)))|nothing (?:stands in|to (?:stop|be gained|gain|lose))|(?:gains?|achieves?|loses?) (?:you |us )?nothing|no (?:[a-zà-ÿ]+ )?need to (?:discuss|debate|vote|wait|look|consult|argue|think|hesitate)|no (?:further |more )?(?:discussion|debate|excuses)|a (?:strong|good|clear|compelling|solid) case for|it pays to|so much for|only an? (?:fool|idiot|madman)|(?:can't|cannot|not|ill)(?: [a-z]+){0,5} afford (?:not )?to (?:miss|pass|lose|wait|ignore|turn|let|skip|delay)|afford not to|(?:nobody|no one|hardly anyone|few people)(?: [a-zà-ÿ]+){0,2} (?:in (?:their|his|her) right mind|(?:could|would|can|will) ${some}(?:object|want|choose|pick|miss|mourn|argue|blame|complain|disagree|prefer|pay|sign|keep|regret)|needs|wants)`,
    `(?:anyone|anybody|everyone|everybody|whoever) (?:(?:who|with) )?(?:[a-zà-ÿ ]{2,60} )?(?:can see|knows|agrees|would agree|will ${some}(?:know|want|end up|choose|see|agree|understand|find|vote)|would (?:never|hardly|rather|choose|pick|take|go))`,
    `surely (?:no(?:body| one)|we|you|the|it)|(?:a lot|much|plenty|everything|(?:precious )?little|nothing) (?:[a-zà-ÿ]+ )?(?:to be said|going) (?:for|against)|without (?:wishing|wanting|meaning) to|be [a-zà-ÿ]{3,12} and (?:take|go|choose|pick|sign|say|buy|drop)|bite the bullet`,
    "goes without saying that|if (?:you|they|we|the [a-zà-ÿ]+) (?:are|is) honest|my (?:own )?(?:tip|hunch|heart|gut|instincts?)|look (?:no|any) further|unless (?:i|we) hear|if (?:nobody|no one) objects|so don't(?=[.!])",
    `(?:is|are) ${some}(?:advised|urged|well-advised) to`,
    '(?:may|might) (?:i|we) (?:[a-zà-ÿ]{2,15}ly )?(?:suggest|urge|ask)|it is (?:[a-zà-ÿ]{2,15}ly )?(?:suggested|urged|submitted|advised) that|(?:the undersigned|i|we) (?:[a-zà-ÿ]{2,15}ly )?(?:suggests?|urges?) (?:that|the|you|[a-zà-ÿ]{2,20}ing)',
    `deserves? (?:a |an )?${some}(?:yes|no|nod|look)`,
    `(?:it is|it's) (?:about )?time (?:to|for|that|the|we|you|some[a-z]+)|(?:high|past|now is the) time|say (?:yes|no|goodbye) to|(?:is|are) what the [a-zà-ÿ]+ should|the one to (?:be )?(?:have|sign|follow|build|choose|chosen|take|buy|book|hire|go|use|keep|adopt|pick|beat|avoid)|incumbent (?:up)?on`,
    `leaves? no (?:room|question|doubt that (?:we|you|the [a-zà-ÿ]+) (?:has|have|must|should|needs?))|(?:nothing|little) speaks (?:for|against)|cannot avoid (?:concluding|the conclusion)|(?:hardly|not) do otherwise|only one ${some}way`,
    '(?:can|may|could) (?:safely|easily) (?:strike|forget|cut)|just (?:book|take|buy|go|get) (?:it|the|a|with|for)',
  ),
  guard: englishGuard(isReported),
});
