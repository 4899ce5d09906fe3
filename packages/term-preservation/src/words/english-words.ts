import { foldTerm } from '../text/fold-term.ts';
import { wordSet } from '../text/lexicon.ts';
import { wordSpan, type WordSpan } from './japanese-words.ts';
import {
  ambiguousWorkVerbs as ambiguous,
  englishFunctionWords,
  englishNounVerbs,
  englishVagueVerbs,
  englishWorkVerbs,
  type StopWords,
} from './stop-words.ts';

/** Longest phrase, in words. */
const longestPhrase = 4;
/** Words after which a verb is likely. */
const verbOpeners = /* @__PURE__ */ wordSet(
  "to and then can should must will may could or let lets let's please also not never don't",
);
const determiners = /* @__PURE__ */ wordSet(
  'a an the all every each any this that these those its their our your users them it new only both',
);
const timely = /* @__PURE__ */ wordSet(
  'weekly monthly hourly nightly quarterly yearly family supply assembly anomaly',
);
const plural = /[^su]s$/;
/** Users of the system: not terms alone. */
const actors = /* @__PURE__ */ wordSet('user users people anybody');

/** log out, roll back, carry over: verbs that their particle makes. */
const phrasalVerbs = /* @__PURE__ */ wordSet(
  'log sign roll carry opt check hand hold time fall drop pick phase',
);
/** Adverbs that carry a point where they close a clause: members come first. */
const orders = /* @__PURE__ */ wordSet(
  'first last automatically manually immediately anonymously separately',
);
const particles = /* @__PURE__ */ wordSet('in out up off over back down');

/** An English word of the request. */
export interface EnglishToken {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  /** A literal or punctuation precedes it. */
  readonly breakBefore: boolean;
  /** It opens a sentence or clause. */
  readonly opensClause: boolean;
  /** A literal follows it. */
  readonly beforeLiteral: boolean;
}

/** A token with its neighbours. */
interface Place {
  readonly token: EnglishToken;
  readonly previous: EnglishToken | undefined;
  readonly next: EnglishToken | undefined;
  readonly afterNext: EnglishToken | undefined;
  readonly last: EnglishToken | undefined;
}

/** Returns the terms of a run of English: phrases of 1 to 4 words between stop words, and single work verbs. */
export function readEnglishWords(
  text: string,
  tokens: readonly EnglishToken[],
  stops: StopWords,
): readonly WordSpan[] {
  const words: WordSpan[] = [];
  let run: EnglishToken[] = [];
  const flush = (): void => {
    words.push(...phrases(text, run, stops));
    run = [];
  };
  tokens.forEach((token, index) => {
    const [next, afterNext, last] = tokens.slice(index + 1, index + 4);
    const place: Place = { token, previous: tokens[index - 1], next, afterNext, last };
    if (token.breakBefore) flush();
    const inRun = run.length > 0;
    if (orders.has(token.folded) && !continues(next) && !token.breakBefore) {
      flush();
      words.push(toWord(text, [token]));
    } else if (phrasalVerbs.has(token.folded) && continues(next, (word) => particles.has(word))) {
      flush();
      words.push(toWord(text, [token, next]));
    } else if (stops.has(token.folded)) {
      if (inRun ? closesPhrase(place, stops) : opensPhrase(place, stops)) run.push(token);
      else flush();
    } else if (isAdverb(token.folded)) flush();
    else if (inRun ? isPredicate(place) || isVerbOfName(place) : isThirdPerson(place)) flush();
    else if (inRun ? isVerbOfSubject(place) : isVerb(place)) {
      flush();
      if (
        inRun ||
        !(englishVagueVerbs.has(token.folded) || /^ \d/.test(text.slice(token.end, token.end + 2)))
      )
        words.push({ ...toWord(text, [token]), verb: true });
    } else if (!inRun && isBareVerb(place)) {
      flush();
    } else {
      if (
        run.length > 1 &&
        isParticiple(token.folded) &&
        !continues(next, (word) => !stops.has(word))
      )
        flush();
      // the wheat varieties Arina
      else if (inRun && isPlural(run.at(-1)?.folded ?? '') && isNameAfterNoun(text, run, token))
        flush();
      run.push(token);
    }
  });
  flush();
  return words;
}

/** Returns true when the token continues the clause with a word that passes the test. */
function continues(
  token: EnglishToken | undefined,
  test: (word: string) => boolean = () => true,
): token is EnglishToken {
  return token !== undefined && !token.breakBefore && test(token.folded);
}

function isDeterminer(word: string): boolean {
  return determiners.has(word);
}

function isPlural(word: string): boolean {
  return plural.test(word);
}

function startsObject(word: string): boolean {
  return isDeterminer(word) || isPlural(word);
}

function isVerb({ token, previous, next, afterNext, last }: Place): boolean {
  if (!englishWorkVerbs.has(token.folded)) return false;
  const afterOpener =
    previous !== undefined && !token.breakBefore && verbOpeners.has(previous.folded);
  if (!token.opensClause && !afterOpener) return false;
  if (!ambiguous.has(token.folded) || token.beforeLiteral) return true;
  if (!continues(next)) return false;
  const afterThat = continues(afterNext) && continues(last, isPlural);
  return startsObject(next.folded) || continues(afterNext, isPlural) || afterThat;
}

/** A planning verb is the head of a noun phrase when no object follows it. */
function closesPhrase({ token, next }: Place, stops: StopWords): boolean {
  if (!englishNounVerbs.has(token.folded) || token.breakBefore || token.beforeLiteral) return false;
  return !continues(next, (word) => !stops.has(word) || isDeterminer(word));
}

/** the build server, a feature flag: a planning word between a determiner and a noun. */
function opensPhrase({ token, previous, next }: Place, stops: StopWords): boolean {
  if (englishFunctionWords.has(token.folded) || previous === undefined || token.breakBefore)
    return false;
  return (
    /^(?:the|a|an)$/.test(previous.folded) &&
    continues(next, (word) => !stops.has(word) && !isAdverb(word))
  );
}

/** "must arrive", "to travel": a verb that names no work. */
function isBareVerb({ token, previous }: Place): boolean {
  if (previous === undefined || token.breakBefore) return false;
  return /^(?:must|should|can|may|will|could|shall)$/.test(previous.folded);
}

/** "apple trees pruned in February": what is done to a noun, at the end of its phrase. */
function isParticiple(word: string): boolean {
  return word.length > 5 && word.endsWith('ed');
}

/** Adverbs of manner end a phrase. Adverbs of time (weekly, daily) do not. */
function isAdverb(word: string): boolean {
  return word.length > 5 && word.endsWith('ly') && !timely.has(word);
}

function isWorkVerbWithS(word: string): boolean {
  return word.endsWith('s') && englishWorkVerbs.has(word.slice(0, -1));
}

/** "a job that reconciles payouts, emails the owner and stores the file": verbs, not nouns. */
function isThirdPerson({ token, previous, next }: Place): boolean {
  if (!isWorkVerbWithS(token.folded) || previous === undefined) return false;
  if (previous.folded === 'that' || previous.folded === 'which') return next !== undefined;
  if (!token.opensClause && previous.folded !== 'and') return false;
  return token.beforeLiteral || continues(next, startsObject);
}

/** "the courier reports a loss", "the temperature drops below": the third person of a work verb. */
function isPredicate({ token, previous, next }: Place): boolean {
  if (!isWorkVerbWithS(token.folded) || token.breakBefore) return false;
  if (previous === undefined || isPlural(previous.folded)) return false;
  if (token.beforeLiteral) return true;
  return continues(next, (word) => isDeterminer(word) || word === 'below' || word === 'above');
}

/** "The choir rehearses every Tuesday": what a subject in the singular does to its object. */
function isVerbOfName({ token, previous, next }: Place): boolean {
  if (token.breakBefore || !isPlural(token.folded) || previous === undefined) return false;
  return !isPlural(previous.folded) && continues(next, isDeterminer);
}

function isNameAfterNoun(
  text: string,
  run: readonly EnglishToken[],
  { start }: EnglishToken,
): boolean {
  const isCapital = (at: number): boolean => /[A-Z]/.test(text.charAt(at));
  return isCapital(start) && !isCapital(run.at(-1)?.start ?? 0);
}

/** "users search orders": a work verb between plurals, or before a determiner. */
function isVerbOfSubject({ token, previous, next }: Place): boolean {
  if (!englishWorkVerbs.has(token.folded)) return false;
  if (previous === undefined || !isPlural(previous.folded) || token.breakBefore) return false;
  // "Teachers upload rosters", "let customers reschedule".
  if (previous.opensClause || !ambiguous.has(token.folded)) return true;
  return token.beforeLiteral || continues(next, startsObject);
}

function phrases(
  text: string,
  run: readonly EnglishToken[],
  stops: StopWords,
): readonly WordSpan[] {
  let kept = [...run];
  // login feature: login
  while (kept.length > 1 && stops.isHead(kept.at(-1)?.folded ?? '')) kept = kept.slice(0, -1);
  const found: WordSpan[] = [];
  for (let at = 0; at < kept.length; at += longestPhrase) {
    const word = toWord(text, kept.slice(at, at + longestPhrase));
    const folded = foldTerm(word.text);
    if (folded.length > 1 && !actors.has(folded)) found.push(word);
  }
  return found;
}

function toWord(text: string, part: readonly EnglishToken[]): WordSpan {
  const start = part[0]?.start ?? 0;
  return wordSpan(text, start, part.at(-1)?.end ?? start, part.length > 1);
}
