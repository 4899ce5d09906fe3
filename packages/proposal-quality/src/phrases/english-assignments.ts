import { isOfOption } from './english-decisions.ts';
import { englishBody, some, wholeWords } from './english-orders.ts';
import {
  anyOf,
  englishGuard,
  isConditional,
  isOpen,
  isReported,
  possible,
  type SentenceTest,
} from './english-sentence.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

/** Persons of a group in the plural, and not things with the same ending: "the drummers", "the folders". */
export const persons =
  '(?:parents|members|volunteers|neighbou?rs|students|pupils|children|families|trustees|tenants|residents|colleagues|[a-zà-ÿ]{3,12}(?<!fold|head|numb|pap|corn|cov|lett|lay|post|ord|off|ov|contain|draw|print|comput|fact|err|flo|col)(?:ers|ors|ists))';

/** The group decides about these; an Organizer may hand them over. */
const groupMatter =
  '(?:choice|decision|question|matter|rest|final|last|floor|point|vote|call|say|topic|word)';
const thing = `(?:the|our|that|this|these|those) (?!${groupMatter}(?![a-z]))[^.;!?,]{2,40}`;
const addressee = `(?:you(?! all)|the (?:[a-zà-ÿ]+ )?${persons}|(?:mr |mrs |ms |dr )?[a-zà-ÿ]{2,14})`;

const calendar =
  /(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/;

const hasAddressee =
  /^(?:that|this|which) leaves|(?:job|task|one) for |(?:giving|handing|passing|assign(?:ing|ed)|allocat(?:ing|ed)) /i;
const endsWithGroup = RegExp(`(?:you|the (?:[a-zà-ÿ]+ )?${persons})$`, 'i');
const lastName = /(?<![\p{L}'’-])\p{Lu}[\p{L}'’-]{1,30}$/u;

/** "That leaves an hour for questions", "that leaves the hall for May": no person is named. */
const isForNobody: SentenceTest = ({ written }) => {
  if (!hasAddressee.test(written) || endsWithGroup.test(written)) return false;
  const name = lastName.exec(written)?.[0];
  return name === undefined || calendar.test(name);
};

/** "One order would be: the van gets loaded first", "you are down for both in the draft rota". */
const isPossibility: SentenceTest = ({ before, after }) =>
  before.some((each) => possible.has(each)) ||
  after.some((each) => /^(?:draft|version|variant|option|proposal|sketch)s?$/.test(each));

/** Stative verbs, and what people do by habit: "no one knows before Friday". */
const state =
  '(?:is|has|was|does|knows|needs|wants|says|seems|sees|hears|remembers|finds|loses|likes|minds|objects|agrees|thinks|expects|gets|pays|owns|lives|benefits|cares|answers|replies|arrives|comes|picks|works)';
const hour =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midday|midnight)';

/** Work that the text gives to persons by a statement: "is yours to print", "that leaves the bins for Marta". */
export const englishAssignment: PhraseRule = defineBuiltIn('en', {
  id: 'english-assignment',
  phrase: 'is yours to do',
  alternatives: wholeWords(
    `(?:i|we)(?:'m|'re| am| are|'ve| have) ${some}(?:put(?:ting)?|pencil?l(?:ing|ed)|sign(?:ing|ed)|writ(?:ing|ten)) (?!(?:both|all|each|every|either|myself|ourselves|my) )[^.;!?]{1,50} (?:down|in|up) (?:for|as) (?!(?:an? )?(?:vote|discussion|debate|comparison|decision|review|open|undecided|possible|they|it|we|you))[a-zà-ÿ0-9]+`,
    `(?:i|we)(?:'m|'re| am| are) ${some}(?:marking|counting|recording|logging|treating|regarding|taking|noting) [^.;!?]{2,50} as (?:settled|agreed|decided|done|closed|final|confirmed|fixed|a yes|a no)`,
    `(?:i|we)(?:'m|'re| am| are|'ve| have) ${some}(?:assign(?:ing|ed)|allocat(?:ing|ed)|giving|handing|passing) ${thing} to ${addressee}`,
    `(?:is|are|will be)(?<!(?:choice|decision|call|vote|verdict|question|say|money|deposit|that) (?:is|are|will be)) (?:all )?(?:yours|his|hers|theirs|[a-zà-ÿ]{2,14}'s) to (?!make|take|decide|choose|keep|call|judge|answer|weigh|use|enjoy|spend|have|lose|claim|say|settle)[a-zà-ÿ]+`,
    `(?:that|this|which) leaves ${thing} (?:for|to|with) ${addressee}`,
    `(?:you|you two|you three|you all|both of you)(?:'re| are) (?:doing|bringing|handling|running|covering|minding|driving|in charge of|responsible for|down for) (?:the|our|all|both|this|that)`,
    `i(?:'ve| have) (?!been )${some}(?:gone with|(?:booked|ordered|hired|accepted|declined|turned down|cancelled|signed)(?= (?:the|an?|our|their|his|her|two|three|four|five|six|ten|[a-z]{2,5}ty|\\d+) )(?! the [a-zà-ÿ]+ by ))|i(?:'ve| have) ${some}(?:told|let) [^.;!?]{2,30} (?:know )?(?:that )?we(?:'ll| will| take| accept|(?:'re| are) (?:taking|coming|going|in|out))`,
    `i(?:'ve| have) ${some}(?:moved|put|swapped|switched|shifted) (?:you|everyone|everybody)(?= (?:on|to|in|from|into|at|for|down|up) )|(?:i|we) (?:count|rely|depend) on (?:you|each|every|all|everyone|everybody)|your (?:part|bit|role|share)(?:, [a-zà-ÿ]{2,14},)? (?:is|will be) (?:to|the)`,
    `gets? [a-zà-ÿ]{2,12}(?:ed|en|pt) (?:first|last|before (?:anything|everything|the rest))`,
    `(?:is|are) (?:a|the|one) (?:job|task|one) for ${addressee}|(?:i|we)(?:'m|'re| am| are) calling it(?=\\s{0,3}[:,.!]| for )`,
    `(?<!(?:that|as|how|where|because|since) )(?:(?:no one|no-one|nobody|none of (?:you|the ${persons})) (?!${state} )[a-zà-ÿ]{2,12}s|nothing (?:goes|gets|leaves)) (?:[^.;!?]{1,60} )?(?:until|till|before|without|unless)`,
    `(?:no one|no-one|nobody) is (?:leaving|touching|starting) (?:[^.;!?]{1,60} )?(?:until|till|without|unless)|it falls to [^.;!?]{2,40} to (?!choose|decide|say|judge|weigh|vote|pick|agree|settle)[a-zà-ÿ]+`,
    `(?<=^|[.!?] |, and |, so )(?:everyone|everybody|each (?:family|household|parent|member|volunteer|player|singer|child|pupil|student|of you)) (?:brings|signs|wears|carries|clears|stacks|washes|hands|returns|collects|puts|turns|switches) (?:the|an?|one|two|three|their|his|in|off|out|on|up|back)`,
    `(?:everyone|everybody|(?:all|each) of (?:you|us|the ${persons})|the whole ${englishBody}) (?:is|are) (?:at|in|on|back|there|here|outside|inside|out|ready) (?!(?:home|work|school) )(?:[a-zà-ÿ]+ ){0,4}(?:by|before|from) (?:[a-z]+ past |[a-z]+ to )?${hour}`,
  ),
  guard: englishGuard(
    anyOf(isOpen, isConditional, isOfOption, isForNobody, isPossibility, isReported),
  ),
});
