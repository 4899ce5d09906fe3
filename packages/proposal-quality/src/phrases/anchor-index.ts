import { type AnchorKind, anchorsOfPattern } from './pattern-anchors.ts';

/** One of the patterns of a rule. */
export interface Alternative {
  /** Source of a regular expression. */
  readonly source: string;
  /** Tokens of which each match contains one. By default they are read from the source. */
  readonly anchors?: readonly string[];
}

interface Candidate extends Alternative {
  /** Position in its rule. */
  readonly number: number;
  readonly rule: number;
  /** Compiled at the first text with an anchor: few of some hundred ever are. */
  pattern: RegExp | null;
  /** The last scan that tried it, and the result: no text is searched twice for it. */
  scan: number;
  isMatch: boolean;
}

/** The alternatives of an anchor. */
interface Entry {
  /** One bit a rule. */
  rules: number;
  readonly candidates: Candidate[];
  /** The last scan that found it. */
  scan: number;
}

/** A token, and the anchors that end with it. */
interface Token {
  readonly id: number;
  /** The token is an anchor alone. */
  single: Entry | null;
  /** It is one after another token, by the id of that token. */
  after: Map<number, Entry> | null;
}

/** Looks up the next token by its key. */
export type Meet = (key: number) => void;

/** Division of the texts of a language into tokens. An anchor is one token, or two in a row. */
export interface AnchorLanguage {
  readonly kind: AnchorKind;
  /** Flags of the patterns. */
  readonly flags: string;
  /** Returns a text as the patterns see it, with the same length. */
  searched(text: string): string;
  /** Returns the keys of the tokens of an anchor, numbers of 32 bits. */
  keysOf(anchor: string): readonly [key: number, previous: number | null];
  /** Calls `meet` for each token of a text, in order. */
  read(text: string, meet: Meet): void;
}

/** Finds the alternatives of rules that may match in a text. */
export interface AnchorIndex {
  /** Adds a rule. Returns its bit. */
  add(alternatives: readonly Alternative[]): number;
  /** Returns the rules to try in a text, one bit a rule. One pass; the last text is remembered. */
  rulesIn(text: string): number;
  /** Returns a text as the patterns see it. */
  searched(text: string): string;
  /** Returns the patterns of some rules that match in a text, in the order of a rule. */
  matchingIn(text: string, rules: number): readonly RegExp[];
}

/** Splits the source of a pattern at each `|` outside of groups. */
export function alternativesOf(source: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const [part] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/gu)) {
    if (part === '(') depth += 1;
    if (part === ')') depth -= 1;
    if (part === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += part;
  }
  return parts;
}

/** Creates the index of a language. Anchors are read from the patterns at the first text. */
export function createAnchorIndex(language: AnchorLanguage): AnchorIndex {
  const { kind, flags, keysOf, read } = language;
  const rules: (readonly Alternative[])[] = [];
  const tokens = createTokens();
  let indexed = 0;
  let last: string | null = null;
  /** The anchors in the last text; those beyond `count` are of earlier texts. */
  const found: Entry[] = [];
  let count = 0;
  let scan = 0;
  let foundRules = 0;
  let previous = 0;
  let searchedLast: string | null = null;

  const entryOf = (anchor: string): Entry => {
    const [key, before] = keysOf(anchor);
    const token = tokens.add(key);
    if (before === null) return (token.single ??= newEntry());
    const { id } = tokens.add(before);
    token.after ??= new Map();
    const entry = token.after.get(id) ?? newEntry();
    token.after.set(id, entry);
    return entry;
  };
  const indexRule = (alternatives: readonly Alternative[], rule: number): void => {
    for (const [number, alternative] of alternatives.entries()) {
      const { source, anchors } = alternative;
      const candidate = { ...alternative, number, rule, pattern: null, scan: 0, isMatch: false };
      for (const anchor of anchors ?? anchorsOfPattern(source, kind)) {
        const entry = entryOf(anchor);
        entry.rules |= rule;
        entry.candidates.push(candidate);
      }
    }
  };

  const take = (entry: Entry): void => {
    if (entry.scan === scan) return;
    entry.scan = scan;
    foundRules |= entry.rules;
    found[count] = entry;
    count += 1;
  };
  const meet: Meet = (key) => {
    const token = tokens.find(key);
    const before = previous;
    previous = token === null ? 0 : token.id;
    if (token === null) return;
    const { single, after } = token;
    if (single !== null) take(single);
    if (before !== 0 && after !== null) {
      const pair = after.get(before);
      if (pair !== undefined) take(pair);
    }
  };
  const rulesIn = (text: string): number => {
    if (text === last) return foundRules;
    for (; indexed < rules.length; indexed += 1) indexRule(rules[indexed] ?? [], 1 << indexed);
    last = text;
    count = 0;
    scan += 1;
    foundRules = 0;
    previous = 0;
    searchedLast = null;
    read(text, meet);
    return foundRules;
  };

  const searched = (text: string): string => {
    if (text !== last) return language.searched(text);
    return (searchedLast ??= language.searched(text));
  };

  const matches = (candidate: Candidate, text: string): boolean => {
    if (candidate.scan === scan) return candidate.isMatch;
    candidate.scan = scan;
    candidate.pattern ??= new RegExp(candidate.source, flags);
    candidate.isMatch = searched(text).search(candidate.pattern) >= 0;
    return candidate.isMatch;
  };

  return {
    add: (alternatives) => 1 << (rules.push(alternatives) - 1),
    rulesIn,
    searched,
    matchingIn(text, wanted) {
      if ((rulesIn(text) & wanted) === 0) return noPatterns;
      const matching: Candidate[] = [];
      for (let index = 0; index < count; index += 1) {
        const entry = found[index];
        if (entry === undefined || (entry.rules & wanted) === 0) continue;
        for (const each of entry.candidates) {
          if ((each.rule & wanted) !== 0 && matches(each, text) && !matching.includes(each))
            matching.push(each);
        }
      }
      if (matching.length > 1) matching.sort((left, right) => left.number - right.number);
      return matching.flatMap(({ pattern }) => pattern ?? []);
    },
  };
}

function newEntry(): Entry {
  return { rules: 0, candidates: [], scan: 0 };
}

const noPatterns: readonly RegExp[] = Object.freeze([]);

/** More than twice the number of tokens, so that most searches end at the first slot. */
const slots = 0x4000;

/** Creates a table of tokens by key. Open addressing: about three times as fast as a map, for tokens that it lacks. */
function createTokens() {
  const list: Token[] = [];
  const keys = new Int32Array(slots);
  const ids = new Uint16Array(slots);
  const slotOf = (key: number): number => {
    let slot = (key ^ (key >>> 9) ^ (key >>> 18)) & (slots - 1);
    while (ids[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  const find = (key: number): Token | null => {
    const id = ids[slotOf(key)] ?? 0;
    return id === 0 ? null : (list[id - 1] ?? null);
  };
  return {
    find,
    add(key: number): Token {
      const known = find(key);
      if (known !== null) return known;
      const token: Token = { id: list.length + 1, single: null, after: null };
      const slot = slotOf(key);
      keys[slot] = key;
      ids[slot] = list.push(token);
      return token;
    },
  };
}
