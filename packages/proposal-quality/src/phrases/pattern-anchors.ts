/**
 * Returns tokens of which every match of a pattern contains at least one: the rarest
 * that `tokensOf` finds in what the pattern spells out. A rule is tried only in texts with one of them.
 */
export function anchorsOfPattern(source: string, kind: AnchorKind): ReadonlySet<string> {
  const parser = new Parser(source, kind);
  const { strings, anchors } = parser.alternation();
  const all = strings === null ? anchors : anchorsOf(strings, kind);
  if (all === null) throw new Error(`expected a word in each branch of ${source}`);
  return all.tokens;
}

/** Divides a text into anchors and weighs them. */
export interface AnchorKind {
  /** Tokens of a string in which `wild` stands for any text. */
  tokensOf(text: string): readonly string[];
  /** Returns 1 for most tokens, and more for common ones. */
  weigh(token: string): number;
}

/** Stands for text that a pattern does not spell out. */
export const wild = '\uE000';

interface Anchors {
  readonly tokens: ReadonlySet<string>;
  readonly weight: number;
}

/** A part of a pattern: all strings that it matches, or some anchors of them, or unknown text. */
interface Part {
  readonly strings: readonly string[] | null;
  readonly anchors: Anchors | null;
}

/** More combinations than these are not spelled out. */
const maxStrings = 300;
const nothing: Part = { strings: [''], anchors: null };
const anything: Part = { strings: [wild], anchors: null };

/** Returns the rarest anchors, one of them in each string, or null if a string has none. */
function anchorsOf(strings: readonly string[], { tokensOf, weigh }: AnchorKind) {
  const tokens = new Set<string>();
  let weight = 0;
  for (const text of strings) {
    const all = tokensOf(text);
    if (all.some((token) => tokens.has(token))) continue;
    let [best] = all;
    if (best === undefined) return null;
    for (const token of all) if (weigh(token) < weigh(best)) best = token;
    tokens.add(best);
    weight += weigh(best);
  }
  return { tokens, weight };
}

function rarer(one: Anchors | null, other: Anchors | null): Anchors | null {
  if (one === null || other === null) return one ?? other;
  return other.weight < one.weight ? other : one;
}

/** Reads the syntax that the patterns of phrases use. */
class Parser {
  #at = 0;
  readonly #source: string;
  readonly #kind: AnchorKind;

  constructor(source: string, kind: AnchorKind) {
    this.#source = source;
    this.#kind = kind;
  }

  alternation(): Part {
    const branches: Part[] = [];
    do branches.push(this.#sequence());
    while (this.#take('|'));
    const [first = nothing] = branches;
    if (branches.length === 1) return first;
    const strings = branches.flatMap((branch) => branch.strings ?? []);
    if (branches.every((branch) => branch.strings !== null) && strings.length <= maxStrings * 3)
      return { strings, anchors: null };
    const tokens = new Set<string>();
    let weight = 0;
    for (const branch of branches) {
      const best = branch.strings === null ? branch.anchors : anchorsOf(branch.strings, this.#kind);
      if (best === null) return { strings: null, anchors: null };
      for (const token of best.tokens) tokens.add(token);
      weight += best.weight;
    }
    return { strings: null, anchors: { tokens, weight } };
  }

  #sequence(): Part {
    let strings: readonly string[] = [''];
    let best: Anchors | null = null;
    let isSpelled = true;
    const keep = (found: Anchors | null): void => {
      best = rarer(best, found);
    };
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      const part = this.#quantified();
      if (part.strings === null) {
        isSpelled = false;
        keep(
          anchorsOf(
            strings.map((text) => text + wild),
            this.#kind,
          ),
        );
        keep(part.anchors);
        strings = [wild];
        continue;
      }
      if (strings.length * part.strings.length > maxStrings) {
        const next = part.strings;
        isSpelled = false;
        const isApart = next.every((text) => /^[^\p{L}\uE000]/u.test(text));
        keep(anchorsOf(isApart ? strings : strings.map((text) => text + wild), this.#kind));
        const isOpen = strings.every((text) => /[^\p{L}\uE000]$/u.test(text));
        strings = isOpen ? next : next.map((text) => wild + text);
        continue;
      }
      strings = strings.flatMap((text) => part.strings?.map((next) => text + next) ?? []);
    }
    if (isSpelled) return { strings, anchors: null };
    keep(anchorsOf(strings, this.#kind));
    return { strings: null, anchors: best };
  }

  #quantified(): Part {
    const part = this.#atom();
    const quantifier = /^(?:[?*+]|\{(\d+),?\d*\})\??/.exec(
      this.#source.slice(this.#at, this.#at + 9),
    );
    if (quantifier === null) return part;
    this.#at += quantifier[0].length;
    const [text, least] = quantifier;
    if (text.startsWith('?')) {
      return part.strings === null ? anything : { strings: ['', ...part.strings], anchors: null };
    }
    const { strings } = part;
    if (strings?.every((each) => each.endsWith(' ')) !== true) return anything;
    // White space once or more is one space; words with a space behind each end in a space.
    const repeated = strings[0] === ' ' ? ' ' : `${wild} `;
    const isOptional = least === '0' || text.startsWith('*');
    return { strings: isOptional ? ['', repeated] : [repeated], anchors: null };
  }

  #atom(): Part {
    const source = this.#source;
    const group = /^\((?:\?(?:<?[=!]|:))?/.exec(source.slice(this.#at, this.#at + 4));
    if (group !== null) {
      this.#at += group[0].length;
      const inside = this.alternation();
      this.#take(')');
      return /[=!]$/.test(group[0]) ? nothing : inside;
    }
    if (source.charAt(this.#at) === '[') return this.#characters();
    const escape = /^\\(?:p\{[^}]+\}|.)/u.exec(source.slice(this.#at, this.#at + 40));
    if (escape !== null) {
      this.#at += escape[0].length;
      if (escape[0] === '\\s') return { strings: [' '], anchors: null };
      if (escape[0] === '\\b') return nothing;
      return /^\\[a-z]/i.test(escape[0])
        ? anything
        : { strings: [escape[0].slice(1)], anchors: null };
    }
    const character = source.charAt(this.#at);
    this.#at += 1;
    if (character === '^' || character === '$') return nothing;
    return character === '.' ? anything : { strings: [character], anchors: null };
  }

  /** A class of characters: each of them, unless it has ranges or excludes some. */
  #characters(): Part {
    const [whole = '', inside = ''] =
      /^\[((?:\\.|[^\]\\])*)\]/u.exec(this.#source.slice(this.#at)) ?? [];
    this.#at += whole.length;
    if (/[\\^]|.-./u.test(inside)) return anything;
    if (inside === "'’") return { strings: ["'"], anchors: null };
    return { strings: [...inside], anchors: null };
  }

  #take(character: string): boolean {
    if (this.#source.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }
}
