import {
  anyOf,
  englishGuard,
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
import { definePhraseIn, type PhraseRule } from './phrase-rule.ts';

/*
 * Source and licence: this list is our own work, under the licence of the package (MIT). Cases for and
 * against each phrase are in `test/cases/phrases-banned.jsonl` and `test/cases/phrases-allowed.jsonl`.
 */

const choice =
  '(?:options?|choices?|plans?|solutions?|approach(?:es)?|ways?|answers?|candidates?|picks?|course|alternatives?|paths?|routes?|bets?|decisions?|ideas?|proposals?|moves?|strategy|strategies|fit|match|selection|pattern|halls?|venues?|vendors?|suppliers?|one)';
/** Things that are only called good or bad where they are chosen. */
const verdictNoun =
  '(?:options?|choices?|picks?|bets?|decisions?|moves?|calls?|ideas?|fit|solutions?|candidates?|contender|alternative|selection|route|plan|approach|course)';

const evaluative =
  '(?:safest(?! (?:route|way|path))|smartest|wisest|soundest|strongest|finest|greatest|nicest|sanest|surest|weakest|worst|(?:most|least) (?:sensible|reasonable|suitable|attractive|promising|appropriate|practical|logical|prudent|convincing|compelling|advisable|balanced|effective|rational|viable|desirable|favou?rable|realistic|worthwhile|solid|reliable|persuasive|natural|obvious|responsible|satisfying|appealing|beneficial|fitting|optimal|ideal|valuable|interesting|credible))';

/** `best` as a verdict on a choice; not `at best`, `best-effort`, `best practice`. */
export const englishBest: PhraseRule = definePhraseIn(
  /best/i,
  {
    id: 'english-best',
    phrase: 'best option',
    pattern: wholeWords(
      [
        `best (?:(?:possible|available|overall|single) )?${choice}`,
        `(?:the|our|your|my) (?:very |single |overall )?best(?! (?:practices?|efforts?|cases?|sellers?|selling|known|before|of (?:breed|three|five|our|my|their)|guess|interests?|man|friends?)(?![\\p{L}\\p{N}_]))`,
        `(?:is|are|be|seems|looks|'s|works|suits|fits|serves|appears) (?:\\p{L}{2,10} ){0,2}best`,
        `(?:do|does) best (?:to|with)`,
      ].join('|'),
    ),
    except:
      /(?:(?:do|did|does|doing|try|tries|tried|trying)\s{1,3}(?:our|your)|at\s{1,3}(?:the\s{1,3})?(?:our|your)?|to\s{1,3}the)\s{0,3}(?:very\s{1,3})?best/iu,
  },
  englishGuard(anyOf(isOpen, isOfNone, isPast, isName, isReported)),
);

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
    /^(?:a|an|the|that|hall|option|plan|[b-z]|waiting|it|this)$/.test(after[0] ?? '') &&
    before.length > 1 &&
    !/^(?:is|are|be|was|been|highly|strongly|we|i|also|,|:|as|the|a)$/.test(previous)
  )
    return true;
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
export const englishRecommend: PhraseRule = definePhraseIn(
  /recommend/i,
  {
    id: 'english-recommend',
    phrase: 'recommend',
    pattern:
      /(?<![\p{L}\p{N}_])recommend(?:s|ed|ing|ations?|able)?(?![\p{L}\p{N}_])(?!\s{1,3}(?:system\s{1,3}|minimum\s{1,3})?(?:requirements?|specs?|specifications?|hardware|environment|engines?|letters?|temperatures?|doses?|dosage|settings?|values?|range|voltage|pressure|retail|daily|age|size|storage|reading|intake|amount|speed|load|limit|maximum|minimum|browsers?|version|distance|interval)(?![\p{L}\p{N}_]))/iu,
    except: /letters?\s{1,3}of\s{1,3}recommendation/iu,
  },
  englishGuard(anyOf(isOpen, isOthersAdvice, isReported)),
);

/** `the right answer` and its like. */
export const englishRight: PhraseRule = definePhraseIn(
  /right|correct|wrong/i,
  {
    id: 'english-right',
    phrase: 'the right answer',
    pattern: wholeWords(
      `the (?:only |one |clearly |obviously )?(?:right|correct|wrong) (?:${choice}|calls?|thing)(?! (?:side|hand))`,
    ),
  },
  englishGuard(anyOf(isOpen, isOfNone, isPast, isReported)),
);

const chooseVerb =
  '(?:choose|pick|select|go (?:with|for)|opt for|settle (?:on|for)|stick (?:with|to)|vote for|take|adopt|prefer|favou?r|back|endorse|lean (?:towards?|to)|steer clear of|avoid|reject|rule out|drop|skip|suggest|advise|recommend|urge|champion|bet on|plump for|side with|start with)';
/** An option by its name: "option B", "hall A", "B", "the second option". */
const optionName =
  '(?:the (?:\\p{L}{2,12} ){0,2}(?:option|plan|choice|pattern|candidate|proposal|alternative|offer|one|venue|hall|vendor|supplier)|(?:(?:option|plan|pattern|candidate|proposal|alternative|choice|venue|hall|room|vendor|supplier|offer|route|number|no\\.) )(?:[a-z]|\\d{1,2}|one|two|three)|[b-hj-z](?![\\p{L}\\p{N}])|a(?=\\s{0,3}(?:[.,;!)]|$|over\\s|instead\\s|and\\s|for\\s|here\\s|rather\\s|because\\s|since\\s|unless\\s))|this (?:option|plan|one)|option (?:number )?(?:\\d|\\p{L}))';

/** First persons who choose: "I would choose hall A", "my pick", "we advise", "our advice is". */
export const englishChoice: PhraseRule = definePhraseIn(
  /\bi\b|we\b|\bmy\b|our|mine|me\b/i,
  {
    id: 'english-choice',
    phrase: 'I would choose',
    pattern: wholeWords(
      [
        `(?:i|we)(?:'(?:d|ll)| (?:would|will|do|should|must|can only|strongly|clearly|personally|definitely|firmly))?(?: (?:\\p{L}{2,12}ly|still|rather|always|also|instead|not|therefore))? ${chooseVerb}`,
        `(?:i|we)(?:'d| would) (?:\\p{L}{2,12}ly )?(?:say|think|argue)`,
        `(?:my|our) (?:\\p{L}{2,12} )?(?:pick|choice|vote|preference|favou?rite|advice|suggestion|recommendation|verdict|conclusion|bet|money|clear winner|top (?:pick|choice))(?= (?:is|would|goes|remains|lies|:|for\\b|here)|\\s{0,3}[:.,]|$)`,
        `(?:i|we)(?:'m|'re| am| are) (?:\\p{L}{2,12}ly )?(?:in favou?r of|for (?:option|plan)|inclined|convinced|leaning)`,
        '(?:is|are|gets|has|wins) (?:clearly )?(?:my|our) (?:\\p{L}{2,12} ){0,2}(?:pick|choice|vote|preference|favou?rite|advice|suggestion|verdict)',
        'if (?:i|we) (?:had|were) to (?:choose|pick|decide)|in (?:my|our) (?:opinion|view|judge?ment)',
      ].join('|'),
    ),
  },
  englishGuard(
    anyOf(
      isReported,
      ({ clause, isQuestion, matched }) =>
        matched[0] !== 'if' &&
        (isQuestion ||
          clause.some((each) => /^(?:if|whether|unless|when|which|what|how|why|once)$/.test(each))),
    ),
  ),
);

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
export const englishChooseOrder: PhraseRule = definePhraseIn(
  null,
  {
    id: 'english-choose-order',
    phrase: 'go with B',
    pattern: wholeWords(`${chooseVerb} ${optionName}|go (?:with|for)(?= \\p{L})`),
  },
  englishGuard(anyOf(isOpen, isPossible, isNotOrder, isReported)),
);

/** Verdicts on an option: superlatives of worth, winners, "makes the most sense". */
export const englishVerdict: PhraseRule = definePhraseIn(
  null,
  {
    id: 'english-verdict',
    phrase: 'the only sensible choice',
    pattern: wholeWords(
      [
        `(?:the|our|your|my|a|by far the) (?:\\p{L}{2,12} )?${evaluative} (?:\\p{L}{2,12} )?${choice}`,
        `(?:is|are|looks|seems|be|remains|appears) (?:by far |clearly |easily |also )?the ${evaluative}`,
        `(?:the|a|an|our|your|another|one|such an?) (?:only |one |most )?(?:(?:very|really|truly|rather|fairly|pretty|clearly|obviously|far|much|quite) )?(?:sensible|reasonable|obvious|clear|ideal|perfect|natural|logical|smart|smarter|wise|wiser|sound|sounder|superior|inferior|better|good|great|excellent|solid|stronger|strong|winning|safer|safe|right|poor|bad|terrible|wrong|weak|weaker|unwise|foolish|outstanding|prudent|rational|optimal|preferable|preferred|responsible|worthwhile|attractive|realistic|convincing|serious|viable|fine|decent|top|standout|winning|dream|mediocre|worse|acceptable|unacceptable|sensible-looking) ${verdictNoun}`,
        `the (?:only|one) (?:option|choice|plan|candidate|solution|way) (?:worth|that (?:makes|works)|forward|to go)`,
        '(?:clearly|far|well|way|miles|comfortably|easily|streets|a step|come[s]? out|still|narrowly|slightly) (?:ahead|on top|in front)(?! of (?:time|schedule|plan|the deadline|its time))',
        'mak(?:e|es|ing) (?:by far )?(?:the most|more|most|the least|perfect|the better|good|little|no) sense',
        '(?:is|are|be|looks|seems|remains|proves|appears|\\p{L}{1,12} is) (?:\\p{L}{2,12}ly |overall |much |far |by far |hands down ){0,2}(?:better(?! (?:suited|known|lit|connected|for|when|if|in|on|at|with|where|able|documented|equipped|insulated|protected))|superior|inferior|preferable|advisable|inadvisable|unbeatable|unrivalled|unmatched|ideal(?! (?:for|when|if))|optimal|a no-brainer|wiser|wisest|smarter|smartest|the (?:clear |obvious |outright )?(?:winner|favou?rite|front-?runner|one to (?:choose|pick|take|beat|avoid|go)|way to go|loser)|hard to beat|second to none|not worth|worth (?:choosing|picking|taking|going|selecting|it)|out of the question)',
        '(?:clear|obvious|outright|overall|undisputed|natural) (?:winner|favou?rite|front-?runner|choice)',
        'no-brainer|worth (?:choosing|picking|going (?:for|with))(?: over)?',
        '(?:beats|outperforms|outshines|outclasses|surpasses|trumps|outweighs) (?:all|every|the (?:other|rest|alternative|competition|others)|both|everything|option|plan|hall|[a-z](?![\\p{L}\\p{N}]))',
        '(?:wins|stands out|comes (?:out )?(?:first|on top)|takes the (?:lead|crown|cake|prize)|deserves (?:the )?(?:preference|nod|to win|to be (?:chosen|picked)))(?=\\s{0,3}(?:[.,;!]|$|(?:as|out|hands|over|because|clearly|here|among|easily|by)\\s))',
        '(?:a|the) (?:clear |big |serious |costly )?mistake to (?:choose|pick|take|go|select|ignore|pass|skip|reject)|(?:would|will) be (?:a|the|an) (?:\\p{L}{2,12} )?(?:mistake|error|shame|waste)',
        'head and shoulders above|hands down|leaves? (?:the )?(?:others|rest) behind|in a (?:class|league) of its own|speaks for itself|(?:the )?(?:verdict|conclusion|choice) is (?:clear|obvious|easy)',
        '(?:the|a|an) (?:perfect|ideal|optimal) \\p{L}{2,20}|deserves? (?:the|your|our)|the winner is',
        'the (?:only )?(?:wise|reasonable|sensible|smart|logical|best|right|prudent|safe|obvious|rational|responsible) (?:thing|course|one)(?: to do)? (?:is|here|would)',
        'the (?:better|stronger|safer|wiser|smarter|superior) (?:one|of the two|venue|offer|deal|vendor|hall)|(?:your|the) (?:first|only|number one) (?:choice|pick)',
        '(?:choose|pick|select|choosing|picking|selecting|taking) (?:anything|something) else',
      ].join('|'),
    ),
  },
  englishGuard(anyOf(isOpen, isOfNone, isPast, isReported)),
);

/** Advice to the reader: "it is wise to", "you'd be better off", "suggest choosing". */
export const englishAdvice: PhraseRule = definePhraseIn(
  null,
  {
    id: 'english-advice',
    phrase: 'we advise',
    pattern: wholeWords(
      [
        `(?:suggest|advise|propose|urge|recommend) (?:that (?:you|we)|you|going|choosing|picking|taking|selecting|adopting|opting|sticking|avoiding|waiting)`,
        `(?:you|we|they|one|the (?:team|company|group|committee|organi[sz]ers?))(?:'(?:d|re|ll)| (?:would|are|will|is)) (?:probably |likely |much |far )?(?:be )?(?:much |far )?(?:better off|better served|best off|well advised|wise to)`,
        `(?:you|we)(?:'d| would) do (?:well|better|best)`,
        `(?:it's|(?:it|this) (?:is|would be|seems|might be|may be)) (?:much |more |most |very |probably |perhaps )?(?:wise|wiser|wisest|prudent|sensible|smart|smarter|advisable|better|best|unwise|foolish|preferable|safer|safest|reasonable|a good idea|a bad idea|risky|worth) (?:to|not to|choosing|picking|going|taking)`,
        `(?:had|(?:you|we|they)'d) better`,
        `(?:you|we|it)(?:'d| would) be (?:foolish|unwise|mad|crazy|silly|wise|smart|reckless|sensible|prudent) (?:not )?to`,
        'nothing (?:beats|compares)|do yourself a favou?r',
        'mak(?:es|ing) (?:\\p{L}{2,8} )?sense to',
        'better off (?:with|choosing|picking|going|taking)',
        `(?:there is|there's|i see|we see) (?:no|little) (?:reason|point|sense) (?:not to|to|in)`,
        `why not (?:just |simply )?${chooseVerb}`,
        '(?:the|our|my) advice (?:is|would be|:)',
        `(?:have|has|need|needs|ought) to ${chooseVerb} ${optionName}`,
        `(?:you|they|everyone) (?:can'?t|cannot) go wrong`,
        `(?:let's|let us) (?:just |simply )?` + chooseVerb,
      ].join('|'),
    ),
  },
  englishGuard(
    anyOf(isReported, ({ clause }) =>
      clause.some((each) => /^(?:if|whether|unless|which|how)$/.test(each)),
    ),
  ),
);
