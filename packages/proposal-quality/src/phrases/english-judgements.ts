import {
  anyOf,
  englishGuard,
  inCondition,
  isConditional,
  isName,
  isOfNone,
  isOpen,
  isPast,
  isPossible,
  isReported,
  isSubject,
  type SentenceTest,
  startsClause,
} from './english-sentence.ts';
import { some, wholeWords } from './english-orders.ts';
import { defineBuiltIn, type PhraseRule } from './phrase-rule.ts';

/** Things that are only called good or bad where they are chosen. */
const verdictNoun =
  '(?:options?|combination|pairing|match|mix|setup|arrangement|format|venue|vendor|supplier|design|compromise|use of|deal|method|bidder|offer|choices?|picks?|bets?|decisions?|moves?|calls?|ideas?|fit|solutions?|candidates?|contender|alternative|selection|route|plan|approach|course|answer|investment|purchase|buy|step|tool)(?! (?:lists?|date|days?|time))';

const choice = `(?:${verdictNoun}|plans|answers|ways?|paths?|pattern|strategy|strategies|halls?|venues|vendors|suppliers|proposals?|one(?! (?:for|against)))`;

/** Adjectives of worth, and of the lack of it. */
const sound =
  '(?:sensible|grown-up|sane|decent|reasonable|suitable|attractive|promising|appropriate|practical|logical|prudent|convincing|compelling|advisable|effective|rational|viable|desirable|favou?rable|realistic|worthwhile|solid|reliable|natural|obvious|responsible|satisfying|appealing|beneficial|fitting|optimal|ideal|credible|persuasive|balanced|rewarding|feasible|workable|wise|smart|serious|justified|justifiable|proper|valuable|acceptable)';
const unsound =
  '(?:reckless|foolish|unwise|pointless|senseless|overkill|hopeless|unrealistic|impractical|unsuitable|unsound|ill-advised|short-sighted|untenable|unjustifi(?:able|ed)|absurd|unthinkable|inconceivable|indefensible|silly|mad|daft|crazy|useless|worthless|unworkable|ludicrous|ridiculous|unsuited|unfit|doomed|obsolete|overpriced|remiss|irresponsible|madness|folly|misguided|terrible|poor|bad|unacceptable)';
const evaluative = `(?:(?:saf|smart|wis|sound|strong|fin|great|nic|san|sur|weak)est(?! (?:route|way|path))|worst|(?:most|least) ${sound})`;

/** `best` as a verdict on a choice; not `at best`, `best-effort`, `best practice`. */
export const englishBest: PhraseRule = defineBuiltIn('en', {
  id: 'english-best',
  phrase: 'best option',
  alternatives: wholeWords(
    `best (?:(?:possible|available|overall|single) )?${choice}`,
    `(?:is|are|be|seems|remains|as|makes?|becomes|looks|looks like|:|,) ${some}(?:the|our|your|my) ${some}best(?! (?:practices?|efforts?|cases?|sellers?|selling|known|before|light|of (?:breed|three|five|our|my|their)|guess|interests?|man|friends?)(?![a-zà-ÿ0-9_]))`,
    `(?:the|our|your) ${some}best (?:thing|place|value|balance|chance|setting|outcome|result|of the (?:two|three|four|lot|bunch|options|offers)|all-round)`,
    `(?:is|are|be|'s|works) (?:[a-zà-ÿ]{2,10} ){0,2}best`,
    `(?:do|does) best (?:to|with)`,
  ),
  except: [
    /(?:(?:do|did|does|doing|try|tries|tried|trying)\s{1,3}(?:our|your)|at\s{1,3}(?:the\s{1,3})?(?:our|your)?|to\s{1,3}the)\s{0,3}(?:very\s{1,3})?best/,
  ],
  guard: englishGuard(anyOf(isOpen, isOfNone, isPast, isName, isReported)),
});

/** Words after which "recommended" is a verdict, and the things that are chosen here: "the recommended option". */
const choiceAfter =
  /^(?:to|for|that|because|if|is|as|by|over|and|options?|choices?|solutions?|approach|candidates?|alternative|course|path|way|proposal|one)$/;

/** A recommendation of a source that is named, or as the name of a thing: "the recommended temperature". */
const isOthersAdvice: SentenceTest = ({ before, after, matched }) => {
  const [form] = matched;
  const [next = ''] = after;
  const previous = before.at(-1) ?? '';
  if (previous.endsWith("'s") || isSubject(previous)) return true;
  if (form === 'recommends')
    return !before.some((each) => /^(?:this|analysis|summary|comparison|undersigned)$/.test(each));
  // "the doctor recommended a break", "the recommended temperature"
  return form === 'recommended' && /^\p{L}/u.test(next) && !choiceAfter.test(next);
};

/** `recommend` in every form; a recommender and recommended requirements are other things. */
export const englishRecommend: PhraseRule = defineBuiltIn('en', {
  id: 'english-recommend',
  phrase: 'recommend',
  alternatives: [
    {
      source: String.raw`\brecommend(?:s|ed|ing|ations?|able)?\b(?!\s{1,3}(?:system|minimum|retail|requirements?|specifications?|engines?|letters?|values?|settings?|readings?)\b)`,
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
    `the ${some}(?:right|correct|wrong) (?:${choice}|calls?|thing)(?! (?:side|hand))`,
  ),
  guard: englishGuard(anyOf(isOpen, isOfNone, isReported)),
});

const chooseVerb =
  '(?:choose|pick|select|go (?:with|for)|opt for|settle (?:on|for)|stick (?:with|to)|vote for|take|adopt|prefer|favou?r|back|endorse|insist|propose|lean (?:towards?|to)|steer clear of|avoid|reject|rule out|drop|skip|suggest|advise|recommend|urge|champion|bet on|plump for|side with|start with)';
/** An option by its name: "option B", "hall A", "B", "the second option". */
const optionName =
  '(?:the (?:[a-zà-ÿ]{2,12} ){0,2}(?:option|plan|choice|pattern|candidate|proposal|alternative|offer|one|venue|hall|vendor|supplier)|(?:(?:option|plan|pattern|candidate|proposal|alternative|choice|venue|hall|room|vendor|supplier|offer|route|number|no\\.) )(?:[a-z]|\\d{1,2}|one|two|three)|[b-hj-z](?![a-zà-ÿ0-9])|a(?=\\s{0,3}(?:[.,;!)]|$|over\\s|instead\\s|and\\s|for\\s|here\\s|rather\\s|because\\s|since\\s|unless\\s))|this (?:option|plan|one)|option (?:number )?(?:\\d|[a-zà-ÿ]))';

/** First persons who choose: "I would choose hall A", "my pick", "we advise", "our advice is". */
export const englishChoice: PhraseRule = defineBuiltIn('en', {
  id: 'english-choice',
  phrase: 'I would choose',
  alternatives: wholeWords(
    `(?:i|we)(?:'(?:d|ll)| (?:would|will|do|should|must|can only|strongly|clearly|personally|definitely|firmly))?(?: (?:[a-zà-ÿ]{2,12}ly|still|rather|always|also|instead|not|therefore))? ${chooseVerb}`,
    `(?:i|we)(?:'d| would) (?:[a-zà-ÿ]{2,12}ly )?(?:say|argue|caution|counsel|warn|discourage)|(?:can't|fail to|cannot) see (?:what|why)`,
    `(?:my|our) (?:[a-zà-ÿ]{2,12} )?(?:pick|choice|vote|preference|favou?rite|advice|recommendation|verdict|bet|money|head|inclination|leaning|sympath(?:y|ies)|conclusion)(?= (?:that|to|is|are|would|go|goes|say|says|tells?|lies?|remains|belongs|:|for\\b)|\\s{0,3}[:.,]|$)`,
    `(?:i|we)(?:'m|'re| am| are) (?:[a-zà-ÿ]{2,12}ly )?(?:convinced|leaning)`,
    '(?:is|are|gets|has) (?:clearly )?(?:my|our) (?:[a-zà-ÿ]{2,12} ){0,2}(?:pick|vote|favou?rite|nod)',
    `if (?:i|we) (?:had|were) (?:to|a|the|you|in|on|any)|(?:if it were|were it) (?:up to me|my)`,
    `i(?:'d| would)(?:n't| not| still)? (?!need|have|like to (?:know|see|ask)|be able|assume|add|note|ask|say|think|argue|expect|want|estimate|guess)[a-zà-ÿ]{2,12}`,
    `(?:i|we) (?:settled on|rejected)`,
    `(?:i|we)(?:'m|'re| am| are) ${some}(?:going (?:with|for)|favou?ring|choosing|picking|opting|taking|dropping|rejecting|voting|backing|ruling|scrapping|cancell?ing|switching|striking|keeping|settling|deciding|closing)`,
    `(?:i|we) (?:can't|cannot|couldn't|could not|won't|wouldn't|would not|don't|do not) (?:[a-zà-ÿ]+ ){0,4}(?:support|endorse|recommend|advise|back|favou?r|justify|see (?:any|a|the|why))`,
    `(?:i|we)(?:'ve| have) ${some}(?:decided|chosen|settled|opted|picked|selected|ruled out|rejected|cancelled|struck|dropped|gone ahead|taken the liberty)`,
    `(?:i|we|this [a-zà-ÿ]{4,12})(?: [a-zà-ÿ]+){0,3} comes? down (?:[a-zà-ÿ]+ly )?(?:on the side|in favou?r|for|against)|(?:i|we)(?:'m| am|'re| are) ${some}of the (?:[a-zà-ÿ]+ ){0,2}(?:opinion|view|mind|belief|conviction)|finds? (?:myself|ourselves)|were i (?:in|you|on|to|the)`,
  ),
  guard: englishGuard(anyOf(inCondition, isReported)),
});

/** Orders to choose: "go with B", "choose option A", "pick the second option". */
const isNotOrder: SentenceTest = (sentence) =>
  !startsClause(sentence) &&
  !/^(?:don't|never|then|so|but|:|therefore|better)$/.test(sentence.before.at(-1) ?? '');
export const englishChooseOrder: PhraseRule = defineBuiltIn('en', {
  id: 'english-choose-order',
  phrase: 'go with B',
  alternatives: wholeWords(
    `${chooseVerb} ${optionName}|(?:choose|pick) the (?!(?:[a-zà-ÿ-]{1,20} ){0,2}(?:date|day|time|colou?r|size|name|place|speaker|topic|order|price|criteri|format|method|slot))(?:[a-zà-ÿ-]{1,20} ){0,2}[a-zà-ÿ-]{2,20}(?=[.,;!]|$)|go (?:with|for)(?= [a-zà-ÿ])|(?:skip|scrap|ditch|drop|reject|forget|rule out|abandon|dismiss|save|steer clear of|opt for|settle (?:on|for)|stick (?:with|to)|strike|cancel) (?:the|a|this|that|any|all|both|option|it|about)|(?:choose|take|use|buy) [a-zà-ÿ0-9 ]{2,60} (?:over|without hesitation)`,
  ),
  guard: englishGuard(anyOf(isOpen, isPossible, isNotOrder, isReported)),
});

/** A step of an option, or one under a condition: "to carry out C, sign the lease", "book the van once it is free". */
const isStep: SentenceTest = (sentence) => {
  const { before, after } = sentence;
  return (
    !(before.at(-1) === ':' || startsClause(sentence)) ||
    /^(?:for|to|with|under|in|after|before|while|during|once|when|as|until|next|by|on)$/.test(
      before[0] ?? '',
    ) ||
    [...before, ...after].some((each) => /^(?:if|once|when|until|unless|without)$/.test(each))
  );
};

/** Orders that commit the reader, and are no step of an option: "sign the lease", "do not renew the contract". */
export const englishCommitment: PhraseRule = defineBuiltIn('en', {
  id: 'english-commitment',
  phrase: 'sign the lease',
  alternatives: wholeWords(
    `(?:sign|leave|pick|take|put|give|hire|award|buy|sell|accept|reject|refuse|decline|renew|book|grab|let)(?= (?:the|that|those|this|it|with|your) )(?! the (?:time|measure|minute|note|name|number|photo|temperature))`,
    `(?:spare|do|save) your(?:self|selves)|(?:do not|don't) (?!know|worry|hesitate|need|have)[a-zà-ÿ]{2,20}|hands off|steer clear|(?:keep|stay) (?:well )?(?:away|clear) (?:of|from) (?:the|that|this)|go ahead(?= (?:and|with))`,
  ),
  guard: englishGuard(anyOf(isStep, isReported)),
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

const nameAfter =
  /^\s(?:\p{Lu}(?:\p{Ll}|[.,;!])|the\s(?!same|original|copy|size|last|first|case)[\p{Ll}-]+(?:\s[\p{Ll}-]+)?[.;!])/u;
/** "It has to be signed" and "it has to be the same size" name no option; "it has to be the barn" does. */
const isNoName: SentenceTest = (sentence) =>
  /(?:^it|^it .*) be$/i.test(sentence.written) &&
  (isConditional(sentence) || !nameAfter.test(sentence.rest));

/** "On cost the barn comes out ahead; on access the marquee does": one criterion for each option. */
const isOnePerCriterion: SentenceTest = ({ before, rest }) =>
  /^(?:(?:on|for|in terms of) (?!balance|every|all|each|both|the whole|any))/.test(
    before.join(' '),
  ) &&
  /^[^.;!?]{0,30}(?:;|,(?:\sand|\swhile|\swhereas|\sbut)?)\s(?:on|for|in terms of)\s[^.;!?]{3,60}\sthe\s/u.test(
    rest,
  );

/** Verdicts on an option: superlatives of worth, winners, "makes the most sense". */
export const englishVerdict: PhraseRule = defineBuiltIn('en', {
  id: 'english-verdict',
  phrase: 'the only sensible choice',
  alternatives: wholeWords(
    `(?:the|our|your|my|a|by far the) (?:[a-zà-ÿ]{2,12} )?${evaluative} (?:[a-zà-ÿ]{2,12} )?${choice}`,
    `(?:is|are|looks|seems|be|remains|appears) (?:[a-zà-ÿ]{2,10} ){0,2}the ${evaluative}`,
    `(?:the|a|an|our|your|another|one|such an?) ${some}(?:${sound}|${unsound}|clear|perfect|(?:smart|wis|sound|strong|saf|weak|bett|wors)e?r?|superior|inferior|good|great|excellent|right|wrong|outstanding|prefer(?:able|red)|fine|decent|top|standout|winning|dream|mediocre) ${verdictNoun}`,
    `the (?:only|one) (?:option|way) (?:that (?:makes|works)|to go)|(?:is|are|be|seems?|looks?|remains?) ${some}the (?:way|road|path) (?:forward|ahead)(?! (?:is|was))|(?:road|path) to (?:ruin|nowhere)|cr(?:ying|ies) out for`,
    '(?:clearly|far|way|come[s]? out) (?:ahead|on top|in front)(?! of (?:time|schedule|plan|the deadline|its time))',
    'mak(?:e|es|ing) (?:by far |far |much |a lot |rather )?(?:the most|more|less|little|no) sense',
    `(?:is|are|be|looks|looks like|seems|seems like|remains|proves|appears|[a-zà-ÿ]{1,12} is) (?:[a-zà-ÿ]{2,12}ly |overall |much |far |by far |far and away |hands down ){0,2}(?:better(?! (?:suited|known|lit|connected|for|when|if|in|on|at|with|where|able|documented|equipped|insulated|protected))|superior|inferior|preferable|advisable|inadvisable|unbeatable|unrivalled|unmatched|ideal(?! (?:for|when|if))|optimal|wiser|wisest|smarter|smartest|nicer|fairer|sounder|the ${some}(?:winner|favou?rite(?! (?:of|among|with|for))|front-?runner|way to go|loser)|hard to beat|not worth|out of the question)`,
    '(?:clear|obvious|outright|overall|natural) (?:winner|favou?rite|front-?runner)',
    'no-brainer',
    '(?:wins|stands out|comes (?:out )?(?:first|on top)|deserves (?:the )?(?:preference|nod|to be (?:chosen|picked)))(?=\\s{0,3}(?:[.,;!]|$|(?:as|out|hands|over|by)\\s))',
    'head and shoulders above|hands down',
    `(?:the|a|an) (?:perfect|ideal|optimal|dream) (?:${choice}|place|spot|setting|combination|partner|match|compromise|home|setup|mix|pairing)|(?:is|are|be|makes?) (?:the|an?) (?:perfect|ideal|optimal) [a-zà-ÿ]{2,20}|deserves? (?:the|your|our)`,
    `the ${sound} (?:next |first )?step`,
    'the (?:better|superior) (?:one|venue|deal)|(?:your|the) (?:first|number one) (?:choice|pick)',
    `(?:isn't|aren't|not|hardly|scarcely|well) worth|worth (?:the|every|any|all|your|its) (?:[a-zà-ÿ]{2,12} ){0,2}(?:money|price|trouble|effort|thought|investment|fee)|worth (?:it|choosing|picking|taking|going|considering|a (?:try|go|closer look))`,
    'wins (?:on|in|at) (?:every|all|each|both|any)|(?<!(?:that|which|who) )wins (?:[a-zà-ÿ]{4,6} )?(?:comfortably|easily|clearly|convincingly|decisively|handsomely|handily)',
    'it (?:just |simply |really )?(?:has|will have) to be|it (?:can|could) only (?:ever )?be',
    `(?:not|never|won't|can't|cannot|hardly|scarcely) (?:find|get|see|meet) an? (?:fairer|finer|nicer|safer|cheaper|kinder|stronger|clearer|sounder|simpler|easier|wiser|smarter|happier|friendlier|stabler) [a-zà-ÿ]+|(?:serves?|suits?) (?:you|us|everyone|(?:the|your|our) [a-zà-ÿ]+) (?:far |much )?better(?! (?:if|when|in|on|for|where))|(?:plainly|clearly|obviously|simply|evidently|undoubtedly) the (?:[a-zà-ÿ-]{3,14} )?${choice}(?=[.,;!]|$)|if you (?:can |could )?(?:only )?do (?:only |just )?one thing|only one of (?:these|them|those|the (?:two|three|four|lot)) (?:you(?:'d| would)|anyone would|makes sense|deserves)|(?:everything|all) about [^.;!?]{2,40} (?:screams|says|shouts|speaks)|there(?:'s| is) a reason (?:why )?(?:every|everyone|most|all|nobody|no one|so many)`,
    `(?:plan|decision|matter|choice|case|question|venue) is ${some}(?:settled|decided|closed|made|final|clear-cut|a foregone conclusion)(?! (?:in|by) )`,
    `(?:a cut|head and shoulders) above|(?:has|have) (?:the|an?) (?:edge|advantage over)|falls? ${some}short(?! by)`,
    `(?:is|are|isn't|does|do|will)(?: not| do| be)? (?:good enough|just right|just fine|a (?:bad|perfect) (?:fit|match))`,
    `(?:is|are|be|seems?|looks?|remains?|sounds?) ${some}(?:${unsound}|non-starter|dead end|disaster|joke|trap|gamble|luxury|nightmare|farce|liability|excellent|outstanding|brilliant|great|ideal|perfect|superb)(?=[.,;:!]|$| (?:and|as|because|since|for (?:you|us|your|this|the|a)|here|given|compared|to|choice|option|idea))`,
    `(?:good|bad) value|(?:does not|would not) pay(?: off| for itself)?|pays off(?! (?:after|within|once|if|when|from|in (?:about|some|roughly|one|two|three|four|five|\\d))(?![a-z]))|(?:not|hardly) (?:make|makes) sense|(?:makes|make) sense(?! (?:of|if|when|where|only))`,
    `(?:the|a|an) ${some}(?:more|most|least|less) ${sound} (?:${verdictNoun}|of the|one)`,
    `only (?:[a-zà-ÿ]{2,12} )?(?:${sound}|real|safe|true) [a-zà-ÿ]{2,14}|only one (?:[a-zà-ÿ]{2,12} )?(?:choice|candidate|horse)|(?:poor|distant) second`,
    `(?:is|are)(?:n't| not| hardly| scarcely)(?: really| exactly| at all| simply| a)? (?:${sound}|the answer|the way|up to)`,
    `(?:is|are|seems?|looks?|would be) ${some}better suited(?! (?:if|when|where|in case))|too (?:early|good) to|bottom line|(?:be|is) done with it|strikes? the (?:right|best)|my money|hard to argue|every time[.!]|(?:stands?|towers?) (?:out|over) (?:as|the)`,
    `(?:outperform|trump|outweigh|outclass)(?:s|es)?|pales?|(?:streets|miles) (?:ahead|better)|league of its own|second to none|unbeaten|fits? the bill|(?:far|way|simply|just|altogether) too|asking for trouble|fails? (?:on (?:every|all)|to convince|at the first)|hardly (?:merits?|deserves?)|to (?:re)?commend it|(?:(?:is|are|has|have) (?:not )?to|must) be (?:favou?red|preferred|avoided|rejected|ruled out)|(?:un)?worthy|(?:on|by) any (?:view|measure|standard|reckoning)|no question(?=[.,])|(?:everything|nothing|much) in (?:its|their) favou?r|could(?:n't| not) be (?:simpler|clearer|easier)|never (?:goes?|looks?) back|fit for purpose|end in (?:tears|disaster)|, (?:of course|without a shadow of a doubt|plain and simple|any day)(?=[.!])|the winner (?:here )?is|(?:in|on|by) (?:every|all|each) (?:single )?(?:category|respects?|counts?)(?! the same)|(?:is|are) the (?:answer|one for)|you can (?:trust|depend on)|forget the rest|leave it at that|narrow (?:it|the (?:list|choice)) down to|(?:well|far) clear of`,
    '(?:everything|all|the evidence)(?: (?:else|of it))? (?:speaks|points) (?:in favou?r of|for|to)',
    '(?:suits?|serves?) [a-zà-ÿ ]{2,40} best|(?:vote|decision) (?:falls on|goes to)|can (?:safely |simply )?forget',
    `(?:is|are)(?:n't| (?:[a-zà-ÿ]{2,12} )?not|, i'm afraid, not|, sadly, not)(?: [a-zà-ÿ]+ly| really| just)? (?:an option|for (?:you|us|this)|good enough|up to it)|(?:will|would)(?:n't| not)(?: simply| just| ever)? do(?=[.,;!]|$)|won't do(?=[.,;!]|$)`,
    `beats?(?! [^.;,!?]{2,40} on (?!every|all|each|both|any))(?= (?!per |a minute |of |time )[a-zà-ÿ])(?<!(?:to|drum|the|of|two|three|four) beats?)`,
    `(?:do|does)(?:n't| not) ${some}(?:hold (?:water|up|a candle)|stand up|bear|add up|stack up|cut it|compare|measure up|come into question|merit|deserve|warrant)|leaves? (?:much|a lot|little|nothing) to be desired|(?:makes|takes|answers) itself|(?:will|would) do (?:nicely|fine|perfectly|very well)|does the job`,
    `(?:case|argument)s? (?:for|against) [^.;!?]{2,50} (?:is|are) ${some}(?:overwhelming|compelling|strong|stronger|weak|weaker|clear|thin|flimsy)|lesser (?:of (?:the )?two )?evil|more harm than good|anything (?:else|other than|(?:you like )?but (?:the|that|this))|consider[s]? [^.;!?]{2,60} preferable|in (?:your|everyone's|the [a-zà-ÿ]+'s) (?:own |best ){0,2}interests?`,
    `(?:white elephant|lost cause|dead (?:end|duck)|non-?starter|recipe for|waste of|no-go)(?=[.,;!]|$| (?:of|to|for|that|at|and|you|we|the))`,
    '(?:our|my|this) (?:ranking|order) (?:puts|places|has)',
    `money (?:down|thrown|wasted)|only [^.;!?]{2,60} (?:(?:stand|hold)s? up|deserves?|will do|is worth)|(?:does|do)(?:n't| not) belong|(?:hard|impossible) to (?:argue|beat|justify|look (?:past|beyond)|see (?:why|how|what))`,
    `(?:is|are|looks?|seems?|be|remains?) ${some}(?:more|less) ${sound}`,
    `(?:without (?:hesitation|question)|beyond (?:doubt|question|dispute))|(?:the )?(?:choice|decision|answer|verdict)(?: here)? (?:is|seems|looks) (?:clear|easy|simple|obvious|straightforward)`,
    'when in doubt|(?:the )?safe(?:r|st)? (?:bet|option)|(?:better|best|ill|badly|poorly) (?:avoided|served)|deserves? (?:priority|preference|to be)',
    `(?:is|are|'s) the (?:[a-zà-ÿ]{2,20} )?to (?:choose|take|adopt|go (?:with|for)|use)(?=[.,;!]|$)|(?:it|that|this)(?: is|'s) ${some}settled`,
    '(?:balance|scales?) (?:tips?|swings?|tilts?|is [a-z ]{0,12}in favou?r)',
  ),
  guard: englishGuard(
    anyOf(isOpen, isVerdictOnNone, isOfCriterion, isOnePerCriterion, isNoName, isReported),
  ),
});

/** Advice to the reader: "it is wise to", "you'd be better off", "suggest choosing". */
export const englishAdvice: PhraseRule = defineBuiltIn('en', {
  id: 'english-advice',
  phrase: 'we advise',
  alternatives: wholeWords(
    `(?:suggest|urge|recommend) (?:that (?:you|we)|you|choosing|picking|taking|waiting)`,
    `(?:it is|it's) ${some}recommended (?:to|not to|that)`,
    `(?:you|we)(?:'d| would) do (?:well|best)|would do (?:well|best) to`,
    `(?:it's|(?:it|this) (?:is|would be|seems|might be|may be)) ${some}(?:${sound}|${unsound}|wis(?:er|est)|smarter|better|best|preferable|saf(?:er|est)|a good idea|risky|worth)(?: of [a-z]+)? (?:to|not to|choosing|picking|going|taking)`,
    `(?:had|(?:you|we|they)'d) better`,
    `(?:you|we|it)(?:'d| would) be (?:${sound}|${unsound}) (?:not )?to|would be ${unsound}`,
    `(?:be|is|are)(?<!there is) (?:(?:an?|the) )?(?:[a-zà-ÿ]{2,12} )?(?:mistake|shame|waste|blunder|folly|madness|pity|crime|disservice|(?<=be .{2,20})(?:error|disaster))`,
    `the (?:only )?(?:${sound}|best|right|safe) (?:thing|course|one|move|step|choice|way|answer|solution|option(?= (?:is|would be) (?:not )?to(?![a-z])))(?: to do| now)?(?= is| here| would|[.,;!]|$)`,
    `(?:be|is|are|(?:you|we|they)'re) ${some}(?:(?:better|best) (?:off|served)|(?:well|best|ill)[ -]advised|(?:wise|wiser|foolish|unwise) to)`,
    `no contest|nothing beats|case closed|end of (?:story|discussion)|ticks? (?:all|every)|false (?:economy|saving)|speaks for itself|by a (?:mile|long way|nose|whisker)|tips? the (?:balance|scale)|step backwards?|(?:whatever you do|on no account|under no circumstances)|leaves? [^.;!?]{2,40} (?:standing|trailing|behind|for dead)|go ahead and|(?:won't|can't|cannot|couldn't|wouldn't|not|never|hardly|nowhere|struggle to|(?:hard|difficult|impossible|pressed|put|pushed)(?: [a-zà-ÿ]+)? to) (?:[a-zà-ÿ]+ ){0,3}(?:better|beat|improve (?:up)?on|fault|do worse)|(?:is|are) no (?:option|answer|solution|match|substitute|replacement|bargain|use|way to)|no ${some}alternative to|(?:little|nothing) ${some}to be said (?:for|against)|(?:nobody|no one|you|they|we|anyone)(?: will| would|'ll| won't| wouldn't)?(?: not| never| ever)? regrets?|no(?:ne|thing|body| other| one)?(?: [a-zà-ÿ]+){0,4} (?:comes? (?:anywhere )?(?:close|near)|can (?:match|touch|rival|compete)|measures? up|compares)|could do (?:[a-zà-ÿ]+ ){0,2}worse`,
    'mak(?:es|ing) (?:[a-zà-ÿ]{2,8} )?sense to',
    '(?:the|our|my) advice (?:is|would be|:)',
    `(?:(?:have|has|need|needs|ought) to|must)(?: now| therefore)? ${chooseVerb} ${optionName}`,
    `(?:can'?t|cannot) go wrong`,
    `(?:is|are) better (?!suited|known|lit|connected|equipped|insulated|protected|documented|attended|paid|located|rated)(?:[a-zà-ÿ]{2,12}ed|put|cut)(?=[.,;!]|$| (?:out|off|as|in|by))`,
    `(?:let's|let us)(?! see| look| say| assume| compare| consider| check| ask| call)(?= [a-zà-ÿ])`,
  ),
  guard: englishGuard(anyOf(inCondition, isReported)),
});
