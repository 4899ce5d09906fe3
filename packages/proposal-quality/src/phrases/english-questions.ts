import { persons } from './english-assignments.ts';
import { englishBody, wholeWords } from './english-orders.ts';
import { anyOf, englishGuard, isReported, type SentenceTest } from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

const isStatement: SentenceTest = ({ isQuestion }) => !isQuestion;

const really = '(?:really|seriously|honestly|still|actually|truly|simply|just|ever|possibly)';

const askable = '(?:could|can|would|will|might)';
const errand =
  '(?:bring|fetch|ring|call|email|check|ask|collect|draft|write|print|order|remind|pick up|drop off|sort out|look after|chase|take (?:the (?!whole|full|entire)|over|notes|minutes|care of|charge of))';

const isErrand = RegExp(
  `^${askable}\\s{1,3}(?:(?:mrs?|ms|dr)\\s{1,3})?\\p{L}{2,14}\\s{1,3}${errand}$`,
  'iu',
);
/** "Could guests bring dogs?" asks what is possible; "could Ade bring the keys?" asks Ade. */
const isUnnamed: SentenceTest = ({ written }) =>
  isErrand.test(written) && !/\s\p{Lu}/u.test(written);

/** Questions that allow one answer, or ask for an act: "why pay twice?", "wouldn't it be a shame?", "might the board move it?". */
export const englishQuestion: PhraseRule = defineBuiltIn('en', {
  id: 'english-question',
  phrase: 'a question with one answer',
  alternatives: wholeWords(
    `(?<!(?:why|how come) )(?:would|is|are|should|could|can|do|does|did|have|has|was|were|must)n't (?:it|we|you|they|there|this|that|these|one|all|the|an?|our|your|[a-zà-ÿ]+ing)`,
    `(?:would|is|are|should|could|can|do|does|have|has|must) (?:it|we|you|they|there|this|that|one|the [a-zà-ÿ]+) not`,
    `(?:is|are|was) (?:it|we|you|there|this|that) (?:${really}|(?:not )?(?:high |about )?time|asking|too much|any wonder|much|any(?: [a-zà-ÿ]+)? (?:reason|point|sense|doubt|argument|alternative|case|excuse|harm)|an?(?: single)? (?:better|good|single|serious|sensible|compelling|simpler))`,
    `(?:do|does|can|should|must|would|will|could|has|did) (?:we|you|they|anyone|anybody|someone)(?: here)? (?:all |just ){0,2}(?:${really}|not|believe|doubt|afford|imagine|deny|agree)|need (?:i|we|one|you|anyone) (?:say|look|go|ask|add|think|${really})`,
    `why (?:not|don't (?:we|you)|bother|wait|on earth|in the world|ever|else)|why (?:would|should|must) (?:anyone|anybody|we|you|they|one|the|an?|any|our|still)`,
    `(?<![a-zà-ÿ,:] )why (?!(?:is|was|are|were|do|did|has|have|had|can|could|may|might|will|would|should|must|the|an?|this|that|these|those|it|its|they|we|you|he|she|there|some|many|most|only|so|our|your|their)(?![a-zà-ÿ]))[a-zà-ÿ]{2,14}(?<!s|ed|day)(?= [a-zà-ÿ])`,
    `what(?:'s| is| are| would be| could be) (?:the (?:point|use|sense|good|harm|hurry|rush)|there (?:left )?to|(?:we|you|they|the [a-zà-ÿ]+) waiting for|to (?:stop|lose)|stopping|so (?:bad|hard|difficult)|not to like)`,
    `what else but|what (?:sense|good|earthly|possible|better|sane|harm|more (?:can|could|do|would)|(?:[a-zà-ÿ]{3,12} )?(?:alternative|choice|option) (?:is|are|remains|do|does|have|has))|where(?:'s| is| would be) the (?:harm|sense|point|logic|fun)`,
    `who (?:needs|wants|says|${really}|in (?:their|his|her|your))|who(?:'d| would| could) (?:${really}|not|want|say|object|dare|choose|miss|rather|pay|turn|buy|mind|blame|resist|argue|refuse|complain|the|any)`,
    `how (?:many more|much (?:more|longer|clearer|simpler|worse)|hard can it|about (?:(?:simply|just|finally) )?(?:dropping|skipping|leaving|cancell?ing|scrapping|closing|ending|ditching|stopping|abandoning|removing|selling|giving up|calling off|getting rid)|often (?:must|do we|shall|will)|long (?:do|are|must|shall|will|should) (?:we|you)|(?:could|can) (?:anyone|one))`,
    `(?:could|can|may|might) (?:i|we) (?:(?:leave|hand|give|pass) (?!(?:the|this|that) (?:choice|decision|question|last|final)(?![a-z]))[^.;!?]{2,40} (?:up to|with|to) you|(?:put|sign|pencil|book) you (?:down|up|in))`,
    `shall we|any chance|since when|(?:might|may|can|could) (?:i|we) (?:trouble|ask|bother|remind|count)|do you think you could|(?:could|would|might|may|can|will) (?:somebody|someone|anyone|anybody|whoever)|(?<!(?:what|which|whom?|how|when|where|why)(?: [a-zà-ÿ]{2,14}){0,3} )(?:could|would|might) (?:the |our |all |every |each )?${englishBody}s? (?!be |have |need |also )[a-zà-ÿ]+`,
    `${askable} (?:one|two|three|four|some|any|a few|a couple|several|each|all|most|both) of (?:you|us|(?:the |our |your )?(?:[a-zà-ÿ]+ )?${persons}) (?!be |have |need |also |like |know |object|mind |agree|prefer|vote|lose |miss |benefit|afford|want |feel )[a-zà-ÿ]+`,
    `${askable} (?:mr |mrs |ms |dr )?(?!they |we |you |he |she |it |i |this |that )[a-zà-ÿ]{2,14} ${errand}`,
    `(?<=, )(?:right|surely|no|okay|yes|shall we|don't you think|(?:is|are|does|do|can|could|would|will|wo|ca|has|have|did|should|was|were)(?:n't)? (?:it|we|you|they|there))(?=\\?)`,
  ),
  guard: englishGuard(anyOf(isStatement, isUnnamed, isReported)),
});

/** A proposal of one option to the group: "how about the smaller hall?". "How about the food: is it ordered?" asks. */
export const englishSuggestion: PhraseRule = defineBuiltIn('en', {
  id: 'english-suggestion',
  phrase: 'how about',
  alternatives: wholeWords('how about(?! [^?:]{2,60}:)'),
  guard: englishGuard(anyOf(isStatement, isReported)),
});

/** The author's own view, announced: "if you ask me", "to be frank", "I find", "between friends". */
export const englishStance: PhraseRule = defineBuiltIn('en', {
  id: 'english-stance',
  phrase: 'if you ask me',
  alternatives: wholeWords(
    `i (?:[a-zà-ÿ]{2,12}ly |can only |do |still |would |for one |must )?(?:find|feel|think|believe|hold|consider|trust|doubt|hope|suspect|maintain|submit|propose|favou?r|like|love|plead|conclude|see (?:no|little|nothing))`,
    `i keep (?:coming back|returning) to|i(?:'m| am) (?:[a-zà-ÿ]+ )?(?:convinced|certain|sure|confident|persuaded|sold|against|opposed|all for)`,
    `(?:in|to) (?:my|our) (?:book|eyes|mind|experience|view|opinion|judge?ment|way of)|for my (?:part|money|taste)|to my (?:taste|ear|eye)|if (?:you ask me|i may)|between (?:you and me|ourselves|us|friends)|to be (?:frank|honest|blunt)|frankly|honestly|let's (?:be honest|face it)|(?:take it from|trust|believe) me|far be it from|common sense`,
    `(?:any|no|every|each|an?) (?:[a-zà-ÿ]{3,16} )?[a-zà-ÿ]{3,16} (?:who|that|with) (?:takes? [^.;!?]{1,40} seriously|(?:cares?|values?|respects?|loves?|looks?|any sense|eyes|half)(?![a-z])|[^.;!?]{2,60} would)`,
    `(?:you|they|nobody|no one|we)(?: will|'ll| would|'d| won't)(?: certainly| surely| soon| never| not| ever| only| all| both| be){0,3} (?:regrets?|thank|glad|happier|sorry|kick|look back|hard pressed|disappointed)`,
  ),
  guard: englishGuard(isReported),
});
