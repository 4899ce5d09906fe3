import {
  anyOf,
  englishGuard,
  isConditional,
  isName,
  isOfNone,
  isOpen,
  isPast,
  isPossible,
  isReported,
  type SentenceTest,
  startsClause,
} from './english-sentence.ts';
import { wholeWords } from './english-orders.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

const choice =
  '(?:options?|choices?|plans?|solutions?|approach(?:es)?|ways?|answers?|candidates?|picks?|course|alternatives?|paths?|routes?|bets?|decisions?|ideas?|proposals?|moves?|strategy|strategies|fit|match|selection|pattern|halls?|venues?|vendors?|suppliers?|one)';
/** Things that are only called good or bad where they are chosen. */
const verdictNoun =
  '(?:options?|combination|pairing|match|mix|setup|arrangement|format|venue|vendor|supplier|design|compromise|use of|deal|method|bidder|offer|choices?|picks?|bets?|decisions?|moves?|calls?|ideas?|fit|solutions?|candidates?|contender|alternative|selection|route|plan|approach|course|answer|investment|purchase|buy|step|tool)';

const evaluative =
  '(?:safest(?! (?:route|way|path))|smartest|wisest|soundest|strongest|finest|greatest|nicest|sanest|surest|weakest|worst|(?:most|least) (?:sensible|reasonable|suitable|attractive|promising|appropriate|practical|logical|prudent|convincing|compelling|advisable|balanced|effective|rational|viable|desirable|favou?rable|realistic|worthwhile|solid|reliable|persuasive|natural|obvious|responsible|satisfying|appealing|beneficial|fitting|optimal|ideal|valuable|interesting|credible))';

/** `best` as a verdict on a choice; not `at best`, `best-effort`, `best practice`. */
export const englishBest: PhraseRule = defineBuiltIn('en', {
  id: 'english-best',
  phrase: 'best option',
  alternatives: wholeWords(
    `best (?:(?:possible|available|overall|single) )?${choice}`,
    `(?:is|are|be|seems|remains|as|makes|make|becomes|looks|looks like|offers you|represents|:|,|by far|clearly|easily|arguably|probably) (?:by far |clearly |easily |still |simply |arguably |probably |hands down )?(?:the|our|your|my) (?:very |single |overall )?best(?! (?:practices?|efforts?|cases?|sellers?|selling|known|before|light|of (?:breed|three|five|our|my|their)|guess|interests?|man|friends?)(?![a-zà-ÿ0-9_]))`,
    `(?:the|our|your) (?:very |single |overall )?best (?:thing|place|venue|hall|deal|value|balance|compromise|mix|combination|chance|fit|setting|format|use of|way|idea|bet|outcome|result|offer|vendor|supplier|of the (?:two|three|four|lot|bunch|options|offers)|one|all-round)`,
    `(?:is|are|be|seems|looks|'s|works|suits|fits|serves|appears) (?:[a-zà-ÿ]{2,10} ){0,2}best`,
    `(?:do|does) best (?:to|with)`,
  ),
  except: [
    /(?:(?:do|did|does|doing|try|tries|tried|trying)\s{1,3}(?:our|your)|at\s{1,3}(?:the\s{1,3})?(?:our|your)?|to\s{1,3}the)\s{0,3}(?:very\s{1,3})?best/,
  ],
  guard: englishGuard(anyOf(isOpen, isOfNone, isPast, isName, isReported)),
});

const choiceAfter =
  /^(?:the|this|that|a|an)?\s?(?:options?|choices?|plans?|solutions?|approach|candidates?|alternative|course|path|way|proposal|one|:)/u;

/** A recommendation of a source that is named, or as the name of a thing: "the recommended temperature". */
const isOthersAdvice: SentenceTest = ({ before, after, matched }) => {
  const [form] = matched;
  const previous = before.at(-1) ?? '';
  if (form === 'recommendation' || form === 'recommendations') {
    return (
      previous.endsWith("'s") ||
      /^(?:of|of)$/.test(previous) ||
      (/^(?:of|from|by)$/.test(after[0] ?? '') &&
        !/^(?:the|this|option|plan)$/.test(after[0] ?? '')) ||
      /^(?:no|without|any|letter)$/.test(previous) ||
      /^(?:letters?|engines?)$/.test(after[0] ?? '')
    );
  }
  if (form === 'recommends')
    return !before.some((each) => /^(?:this|analysis|summary|comparison)$/.test(each));
  // "the doctor recommended a break"
  if (
    form === 'recommended' &&
    /^(?:a|an|the|that|hall|option|plan|[b-z]|it|this|[a-zà-ÿ]{2,20}ing)$/.test(after[0] ?? '') &&
    before.length > 1 &&
    !/^(?:is|are|be|was|been|highly|strongly|we|i|also|,|:|as|the|a)$/.test(previous)
  )
    return true;
  if (form === 'recommended' && previous.endsWith("'s")) return true;
  if (form !== 'recommended')
    return /^(?:without|no|not)$/.test(previous) && form === 'recommending';
  // "the recommended temperature": an attribute of a thing that is not chosen here.
  return (
    /^(?:the|its|their|a|all|as|of|per|at|than|within|below|above|with|and|in|no|maximum|minimum|,)$/.test(
      previous,
    ) &&
    /^\p{L}/u.test(after[0] ?? '') &&
    !choiceAfter.test(after.slice(0, 2).join(' ')) &&
    !/^(?:to|for|that|because|if|is|as|by|over|and)$/.test(after[0] ?? '')
  );
};

/** `recommend` in every form; a recommender and recommended requirements are other things. */
export const englishRecommend: PhraseRule = defineBuiltIn('en', {
  id: 'english-recommend',
  phrase: 'recommend',
  alternatives: [
    {
      source: String.raw`\brecommend(?:s|ed|ing|ations?|able)?\b(?!\s{1,3}(?:system\s{1,3}|minimum\s{1,3})?(?:requirements?|specs?|specifications?|hardware|environment|engines?|letters?|temperatures?|doses?|dosage|settings?|values?|range|voltage|pressure|retail|daily|age|size|storage|reading|intake|amount|speed|load|limit|maximum|minimum|browsers?|version|distance|interval)\b)`,
    },
  ],
  except: [/letters?\s{1,3}of\s{1,3}recommendation/],
  guard: englishGuard(anyOf(isOpen, isOfNone, isOthersAdvice, isReported)),
});

/** `the right answer` and its like. */
export const englishRight: PhraseRule = defineBuiltIn('en', {
  id: 'english-right',
  phrase: 'the right answer',
  alternatives: wholeWords(
    `the (?:only |one |clearly |obviously )?(?:right|correct|wrong) (?:${choice}|calls?|thing)(?! (?:side|hand))`,
  ),
  guard: englishGuard(anyOf(isOpen, isOfNone, isPast, isReported)),
});

const chooseVerb =
  '(?:choose|pick|select|go (?:with|for)|opt for|settle (?:on|for)|stick (?:with|to)|vote for|take|adopt|prefer|favou?r|back|endorse|lean (?:towards?|to)|steer clear of|avoid|reject|rule out|drop|skip|suggest|advise|recommend|urge|champion|bet on|plump for|side with|start with)';
/** An option by its name: "option B", "hall A", "B", "the second option". */
const optionName =
  '(?:the (?:[a-zà-ÿ]{2,12} ){0,2}(?:option|plan|choice|pattern|candidate|proposal|alternative|offer|one|venue|hall|vendor|supplier)|(?:(?:option|plan|pattern|candidate|proposal|alternative|choice|venue|hall|room|vendor|supplier|offer|route|number|no\\.) )(?:[a-z]|\\d{1,2}|one|two|three)|[b-hj-z](?![a-zà-ÿ0-9])|a(?=\\s{0,3}(?:[.,;!)]|$|over\\s|instead\\s|and\\s|for\\s|here\\s|rather\\s|because\\s|since\\s|unless\\s))|this (?:option|plan|one)|option (?:number )?(?:\\d|[a-zà-ÿ]))';

/** "We chose hall A last year." */
const isHistory: SentenceTest = ({ before, after }) =>
  [...before, ...after].some((each) =>
    /^(?:last|ago|previously|earlier|yesterday|formerly|once|(?:19|20)\d\d)$/.test(each),
  );

/** First persons who choose: "I would choose hall A", "my pick", "we advise", "our advice is". */
export const englishChoice: PhraseRule = defineBuiltIn('en', {
  id: 'english-choice',
  phrase: 'I would choose',
  alternatives: wholeWords(
    `(?:i|we)(?:'(?:d|ll)| (?:would|will|do|should|must|can only|strongly|clearly|personally|definitely|firmly))?(?: (?:[a-zà-ÿ]{2,12}ly|still|rather|always|also|instead|not|therefore))? ${chooseVerb}`,
    `(?:i|we)(?:'d| would) (?:[a-zà-ÿ]{2,12}ly )?(?:say|think|argue)`,
    `(?:my|our) (?:[a-zà-ÿ]{2,12} )?(?:pick|choice|vote|preference|favou?rite|advice|suggestion|recommendation|verdict|conclusion|bet|money|clear winner|top (?:pick|choice))(?= (?:is|would|goes|remains|lies|:|for\\b|here)|\\s{0,3}[:.,]|$)`,
    `(?:i|we)(?:'m|'re| am| are) (?:[a-zà-ÿ]{2,12}ly )?(?:in favou?r of|for (?:option|plan)|inclined|convinced|leaning)`,
    '(?:is|are|gets|has|wins) (?:clearly )?(?:my|our) (?:[a-zà-ÿ]{2,12} ){0,2}(?:pick|choice|vote|preference|favou?rite|advice|suggestion|verdict)',
    `if (?:i|we) (?:had|were) to (?:choose|pick|decide)|if i were (?:you|in|on|the|making)|were i (?:you|in|to)|if it were (?:up to me|my)|in your (?:place|shoes|position)|in (?:my|our) (?:opinion|view|judge?ment)|(?:up|left) to me,`,
    `i(?:'d| would)(?: [a-zà-ÿ]{2,12}ly| rather| sooner| also| still| not)? (?!need|have|like to (?:know|see|ask)|be able|assume|add|note|ask|say|think|argue|expect|want|estimate|guess)[a-zà-ÿ]{2,12}`,
    `(?:i|we) (?:settled on|chose|picked|decided on|opted for|went with|ruled out|rejected)`,
    `(?:i|we)(?:'m|'re| am| are) (?:now |therefore )?(?:going (?:with|for)|choosing|picking|opting|taking|dropping|rejecting|voting|backing)`,
    `(?:i|we) (?:can't|cannot|couldn't|could not|won't|wouldn't|would not|don't|do not) (?:really |possibly )?(?:support|endorse|recommend|advise|back|favou?r|justify|see (?:any|a|the|why))|(?:i|we) like [a-zà-ÿ ]{2,30} (?:best|better|most)|(?:seems|feels|looks) right (?:to me|for)`,
    `(?:i|we)(?:'ve| have) (?:now |finally |therefore )?(?:decided|chosen|settled|opted|picked|selected|ruled out|rejected)`,
    `(?:gets|has|wins|earns|receives) (?:my|our) (?:vote|nod|support|backing|preference|approval)`,
  ),
  guard: englishGuard(
    anyOf(
      isReported,
      isHistory,
      ({ clause, isQuestion, matched }) =>
        matched[0] !== 'if' &&
        (isQuestion ||
          clause.some((each) => /^(?:if|whether|unless|when|which|what|how|why|once)$/.test(each))),
    ),
  ),
});

/** Orders to choose: "go with B", "choose option A", "pick the second option". */
const isNotOrder: SentenceTest = (sentence) => {
  const { clause, matched } = sentence;
  if (startsClause(sentence)) return false;
  const last = clause.at(-1) ?? '';
  const before = clause.at(-2) ?? '';
  // "you have to choose A", "the plan is to go with B", "let us take A", "better to pick A"
  if (last === "don't" || last === 'never' || (last === 'not' && before === 'do'))
    return clause.length > 2;
  if (last === 'us' || last === "let's" || last === 'simply' || last === 'just' || last === 'not')
    return last === 'not' && before !== 'do';
  if (last === 'to')
    return !/^(?:have|has|need|needs|ought|better|best|wise|wiser|sensible|prudent|smart|advisable|time|advice|suggestion|tempting)$/.test(
      before,
    );
  return (
    !(/^(?:and|then|so|but|or|:|therefore|better)$/.test(last) && matched.length > 1) ||
    clause.length > 12 ||
    last === 'or' ||
    last === 'and'
  );
};
export const englishChooseOrder: PhraseRule = defineBuiltIn('en', {
  id: 'english-choose-order',
  phrase: 'go with B',
  alternatives: wholeWords(
    `${chooseVerb} ${optionName}|go (?:with|for)(?= [a-zà-ÿ])|(?:skip|scrap|ditch|drop|reject|forget|rule out|steer clear of|opt for|settle (?:on|for)|stick (?:with|to)|cross off|strike|abandon|discard|dismiss|cancel) (?:the|a|this|that|any|all|both|option|plan)|(?:choose|pick) the (?!(?:[a-zà-ÿ-]{1,20} ){0,2}(?:date|day|time|month|week|year|colours?|colors?|size|number|name|title|place|person|people|team|members?|speakers?|topics?|order|amount|price|level|criteri[ao]n?|category|language|format|type|kind|way|method|rows?|files?|winners?|right|slot|hour|season|chair|leader)(?![a-zà-ÿ-]))(?:[a-zà-ÿ-]{1,20} ){0,2}[a-zà-ÿ-]{2,20}(?=[.,;:!]|$| and| because| since| as)|(?:choose|pick|take|select|prefer|favou?r|keep|use|hire|book|buy|rent) [a-zà-ÿ0-9 ]{2,60} (?:over|rather than|instead of|without hesitation|any day)`,
  ),
  guard: englishGuard(anyOf(isOpen, isPossible, isNotOrder, isReported)),
});

/** "If quiet matters most, B is the better fit": a verdict for one criterion only. */
const isOfCriterion: SentenceTest = (sentence) =>
  isConditional(sentence) &&
  sentence.before.some((each) =>
    /^(?:matters?|counts?|weighs?|priority|important|prefers?|values?|comes?|cares?|outranks?)$/.test(
      each,
    ),
  );

/** "No option makes sense" is about none; "B makes no sense" is a verdict. */
const isVerdictOnNone: SentenceTest = (sentence) =>
  isOfNone(sentence.matched.includes('sense') ? { ...sentence, matched: [] } : sentence);

/** Verdicts on an option: superlatives of worth, winners, "makes the most sense". */
export const englishVerdict: PhraseRule = defineBuiltIn('en', {
  id: 'english-verdict',
  phrase: 'the only sensible choice',
  alternatives: wholeWords(
    `(?:the|our|your|my|a|by far the) (?:[a-zà-ÿ]{2,12} )?${evaluative} (?:[a-zà-ÿ]{2,12} )?${choice}`,
    `(?:is|are|looks|seems|be|remains|appears) (?:[a-zà-ÿ]{2,10} ){0,2}the ${evaluative}`,
    `(?:the|a|an|our|your|another|one|such an?) (?:only |one |most )?(?:(?:very|really|truly|rather|fairly|pretty|clearly|obviously|far|much|quite) )?(?:sensible|reasonable|obvious|clear|ideal|perfect|natural|logical|smart|smarter|wise|wiser|sound|sounder|superior|inferior|better|good|great|excellent|solid|stronger|strong|winning|safer|safe|right|poor|bad|terrible|wrong|weak|weaker|unwise|foolish|outstanding|prudent|rational|optimal|preferable|preferred|responsible|worthwhile|attractive|realistic|convincing|serious|viable|fine|decent|top|standout|winning|dream|mediocre|worse|acceptable|unacceptable|sensible-looking) ${verdictNoun}`,
    `the (?:only|one) (?:option|choice|plan|candidate|solution|way) (?:worth|that (?:makes|works)|forward|to go)`,
    '(?:clearly|far|well|way|miles|comfortably|easily|streets|a step|come[s]? out|still|narrowly|slightly) (?:ahead|on top|in front)(?! of (?:time|schedule|plan|the deadline|its time))',
    'mak(?:e|es|ing) (?:by far )?(?:the most|more|most|the least|perfect|the better|good|little|no) sense',
    '(?:is|are|be|looks|looks like|seems|seems like|remains|proves|appears|[a-zà-ÿ]{1,12} is) (?:[a-zà-ÿ]{2,12}ly |overall |much |far |by far |hands down ){0,2}(?:better(?! (?:suited|known|lit|connected|for|when|if|in|on|at|with|where|able|documented|equipped|insulated|protected))|superior|inferior|preferable|advisable|inadvisable|unbeatable|unrivalled|unmatched|ideal(?! (?:for|when|if))|optimal|a no-brainer|wiser|wisest|smarter|smartest|the (?:clear |obvious |outright )?(?:winner|favou?rite|front-?runner|one to (?:choose|pick|take|beat|avoid|go)|way to go|loser)|hard to beat|second to none|not worth|worth (?:choosing|picking|taking|going|selecting|it)|out of the question)',
    '(?:clear|obvious|outright|overall|undisputed|natural) (?:winner|favou?rite|front-?runner|choice)',
    'no-brainer|worth (?:choosing|picking|going (?:for|with))(?: over)?',
    '(?:beats|outperforms|outshines|outclasses|surpasses|trumps|outweighs) (?:all|every|the (?:other|rest|alternative|competition|others)|both|everything|option|plan|hall|[a-z](?![a-zà-ÿ0-9]))',
    '(?:wins|stands out|comes (?:out )?(?:first|on top)|takes the (?:lead|crown|cake|prize)|deserves (?:the )?(?:preference|nod|to win|to be (?:chosen|picked)))(?=\\s{0,3}(?:[.,;!]|$|(?:as|out|hands|over|because|clearly|here|among|easily|by)\\s))',
    '(?:a|the) (?:clear |big |serious |costly )?mistake to (?:choose|pick|take|go|select|ignore|pass|skip|reject)|(?:would|will) be (?:a|the|an) (?:[a-zà-ÿ]{2,12} )?(?:mistake|error|shame|waste)',
    'head and shoulders above|hands down|leaves? (?:the )?(?:others|rest) behind|in a (?:class|league) of its own|speaks for itself|(?:the )?(?:verdict|conclusion|choice) is (?:clear|obvious|easy)',
    `(?:the|a|an) (?:perfect|ideal|optimal|dream) (?:${choice}|place|spot|setting|combination|partner|match|compromise|home|setup|mix|pairing)|(?:is|are|be|seems|makes?|becomes?|offers?) (?:the|an?) (?:perfect|ideal|optimal) [a-zà-ÿ]{2,20}|deserves? (?:the|your|our)|the winner is`,
    'the (?:only )?(?:wise|reasonable|sensible|smart|logical|best|right|prudent|safe|obvious|rational|responsible) (?:thing|course|one)(?: to do)?(?= is| here| would|[.,;!]|$)|the (?:logical|natural|sensible|smart|obvious|wise) (?:next |first )?step',
    'the (?:better|stronger|safer|wiser|smarter|superior) (?:one|of the two|venue|offer|deal|vendor|hall)|(?:your|the) (?:first|only|number one) (?:choice|pick)',
    '(?:choose|pick|select|choosing|picking|selecting|taking) (?:anything|something) else',
    `(?:is|are)(?:n't| not| hardly| scarcely) worth|well worth|worth (?:the|every|any|all|your|its) (?:[a-zà-ÿ]{2,12} ){0,2}(?:money|price|cost|costs|trouble|effort|thought|wait|time|investment|risk|expense|hassle|penny|cent|detour|fee|premium|difference)|worth it|worth (?:paying|spending|considering|a (?:try|closer look))`,
    'wins (?:on|in|at) (?:every|all|each|most|almost|nearly|both|any)|wins? (?:out|overall|the day|easily|comfortably|clearly)',
    `(?:plan|decision|matter|choice|case|question|venue) is (?:now |therefore |thus )?(?:settled|decided|closed|made|final|clear-cut|a foregone conclusion)(?! (?:in|by) )`,
    `(?:is|are) (?:hereby |therefore |thus |now |clearly |simply )?(?:rejected|discarded|scrapped|off the table|out of the running|out of contention|not in the running|eliminated|dropped|dismissed)(?=[.,;:]|$| (?:as|because|since|in favou?r|and|from the (?:list|running|shortlist)))`,
    `(?:can|may|could) (?:safely )?be (?:safely )?(?:scrapped|cut|dropped|ruled out|discarded|dismissed|struck|crossed off|eliminated|ignored|set aside|forgotten)(?! (?:if|when|once|after|by))`,
    '(?:a cut|head and shoulders|streets|a notch) above|(?:has|have|holds|gives [a-zà-ÿ ]{2,30}) (?:the|a clear|a slight|an?) (?:edge|upper hand|advantage over)|falls? (?:far |well |clearly )?short(?! by)|comes? nowhere close to',
    `(?:is|are|isn't|aren't|seems|looks|does|do|works|fits|suits|serves|will)(?: simply| just| quite| really| not| do| be)? (?:good enough|just right|just fine|fine here|just the (?:thing|job|ticket)|the right (?:fit|size of)|up to (?:the job|scratch)|a (?:great|good|better|bad|poor|perfect|natural) (?:fit|match|deal|value))`,
    `(?:is|are|be|seems?|looks?|would be|remains?|sounds?) (?:simply |clearly |frankly |rather |far too |too |just |plainly |downright |totally |completely |an? )?(?:reckless|foolish|unwise|pointless|senseless|overkill|hopeless|unrealistic|impractical|unsuitable|unsound|ill-advised|ill advised|short-sighted|untenable|unjustifiable|absurd|unthinkable|inconceivable|indefensible|unjustified|silly|mad|crazy|irresponsible|madness|misguided|non-starter|dead end|disaster|excellent|outstanding|brilliant|great|terrible|poor|ideal|perfect|superb)(?=[.,;:!]|$| (?:and|as|because|since|for (?:you|us|your|this|the|a)|here|given|compared|to|choice|option|idea))`,
    "(?:good|great|excellent|better|best|poor|bad) value|(?:a |the )?(?:far |much |clearly )?better deal|(?:does not|doesn't|will not|won't|never|would not) pay(?: off| for itself)?|pays off(?! (?:after|within|once|if|when|from|in (?:about|some|roughly|one|two|three|four|five|\\d))(?![a-z]))|(?:not|hardly|never) (?:make|makes) sense|(?:makes|make) sense(?! of)",
    `(?:the|a|an) (?:only |one |most )?(?:more|most|least|less) (?:sensible|reasonable|suitable|attractive|promising|appropriate|practical|logical|prudent|convincing|compelling|advisable|effective|rational|viable|desirable|favou?rable|realistic|worthwhile|solid|reliable|natural|obvious|appealing|beneficial) (?:${verdictNoun}|of the|one)`,
    `(?:the )?only (?:[a-zà-ÿ]{2,12} )?(?:realistic|viable|workable|real|serious|proper|sensible|reasonable|acceptable|rational|logical|credible|feasible|safe|true|practical) [a-zà-ÿ]{2,14}|only one (?:[a-zà-ÿ]{2,12} )?(?:choice|option|answer|winner|candidate)`,
    `(?:is|are)(?:n't| not| hardly| scarcely)(?: really| exactly| at all| simply| a)? (?:advisable|sensible|realistic|viable|practical|reasonable|wise|feasible|the answer|the way|worthwhile|ideal|optimal|serious|convincing|attractive|justified|justifiable|up to)`,
    `(?:is|are|seems?|looks?|would be) (?:far |much |clearly |simply )?better suited(?! (?:if|when|where|in case))|premature|too (?:early|soon|risky|ambitious|good) to|bottom line|(?:be|is) done with it|case closed|end of (?:story|discussion)|ticks? (?:all|every)|false economy|no match for|(?:is|are)(?: not|n't)? in the same league|tops? the list|leads? the (?:field|pack)|speaks for|carries the day|strikes? the (?:right|best)|money is on|my money|the one to (?:go|beat)|hard to argue|every time[.!]|by a (?:mile|wide margin|long way)|(?:stands?|towers?) (?:out|above|over) (?:as|from|the|among)`,
    `(?:outperform|outshine|outclass|outdo|outstrip|trump)(?:s|es)?|(?:in|on|by) (?:every|all|each) (?:single )?(?:category|categories|respects?|counts?|points?|measures?|aspects?|scores?|fronts?)(?! the same)|(?:is|are|would be) the (?:answer|solution|way forward|ticket|one for)|you can (?:trust|rely on|count on|depend on)|forget the rest|leave it at that|narrow (?:it|the (?:list|choice)) down to|(?:well|far) clear of`,
    '(?:everything|all|much|most|a lot|the evidence|nothing)(?: (?:here|else|of it))? (?:speaks|points|argues|counts|weighs) (?:in favou?r of|for|to|towards|against)',
    '(?:suits?|fits?|serves?) [a-zà-ÿ ]{2,40} best|(?:choice|vote|verdict|decision) (?:falls on|goes to)|can (?:safely |simply |just )forget|can forget about',
    '(?:our|my|this|the final) (?:ranking|scoring|order) (?:puts|places|has|starts with)|(?:we|i) (?:would )?rank',
    `beats(?! per| a minute| of)|money down the drain|throwing (?:good )?money|(?:hard|difficult|impossible) to (?:justify|argue|beat|see (?:why|how)|imagine|defend)`,
    `(?:is|are|looks?|seems?|be|remains?) (?:far |much |clearly |also |even |a lot |rather |slightly |somewhat )?(?:more|less) (?:sensible|reasonable|attractive|promising|convincing|compelling|appealing|suitable|appropriate|desirable|worthwhile|prudent|logical|advisable|persuasive|satisfying|rewarding)`,
    `outweighs?|(?:any day|no contest|no question|no doubt|without (?:hesitation|a doubt|question)|beyond (?:doubt|question))|(?:the )?(?:choice|decision|answer|verdict) (?:is|seems|looks) (?:clear|easy|simple|obvious|straightforward)`,
    'when in doubt|if in doubt|play it safe|(?:the )?safe(?:r|st)? (?:choice|bet|option|pick|play)|(?:is|are|would be) best (?:avoided|left|skipped|dropped|served)|deserves? (?:priority|preference|serious|first|to be|another|more)',
    `(?:is|are|'s) the (?:[a-zà-ÿ]{2,20} )?to (?:choose|pick|take|adopt|select|go (?:with|for)|book|use)(?=[.,;!]|$)|(?:it|that|this)(?: is|'s) (?:now |all |as good as )?settled`,
    '(?:is|are|would be) (?:a )?(?:waste|shame|mistake|pity|gamble)|(?:is|was) meant to be|tips? the (?:balance|scales?)|(?:balance|scales?) tips?|(?:gets|wins|earns|deserves) the (?:nod|vote|edge|gold)',
  ),
  guard: englishGuard(anyOf(isOpen, isVerdictOnNone, isOfCriterion, isPast, isReported)),
});

/** Advice to the reader: "it is wise to", "you'd be better off", "suggest choosing". */
export const englishAdvice: PhraseRule = defineBuiltIn('en', {
  id: 'english-advice',
  phrase: 'we advise',
  alternatives: wholeWords(
    `(?:suggest|advise|propose|urge|recommend) (?:that (?:you|we)|you|going|choosing|picking|taking|selecting|adopting|opting|sticking|avoiding|waiting)`,
    `(?:you|we|they|one|the (?:team|company|group|committee|organi[sz]ers?))(?:'(?:d|re|ll)| (?:would|are|will|is)) (?:probably |likely |much |far )?(?:be )?(?:much |far )?(?:better off|better served|best off|well advised|wise to)`,
    `(?:you|we)(?:'d| would) do (?:well|better|best)|would do (?:well|better|best) to`,
    `(?:it's|(?:it|this) (?:is|would be|seems|might be|may be)) (?:much |more |most |very |probably |perhaps )?(?:wise|wiser|wisest|prudent|sensible|smart|smarter|advisable|better|best|unwise|foolish|preferable|safer|safest|reasonable|a good idea|a bad idea|risky|worth) (?:to|not to|choosing|picking|going|taking)`,
    `(?:had|(?:you|we|they)'d) better`,
    `(?:you|we|it)(?:'d| would) be (?:foolish|unwise|mad|crazy|silly|wise|smart|reckless|sensible|prudent) (?:not )?to`,
    `(?:it )?(?:is|would be|will be|'d be) (?:a |an )?(?:[a-zà-ÿ]{2,12} )?(?:mistake|error|shame|pity|folly|good idea|bad idea|wise move) (?:not )?to`,
    `(?:would|will|'d) be (?:much |far |probably )?(?:better off|better served|best served|best off|well advised|wise to|wiser to|foolish to|unwise to)`,
    `no (?:real |good |viable |sensible )?alternative to|(?:little|nothing|not much|a lot|much) to be said (?:for|against)|(?:nobody|no one|you|they|we|anyone)(?: will| would|'ll| won't| wouldn't)?(?: not| never| ever)? regrets?|no regrets|nothing (?:else )?(?:comes|came) close|no (?:other )?(?:[a-zà-ÿ]{2,12} ){1,3}(?:comes close|can match|matches|beats|rivals)`,
    'nothing (?:beats|compares)|do yourself a favou?r',
    "mak(?:es|ing) (?:[a-zà-ÿ]{2,8} )?sense to|serves? (?:you|them|us) (?:best|better|well)|(?:you|they) will be glad|you'll be glad",
    'better off (?:with|choosing|picking|going|taking)',
    `(?:there is|there's|i see|we see) (?:(?:[a-zà-ÿ]{2,12}ly|just|now) )?(?:no|little|not much)(?: good| real| earthly| compelling| serious)? (?:reason|point|sense|benefit|case) (?:not to|to|in(?! (?:the|our|your|this|that)(?![a-z]))|for|against)`,
    `why not (?:just |simply )?${chooseVerb}`,
    '(?:the|our|my) advice (?:is|would be|:)',
    `(?:have|has|need|needs|ought) to ${chooseVerb} ${optionName}`,
    `(?:can'?t|cannot) go wrong`,
    `(?:is|are) better (?!suited|known|lit|connected|equipped|insulated|protected|documented|attended|paid|located|rated)(?:[a-zà-ÿ]{2,12}ed|left|kept|done|put|cut)(?=[.,;!]|$| (?:out|off|alone|as|into|in|by))`,
    `(?:let's|let us)(?! see| look| say| assume| compare| consider| check| ask| call)(?= [a-zà-ÿ])`,
    `(?:let's|let us) (?:just |simply )?` + chooseVerb,
  ),
  guard: englishGuard(
    anyOf(isReported, ({ clause }) =>
      clause.some((each) => /^(?:if|whether|unless|which|how)$/.test(each)),
    ),
  ),
});
