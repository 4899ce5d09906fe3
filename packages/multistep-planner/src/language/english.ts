import { englishReactions, textEnd } from './clean-text.ts';
import { englishAuxiliaries, englishPronouns, englishWhWords } from './en.ts';
import {
  type CompiledLexicon,
  identifier,
  isOwnKind,
  pathPattern,
  type ValueKind,
  wordSet,
} from './lexicon.ts';
import type { Term, TextReading, Word } from './reading.ts';

/**
 * A path, an amount with its sign and unit (1,500.50, -20°C, £20, 50%), a date or a pair of numbers (24/7), a name with
 * marks (C++, R&D, A/B), or a plain word.
 */
const wordPattern = new RegExp(
  String.raw`${pathPattern}|(?<![\p{L}\p{N}])(?:[-−+]?[$€£¥]?\d+(?:,\d{3})*(?:\.\d+)?(?:°[CF]?|[%€£])|[-−]?[$€£¥]\d+(?:,\d{3})*(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,4}(?:\/\d{1,4}){1,2}|\p{L}{1,2}&\p{L}{1,2}|\p{L}\/\p{L}|\p{L}(?:\+\+|#))(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*`,
  'gu',
);

/** The words of a text in order. Linear. */
export function englishWords(text: string): readonly Word[] {
  return Array.from(text.matchAll(wordPattern), (match) => {
    const [word] = match;
    const lower = word.toLowerCase().replaceAll('’', "'");
    return {
      text: word,
      lower,
      folded: foldWord(lower),
      start: match.index,
      end: match.index + word.length,
    };
  });
}

/** Lower case, no possessive, singular: enough to find a lexicon word in its plural. */
function foldWord(word: string): string {
  const bare = word.toLowerCase().replace(/'s$|'$/u, '');
  if (bare.length <= 3 || !bare.endsWith('s') || /(?:ss|us|is)$/u.test(bare)) return bare;
  if (bare.endsWith('ies') && bare.length > 4) return `${bare.slice(0, -3)}y`;
  return /(?:xes|ches|shes|sses)$/u.test(bare) ? bare.slice(0, -2) : bare.slice(0, -1);
}

/** Folds each word of a phrase. */
export function foldPhrase(phrase: string): string {
  return phrase.split(' ').map(foldWord).join(' ');
}

const dateWord =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun|to|yester)day|tomorrow|weekend|january|february|april|may|june|july|august|september|october|november|december|christmas)$|^\d{1,2}(?:st|nd|rd|th)$|^\d+\/[\d/]+$/u;
const longestPhrase = 3;

/** Reads an English text: its words, its terms, and the signals of its form. */
export function readEnglish(text: string, lexicon: CompiledLexicon): TextReading {
  const words = englishWords(text);
  const terms = englishTerms(text, words, lexicon);
  return { terms, signals: englishSignals(text, words, terms), words };
}

/** Returns the content terms of an English text in order: a phrase of the lexicon is one term. */
function englishTerms(
  text: string,
  list: readonly Word[],
  lexicon: CompiledLexicon,
): readonly Term[] {
  const terms: Term[] = [];
  for (let index = 0; index < list.length;) {
    const known = phraseLength(list, index, lexicon);
    const phrase = list.slice(index, index + Math.max(1, known));
    const [first] = phrase;
    const before = list[index - 1];
    const isNoun =
      ownedNoun.test(`${before?.lower} ${first?.lower}`) ||
      (first?.text === 'May' && before !== undefined);
    if (first !== undefined && (known > 0 || isNoun || !isStop(first, lexicon))) {
      const end = phrase.at(-1)?.end ?? first.end;
      const place = { text: text.slice(first.start, end), start: first.start, end };
      const isMany = known <= 1 && isPlural(first, before?.lower);
      // An everyday verb: not in a hold, parental leave.
      const isVerb = first.lower.endsWith('ed') || before === undefined || opensVerb(before.lower);
      const bare = place.text.replace(/['’]s$/iu, '');
      terms.push({
        ...place,
        written: negated.test(`${before?.lower}|${text.slice(before?.end, first.start)}`)
          ? `${before?.text} ${bare}`
          : bare,
        ...readTerm(place.text, phrase, { isMany, isVerb }, lexicon),
        ...(numberedName.test(text.slice(before?.start ?? first.start, end + longestNumber))
          ? { isSpecific: true }
          : {}),
        isVerb: isVerbPlace(list, index),
      });
    }
    index += phrase.length;
  }
  return terms;
}

/** Error 504, form 1099: a noun with a number that names it. Not the limit 500, fees 2025. */
const numberedName =
  /^(?!(?:an?|the|this|that|my|our|your)\b)[\w']+ \p{L}{3,} (?!(?:19|20)\d\d\b)\d{3,6}(?![\w.,%°€£])/iu;
const longestNumber = 8;

/** No pets, not near: without its negation a word would be searched as wanted. */
const negated = /^(?:no|not)\| $/u;

/** My will, a can: an auxiliary verb in the place of a noun; May is a month inside a sentence. */
const ownedNoun = /^(?:an?|my|our|your|his|her|their) (?:will|can)$/u;

function isStop({ text, lower, folded }: Word, { stop }: CompiledLexicon): boolean {
  return (
    // With: not the W of a name.
    text === 'w' ||
    stop.has(lower) ||
    stop.has(folded) ||
    stop.has(lower.replaceAll("'", '')) ||
    (lower.length > 4 && stop.has(lower.replace(/(?:ing|ed)$/u, ''))) ||
    (/^\w+'(?:s|d|ll|re|ve|m|t)$/u.test(lower) &&
      stop.has(foldWord(lower.replace(/(?:n't|'\w+)$/u, ''))))
  );
}

/** A word in small letters, without those that look like a misspelt weak word. */
const plainWord =
  /(?<![\p{L}\p{N}'_/\\.-])(?!(?:bets|crates?|dose|fats|haven|quiet|rally|sing(?:ing)?|tried|wired)\b)([a-z]{4,16}?)(ing|ed)?(?![\p{L}\p{N}'_/\\-])/gu;

/** Returns a text in which weak words with two letters in the wrong order, or without a vowel, are spelled right. */
export function withoutTypos(text: string, lexicon: CompiledLexicon): string {
  const isWeak = (word: string): boolean =>
    [lexicon.stop, lexicon.predicates, lexicon.generic].some((words) => words.has(word)) ||
    indefinite.test(word);
  return text.replaceAll(plainWord, (word, stem: string, end = '') => {
    if ([word, stem, `${stem}e`].some((form) => isWeak(form) || lexicon.known.has(foldWord(form))))
      return word;
    const vowels = end === '' && stem.length > 4 ? 'aeiou' : '';
    const meant = Array.from(stem.slice(1), (next, at) => {
      const [head, last, rest] = [stem.slice(0, at), stem.charAt(at), stem.slice(at + 2)];
      const longer = Array.from(vowels, (vowel) => head + last + vowel + next + rest);
      return [head + next + last + rest, ...longer];
    });
    return (meant.flat().find(isWeak) ?? stem) + end;
  });
}

/** Words of the longest lexicon phrase that begins here. */
function phraseLength(list: readonly Word[], index: number, { known }: CompiledLexicon): number {
  for (let length = Math.min(longestPhrase, list.length - index); length > 1; length -= 1) {
    const phrase = list.slice(index, index + length).map(({ folded }) => folded);
    if (known.has(phrase.join(' '))) return length;
  }
  const word = list[index];
  if (word === undefined || !known.has(word.folded)) return 0;
  // `us` the pronoun is far more frequent than the country; only capitals mean the country.
  return word.lower === 'us' && word.text !== 'US' ? 0 : 1;
}

function readTerm(
  text: string,
  phrase: readonly Word[],
  { isMany, isVerb }: { readonly isMany: boolean; readonly isVerb: boolean },
  lexicon: CompiledLexicon,
): Omit<Term, 'text' | 'written' | 'start' | 'end' | 'isVerb'> {
  const key = phrase.map(({ folded }) => folded).join(' ');
  const isIn = (table: ReadonlySet<string>): boolean => table.has(stemOf(key, table));
  const topic = lexicon.topicOf.get(key);
  const isIdentifier = identifier.test(key);
  const kind: ValueKind | undefined =
    lexicon.valueOf.get(key) ?? (isIdentifier ? 'order' : dateWord.test(key) ? 'date' : undefined);
  const isAttribute = isIn(lexicon.attributes);
  const isGeneric = isIn(lexicon.generic) || indefinite.test(key);
  const isPredicate =
    (isIn(lexicon.predicates) ||
      (isVerb && isIn(lexicon.verbs)) ||
      weakForm.test(key) ||
      comparative.test(key)) &&
    topic === undefined &&
    kind === undefined;
  const isCircumstance =
    (lexicon.circumstances.has(key) || number.test(key) || kin.test(key)) &&
    !isMany &&
    topic === undefined &&
    !isIdentifier;
  const isNamed = topic !== undefined || (kind !== undefined && !isOwnKind(kind));
  return {
    key,
    topics: topic === undefined ? [] : [topic],
    values: kind === undefined ? [] : [{ kind, value: isIdentifier ? text : key }],
    isAttribute,
    isBareAttribute: isAttribute && kind === undefined,
    isGeneric,
    isPredicate,
    isCircumstance,
    isSpecific: !isNamed && !isAttribute && !isGeneric && !isPredicate && !isCircumstance,
    isAside: false,
    isClosing: lexicon.closing.has(key),
    isIdentifier,
  };
}

/** Completely, useless, terrible, bigger: not the nouns and verbs with these ends. */
const weakForm =
  /^(?!.*(?:famil|suppl|app|rep|anoma|je|be|ju|ita|week|month|dai|year)ly$|(?:wire|contact|cash|paper|cord)less$|(?:vege|time|dis|con|re)?[ctfs]able$|bible$)[a-z]{3,}(?:ly|ful|less|ous|[ai]ble|where)$/u;
export const comparative =
  /\b(?:cheap|bigg|small|fast|earli|lat|long|short|larg|high|low|clos|near|strong|light|quick)er\b(?! than)/u;
/** Anybody, somewhere: a name for nothing. */
const indefinite = /^(?:any|every|no|some)(?:body|one|thing|where|how)$/u;
const kin = /^(?:grand|step)(?:d?ad|ma|mum|mother|father|parent|son|d?aughter|child)|-in-law$/u;

/** Old phones, but not on weekends: several of a thing, and no circumstance of another. */
function isPlural({ lower, folded }: Word, before = ''): boolean {
  return (
    /^(?:old|new|my|our|your|the|any|some|used|these|their)$/u.test(before) &&
    lower === `${folded}s`
  );
}

/** The form without -ed or -ing that a table has; else the word itself. */
function stemOf(word: string, table: ReadonlySet<string>): string {
  const bare = word.replace(/ied$/u, 'y').replace(/(?:ed|ing)$/u, '');
  const forms = bare === word ? [word] : [word, bare, `${bare}e`, bare.slice(0, -1)];
  return forms.find((form) => table.has(form)) ?? word;
}

const number =
  /^(?:[-−+]?[$€£¥]?\d+(?:[.,]\d+)*(?:°[cf]?|[%€£])?|eleven|twelve|(?:thir|four|for|fif|six|seven|eigh|nine)(?:ty|teen)|twenty|hundred|thousand)$/u;
/** After these a verb follows, perhaps with an adverb between. */
const beforeVerb = wordSet(
  `i we you they he she it mine yours ours who to people things please don't doesn't didn't can't cannot won't isn't wouldn't couldn't not keeps keep`,
);
const article = wordSet(
  'a an the my our your his her its their this that these those some any no for in on at with of from by',
);

/** Returns true for a word before verbs and adjectives: a subject, an auxiliary, an adverb. */
function opensVerb(word: string): boolean {
  if (beforeVerb.has(word) || englishAuxiliaries.has(word)) return true;
  return [adverb, subject, state, indefinite, connects].some((pattern) => pattern.test(word));
}

const mostAdverbs = 3;
const connects = /^(?:and|or|but|then|that|this|which|there|am|things?)$/u;
const adverb = /^(?:just|still|never|always|also|only|even|ever|already|not|now|\w+ly)$/u;
const subject = /^(?:i|you|we|they|s?he|it|(?:no|some)(?:body|one))'(?:s|ve|d|re|ll|m)$/u;
const state = /^(?:is|are|was|were|be|been|being|get|got|gets|getting|has|have|had)$/u;

/** Returns true where a verb is expected: after a subject, `to` or a negation; also at the start of an order. */
function isVerbPlace(list: readonly Word[], index: number): boolean {
  const { lower = '', text = '' } = list[index] ?? {};
  const near = list.slice(Math.max(0, index - mostAdverbs), index);
  const before = near.findLast(({ lower: word }) => !adverb.test(word))?.lower ?? '';
  // Trains to Derby: a name is no verb.
  if (before === 'to' && /^\p{Lu}/u.test(text)) return false;
  if (beforeVerb.has(before) || subject.test(before) || indefinite.test(before)) return true;
  if (state.test(before) && /(?:ed|ing)$/u.test(lower)) return true;
  const next = list[index + 1]?.lower;
  return index === 0 && next !== undefined && article.has(next);
}

const lead =
  /^(?:(?:and|also|or|then|so|but|ok(?:ay)?|well|plus|(?:al)?right|yeah|hi|\w+ly(?=,? (?:wh\w+|how)\b))\b[\s,]*)+/u;
const opener =
  /^(?:and|also|what about|how about|or|then|so|but|why|what else|any other|anything else|ok(?:ay)?,? (?:and|then|so|what))\b/u;
const more =
  /\b(?:else|other|others|another|more|same|first|next|last|rest|second|instead|different|too|similar|latter|former|again|still|also|later|after|before|following|further|though)\b/u;
/** Adds to what was spoken of. */
const additive =
  /\b(?:an)?other way\b|\bthe \w+ itself\b|\b(?:when|if|as|once|after) (?:i|we) (?:do|did|try|tried)(?: (?:it|th\w\w|so))?\s*[?.!]*$|\b(?:too|as well|either|instead|at (?:least|the end)|before(?:hand)?|after(?:wards?)?|then|though|later)\s*[?.!]*$|\b(?:(?:any|some|wh)\w+ else|otherwise)\b|(?:[ ,]|^)though[,.]|\b(?:do|does|would|will) (?:they|he|she) (?:count|qualify|apply)\b|(?<!\b(?:two|both|shar(?:e|ing)|we|and (?:i|my))\b.{0,40})(?:\bthe |^)same\b(?! time\b)(?!.*\bas\b(?! well))|\bsame(?: thing)?\W*$/u;
const requirement =
  /^(?:is|are) there (?:any |still )*(?:space|place|seat|spot|slot|room|ticket)s? (?:left|available|free)[?.! ]*$|^(?:how (?:many|much)|which|what) [\w-]{2,20} (?:is|are) (?:needed|required|included|necessary|covered|allowed|left)[?.! ]*$|^(?:how (?!much\b|long\b|far\b)\w+ (?:is|are)|who(?:'s| is| are)) the [\w-]+[?.! ]*$|^(?:is|are) there still\b(?! an?\b)[^?]{1,30}[?]*$|^(?:do|does|will|would) (?!(?:i|we|you|it|that|this)\b)[\w' -]{2,30} (?:do|count|work)[?.! ]*$|^(?:do|does|will|would) (?:i|we|you|my \w+|they|he|she) (?:\w+ )?(?:need|have to (?:tell|inform|ask|send|sign|bring|pay|show|have|be|book|reserve))\b(?: to\b)?(?!.*\b(?:for|to|when|if|before|in|at|on|with)\b)/u;
/** Questions about the user's own matter and its fate. */
const status = /\b(?:where(?:'s| is| are)|has|did|is|track|check(?: on)?) my\b/u;
/** Asks for what follows: and then what. */
const goesOn = /\b(?:(?:and|then|now|so) what|what (?:now|next|then))[.\s]*$/u;
const howTo =
  /\b(?:how (?:do|can|should|would|to|does one|i|we)|steps?|instructions|guide|way to|procedure|process)\b/u;
const chitchat = new RegExp(
  String.raw`^(?:(?:oh|ah|wow)[,!]? )?(?:${englishReactions}|good(?:bye)?|bye|see you|that(?:'?s| is| was| will be)? (?:all|it|everything|exactly|helpful|great|enough|perfect|fine|good|clear|helps|solve[sd] it)|no thanks|(?:i )?appreciate)\b|\bthank(?:s| you)[^?]{0,30}$`,
  'u',
);
const refusal =
  /^(?:i (?:do|ca)n't (?:know|remember|find|have)|does(?:n't| not) matter|i(?:'ve| have)? (?:lost|forgot(?:ten)?)|not sure|no idea|skip|any(?:thing|one|where)?(?: is fine| will do| works)?$|whatever|idk|none|either)\b/u;
const choice =
  /\b(?:wh(?:ich|at) (?:ones? )?(?:is|are|should|do|would)(?: \w+){0,2} (?:best|better|buy|get|choose|suggest)|recommend\w*)\b/u;
const about =
  /^(?:what|how) about\b|^(?:for|until|till|by|from|since) (?:how \w+|when|what)(?: \w+){0,2}[?.! ]*$|^what happens (?:for|with)\b|^how (?:much|many|long|often) (?:per|at|in|with(?:out)?|until|by|before|after)\b|^how many \w+\W*$|^(?:is it )?(?:the )?same(?: thing)?,?(?: but)? (?:for|with|in|on|to|if|when)\b/u;
const startOfPhrase =
  /^(?:not even|for|to|in|on|with|from|at|by|without|within|after|before|during|until|since|under|over|via|between|except|only|even|just|unless)\b/u;
/** A condition without what depends on it. */
const condition = /^(?:as long as|assuming|what if|if|unless|in case|what happens if)\b[^,?]*\??$/u;
const mainClause =
  /[ ,](?:can|could|do|does|is|are|will|should|happens) (?:i|you|we|it|the|my|there)\b/u;
/** Words after which a clause names no thing: how much is it to post, how easy is it to clean with this. */
const noThing =
  '(?:for|on|in|at|by|from|to|with|per|and|or|if|when|it|them|one|th(?:at|is|ose|ese|ere)|again|now|today|tomorrow|here|online)';
/** `It` that stands for a clause that names a thing: how much is it to hire a hall, is it cheaper to book a tour. */
const ofClause = new RegExp(
  String.raw`\b(?:how \w+ (?:is|was|would|will) it(?: be)?|(?:is|was|would|will) it (?:be )?(?:\w+er|best|hard|easy)) to \w+ (?:(?:up|out|off|back) )?(?!${noThing}\b)\w`,
  'u',
);
/** `It` that stands for a clause: is it possible to. */
const expletive =
  /\bmake it\b|\bhow (?:far|long) (?:is|does|will) it (?:from|to)\b|\bit(?:'s| is| be)? (?:possible|ok(?:ay)?|allowed|fine|safe|necessary|true|free|takes?|costs?)(?: \w+){0,2} (?:to|that|if) (?!the\b|my\b|an?\b|i (?:\w+n't|cannot|am not|have no|only|lost|forgot)\b)/u;
const requestFrame =
  /\b(?:(?:can|could|would|will) you (?:please )?(?:tell|explain|show|give|help)(?: me)?|do you know|tell me|show me|let me know|i(?: want| would like|'d like) to know|i was wondering)\b/u;
const past = /\b(?:was|were|did|had|didn't|wasn't|weren't)\b/u;
/** Do they sell tickets: the staff. */
const theStaff = /\bdo they (?:sell|serve|rent)\b/u;
/** Ends the clause that names a noun; a pronoun after it takes the noun up. */
const boundary =
  /[,.;:?!]|\b(?:because|as soon as|if|when|while|but|before|until|without)\b|\b(?:how|what|where|when|why|who|and|so|or|can|could|do|does|did|should|will|would|has|have|is|are) (?:how|what|where|when|why|who|can|could|do|does|did|is|are|should|will|would|i|it|we|they|you)\b|\b(?:i|we|s?he|it|they)'\w+\b/u;

/** Words of a clause: a message without any of them is a fragment. */
const finite: ReadonlySet<string> = new Set([
  ...englishAuxiliaries,
  ...englishWhWords,
  ...wordSet(
    `i i'm i'd i've i'll we you they he she be been isn't aren't don't doesn't didn't can't won't cannot want need tell show find give explain help`,
  ),
]);
/** Not `you`, which often means anybody. */
const persons = wordSet(`i i'm i'd i've i'll my mine we we're our your`);
/** Nouns after which this and that name a time. */
const timeNoun = wordSet(
  'week month year morning evening afternoon weekend summer winter semester term season time',
);
const mostInFragment = 8;
const mostInName = 2;
const mostInLed = 4;
/** A condition that names more things is a whole matter: what happens if I bring the car back with an empty tank. */
const mostInScene = 2;
/** Reads the form of an English message. Every pattern is bounded; linear in the message. */
function englishSignals(
  text: string,
  words: readonly Word[],
  terms: readonly Term[],
): TextReading['signals'] {
  const lower = text.toLowerCase().replaceAll('’', "'").replaceAll('\n', ' ');
  // And over 60s? My sister pays half: the question that comes first has the form.
  const rest = lower.replace(lead, '').replace(/(?<=^[^.?!]{1,40}\?)\s[^?]+$/u, '');
  const [first = ''] = /^[a-z']+/u.exec(rest) ?? [];
  const isQuestion =
    lower.includes('?') ||
    goesOn.test(textEnd(lower)) ||
    englishWhWords.has(first.replace(/'\w+$/u, '')) ||
    englishAuxiliaries.has(first);
  const isHowTo = howTo.test(lower);
  const isStatus = status.test(lower) && !isHowTo;
  return {
    demonstrative: pointsOutside(text, lower, words, terms),
    opener: opener.test(lower),
    elaboration: false,
    more: more.test(lower),
    question: isQuestion || requestFrame.test(lower),
    wh: words.some(({ lower: word }) => englishWhWords.has(word)),
    statement: (!isQuestion && !isHowTo) || isStatus,
    howTo: isHowTo,
    chitchat: chitchat.test(lower) && !isQuestion,
    refusal: refusal.test(lower),
    choice: choice.test(lower),
    ellipsis: isEllipsis(rest, words, terms),
    also: additive.test(lower),
    requirement: requirement.test(rest),
    situated: englishWords(lower.replace(requestFrame, ' ')).some((word) =>
      persons.has(word.lower),
    ),
    past: past.test(lower),
  };
}

/** Can my daughter go on her own: the message names whom a personal pronoun means. */
const relative = /\b(?:my|our|an?) \w+ /iu;

/** A pothole that burst my tyre. */
const relativeThat = /\b(?:an?|the|my|any|some) [\w-]+ $/u;

/** `Where does the program store its backups`: the subject owns them. */
const ownSubject = /\b(?:do|does|did|will|can) the (?:[\w-]+ ){2,5}$/u;

/** Points at an action. */
const doing = /\bdo (?:it|this|that|so)\b/u;

const asked = /\b(?:what|which|how(?: many| much)?) $/u;
const clauseEnd = /[,.;:?!]|\b(?:and|or|but|if|when)\b/u;

/** Returns true where a pronoun stands for something that the message itself did not name before it. */
function pointsOutside(
  text: string,
  lower: string,
  words: readonly Word[],
  terms: readonly Term[],
): boolean {
  const named = terms.find(
    (term) => !term.isVerb && (term.isSpecific || term.isAttribute || term.isGeneric),
  );
  // A pronoun in the clause of a noun that is asked for means something else: what tool do I need for that.
  const isAskedFor = asked.test(textEnd(lower.slice(0, named?.start ?? 0)));
  const found =
    named === undefined ? null : (isAskedFor ? clauseEnd : boundary).exec(lower.slice(named.end));
  // A pronoun in a clause after the noun takes up the noun.
  const resolvedFrom =
    named === undefined || found === null ? Infinity : named.end + found.index + found[0].length;
  const isExpletive = expletive.test(lower) || ofClause.test(lower);
  // In `how does she do it` and `if I do that` the pronoun means what is done, and no noun of the message.
  const isAction = !terms.some(({ isVerb, isPredicate }) => isVerb || isPredicate);
  if (isAction && doing.test(lower)) return true;
  return words.some(
    (word, index) =>
      word.end < resolvedFrom &&
      // Announces what follows: I was asked this one: how long is the leave.
      !/^(?: \w+)?:/u.test(text.slice(word.end, word.end + 16)) &&
      !(word.lower === 'it' && isExpletive) &&
      !(word.lower === 'they' && theStaff.test(lower)) &&
      !(
        /^(?:its|their)$/u.test(word.lower) && ownSubject.test(textEnd(lower.slice(0, word.start)))
      ) &&
      !(
        /^(?:he|she|his|hers?|him)$/u.test(word.lower) && relative.test(text.slice(0, word.start))
      ) &&
      !(word.lower === 'that' && relativeThat.test(textEnd(lower.slice(0, word.start)))) &&
      refersBack(word, words[index + 1], words[index - 1]),
  );
}

/** Returns true for what about X, a phrase or a condition without a clause, and one short name. */
function isEllipsis(rest: string, words: readonly Word[], terms: readonly Term[]): boolean {
  if (about.test(rest)) return true;
  const things = terms.filter(({ isSpecific, isVerb }) => isSpecific && !isVerb);
  const isScene = rest.startsWith('what happens') && things.length > mostInScene;
  if (condition.test(rest) && !mainClause.test(rest)) return !isScene;
  const own = englishWords(rest);
  if (own.length > mostInFragment || own.some(({ lower }) => finite.has(lower))) return false;
  if (startOfPhrase.test(rest)) return true;
  const isLed =
    words[0] !== undefined && /^(?:and|or)$/u.test(words[0].lower) && own.length <= mostInLed;
  // Bring own wood?: a verb without its subject.
  const isAsked = rest.endsWith('?') && own.length <= mostInLed && terms[0]?.isPredicate === true;
  const isName = isLed || isAsked || own.length <= mostInName;
  return isName && (rest.endsWith('?') || own.length < words.length || own.length === 1);
}

/** Words after the pronoun `one`; before others it is a number. */
const afterPronoun: ReadonlySet<string> = new Set([
  ...englishAuxiliaries,
  ...wordSet(
    'for in on at to with without from that which who i you we they and or if when even though as please',
  ),
]);

/** Returns true for a word that is a pronoun here, unlike in `there is`, `it is possible to` and `that I bought`. */
export function refersBack(word: Word, next: Word | undefined, before: Word | undefined): boolean {
  const bare = word.lower.replace(/'(?:s|re|ll|ve|d)$/u, '');
  if (!englishPronouns.has(bare)) return false;
  if (bare === 'there') {
    const beside = `${before?.lower ?? ''} ${next?.lower ?? ''}`;
    return !/\b(?:is|are|was|were|a|an|any|be|not)\b/u.test(beside) && word.lower === 'there';
  }
  if (bare === 'that')
    return (
      !isConjunction(word, next, before) &&
      (!/^(?:i|you|we|he|she|they|can|is|are|has|have|will|was|were)$/u.test(next?.lower ?? '') ||
        before === undefined)
    );
  if (bare === 'one' && next !== undefined && !afterPronoun.has(next.lower)) return false;
  if (bare === 'one')
    return before !== undefined && !/^(?:more|no|day|one|into)$/u.test(before.lower);
  if (/^th(?:is|ese|at|ose)$/u.test(bare) && timeNoun.has(next?.lower ?? '')) return false;
  return true;
}

/** The conjunction of `who do I inform that the shower is broken`, unlike `is that my fault`. */
function isConjunction({ end }: Word, next: Word | undefined, before: Word | undefined): boolean {
  return (
    /^(?:the|my|our|your|there)$/u.test(next?.lower ?? '') &&
    // Tried that, the button is gone: a comma ends the clause of the pronoun.
    next?.start === end + 1 &&
    before !== undefined
  );
}
