/** What to look for, and what its placeholder is called. */
export interface RedactionRule {
  /** Letters, digits and underscores; shown in capitals in the placeholder. */
  readonly name: string;
  readonly pattern: RegExp;
  /** A further test of a match, where a pattern alone takes too much. */
  readonly accepts?: (match: string) => boolean;
}

/** A rule of this package, which may take a part of a match only. */
export interface BuiltInRule extends RedactionRule {
  /** Returns the part of a match that is meant, or null. */
  readonly narrow?: (match: string) => readonly [number, number] | null;
}

/** Names of the built-in rules, in the order in which they are applied. */
export type BuiltInRuleName = 'key' | 'email' | 'card' | 'phone';

/** Letters of scripts that are written without spaces: an address ends where they begin. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]`;
const spaced = String.raw`(?:(?!${unspaced})[\p{L}\p{M}\p{N}._%+-])`;
const localPart = String.raw`(?:${spaced}{1,64}|${unspaced}{1,64}|"(?:[^"\\\r\n]|\\.){1,64}")`;
const domain = String.raw`(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}(?:[A-Za-z0-9-]{1,63}|[\p{L}\p{M}]{1,63})`;

/**
 * Every quantifier is bounded, so a long run without a match costs a constant per character. Keys come
 * first, since they may contain what looks like a number. Patterns see a text also in its folded form
 * (`foldText`): full-width letters and digits, any dash and any space are ASCII there.
 */
export const builtInRules: Readonly<Record<BuiltInRuleName, BuiltInRule>> = {
  key: {
    name: 'key',
    pattern:
      /\b(?:sk|pk|rk|gsk|xai|glpat|xox[abeoprs])[-_][A-Za-z0-9_-]{8,200}|\b(?:hf|gh[opsru]|github_pat|npm)_[A-Za-z0-9_]{20,255}|\b(?:nvapi|pplx)-[A-Za-z0-9_-]{20,255}|\beyJ[A-Za-z0-9_-]{8,512}\.[A-Za-z0-9_-]{4,4096}(?:\.[A-Za-z0-9_-]{0,1024})?|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}|\b(?:Bearer|Basic) {1,4}[A-Za-z0-9._~+/=-]{16,1000}/,
  },
  email: {
    name: 'email',
    pattern: new RegExp(String.raw`${localPart}@(?:${domain}|\[[0-9A-Za-z:.]{2,45}\])`, 'u'),
  },
  card: {
    name: 'card',
    pattern: /(?<![\d.])\d(?:[ -]{0,3}\d){12,60}(?![\d.]\d|\d)/,
    narrow: findCard,
  },
  phone: {
    // International with +, Japanese with its leading 0, North American 3-3-4. A bare run of digits or a date is none.
    name: 'phone',
    pattern:
      /\+\d{1,3}(?:[ .-]{0,3}\(?\d{1,4}\)?){2,6}|(?<![\d-])0\d{1,4}[ -]{1,3}\d{1,4}[ -]{1,3}\d{3,4}(?![\d-])|(?<!\d)0\d{1,4}[ -]?\(\d{1,4}\)[ -]?\d{3,4}(?!\d)|(?<!\d)\(0\d{1,4}\)[ -]?\d{1,4}[ -]\d{3,4}(?!\d)|(?<!\d)0[5789]0\d{8}(?!\d)|(?<![\d-])\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}(?![\d-])/,
  },
};

const minCardDigits = 13;
const maxCardDigits = 19;

/** The longest card number of a row of digits, between separators: a date may stand before it, an expiry after it. */
function findCard(row: string): readonly [number, number] | null {
  const places = [...row.matchAll(/\d/g)].map((match) => match.index);
  const isEdge = (place: number): boolean =>
    places[place] === undefined || places[place] !== (places[place - 1] ?? -2) + 1;
  for (let first = 0; first + minCardDigits <= places.length; first += 1) {
    if (!isEdge(first)) continue;
    for (let count = maxCardDigits; count >= minCardDigits; count -= 1) {
      const from = places[first] ?? 0;
      const last = places[first + count - 1];
      if (last === undefined || !isEdge(first + count)) continue;
      if (passesLuhn(row.slice(from, last + 1))) return [from, last + 1];
    }
  }
  return null;
}

/** The check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(match: string): boolean {
  const digits = Array.from(match.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
