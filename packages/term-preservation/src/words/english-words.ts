import { foldTerm } from '../text/fold-term.ts';
import type { WordSpan } from './japanese-words.ts';
import {
  englishNounVerbs,
  englishVagueVerbs,
  englishWorkVerbs,
  type StopWords,
} from './stop-words.ts';

/** Longest phrase, in words. */
const longestPhrase = 4;
/** Words after which a verb is likely. */
const verbOpeners = new Set([
  'to',
  'and',
  'then',
  'can',
  'should',
  'must',
  'will',
  'may',
  'could',
  'or',
  'let',
  'lets',
  "let's",
  'please',
  'also',
  'not',
  'never',
  "don't",
]);
/** Work verbs that are nouns as often: read as verbs only before a determiner, a literal or a plural. */
const ambiguous = new Set(
  'order record message page index cache log tag label match query queue view store score segment stream sample report test invoice issue email backup request refund return review schedule track filter search share lock link list group rank block round alert limit charge check copy drop edit flag forward audit batch book post print process push record register release replay reply reset retry route save scan send shard sort stagger transfer trigger upgrade version wrap rest miss load pull wait waste text answer process poll pin pause preview purge crop estimate hash import export upload download roll'.split(
    ' ',
  ),
);
const determiners = new Set(
  'a an the all every each any this that these those its their our your users them it new only both'.split(
    ' ',
  ),
);

const timely = new Set(
  'weekly monthly hourly nightly quarterly yearly family supply assembly anomaly'.split(' '),
);
const plural = /[^su]s$/;
/** Whoever uses the system: no term alone. */
const actors = new Set(['user', 'users', 'people', 'anybody']);

/** A word with the place it stands at. */
export interface EnglishToken {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  /** A literal or punctuation stands before it. */
  readonly breakBefore: boolean;
  /** It opens a sentence or clause. */
  readonly opensClause: boolean;
  /** What follows is a literal. */
  readonly beforeLiteral: boolean;
}

/** Terms of a run of English: phrases of 1 to 4 words between stop words, work verbs alone. */
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
    if (token.breakBefore) flush();
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    if (stops.has(token.folded) && run.length > 0 && closesPhrase(token, next, stops))
      run.push(token);
    else if (stops.has(token.folded) || isAdverb(token.folded)) flush();
    else if (run.length > 0 && isPredicate(token, previous, next)) flush();
    else if (run.length === 0 && isThirdPerson(token, previous, next)) flush();
    else if (run.length === 0 && isVerb(token, previous, next, tokens[index + 2])) {
      if (!englishVagueVerbs.has(token.folded)) words.push(toWord(text, [token]));
    } else if (run.length > 0 && isVerbOfSubject(token, previous, next)) {
      flush();
      words.push(toWord(text, [token]));
    } else run.push(token);
  });
  flush();
  return words;
}

function isVerb(
  token: EnglishToken,
  previous: EnglishToken | undefined,
  next: EnglishToken | undefined,
  afterNext: EnglishToken | undefined,
): boolean {
  if (!englishWorkVerbs.has(token.folded)) return false;
  const position =
    token.opensClause ||
    (previous !== undefined && !token.breakBefore && verbOpeners.has(previous.folded));
  if (!position) return false;
  if (!ambiguous.has(token.folded)) return true;
  if (token.beforeLiteral) return true;
  if (next === undefined || next.breakBefore) return false;
  return (
    determiners.has(next.folded) ||
    plural.test(next.folded) ||
    (afterNext !== undefined && !afterNext.breakBefore && plural.test(afterNext.folded))
  );
}

/** A planning verb at the end of a noun phrase is its head: no object follows it. */
function closesPhrase(
  token: EnglishToken,
  next: EnglishToken | undefined,
  stops: StopWords,
): boolean {
  if (!englishNounVerbs.has(token.folded) || token.breakBefore || token.beforeLiteral) return false;
  return (
    next === undefined ||
    next.breakBefore ||
    (stops.has(next.folded) && !determiners.has(next.folded))
  );
}

/** Adverbs of manner end a phrase; weekly and daily say when. */
function isAdverb(word: string): boolean {
  return word.length > 5 && word.endsWith('ly') && !timely.has(word);
}

/** "a job that reconciles payouts, emails the owner and stores the file": verbs, not nouns. */
function isThirdPerson(
  token: EnglishToken,
  previous: EnglishToken | undefined,
  next: EnglishToken | undefined,
): boolean {
  if (!token.folded.endsWith('s') || !englishWorkVerbs.has(token.folded.slice(0, -1))) return false;
  if (previous === undefined) return false;
  if (previous.folded === 'that' || previous.folded === 'which') return next !== undefined;
  if (!token.opensClause && previous.folded !== 'and') return false;
  return (
    token.beforeLiteral || (next !== undefined && !next.breakBefore && determiners.has(next.folded))
  );
}

/** "the courier reports a loss", "the temperature drops below": the third person of a work verb. */
function isPredicate(
  token: EnglishToken,
  previous: EnglishToken | undefined,
  next: EnglishToken | undefined,
): boolean {
  if (
    !token.folded.endsWith('s') ||
    !englishWorkVerbs.has(token.folded.slice(0, -1)) ||
    token.breakBefore
  )
    return false;
  if (previous === undefined || plural.test(previous.folded)) return false;
  return (
    next !== undefined &&
    !next.breakBefore &&
    (determiners.has(next.folded) || next.folded === 'below' || next.folded === 'above')
  );
}

/** "users search orders": a work verb between plurals, or before a determiner. */
function isVerbOfSubject(
  token: EnglishToken,
  previous: EnglishToken | undefined,
  next: EnglishToken | undefined,
): boolean {
  if (
    !englishWorkVerbs.has(token.folded) ||
    previous === undefined ||
    !plural.test(previous.folded)
  )
    return false;
  if (token.beforeLiteral) return true;
  return (
    next !== undefined &&
    !next.breakBefore &&
    (determiners.has(next.folded) || plural.test(next.folded))
  );
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
    const part = kept.slice(at, at + longestPhrase);
    const word = toWord(text, part);
    if (foldTerm(word.text).length > 1 && !actors.has(foldTerm(word.text))) found.push(word);
  }
  return found;
}

function toWord(text: string, part: readonly EnglishToken[]): WordSpan {
  const start = part[0]?.start ?? 0;
  const end = part.at(-1)?.end ?? start;
  return { start, end, text: text.slice(start, end), derived: false, compound: part.length > 1 };
}
