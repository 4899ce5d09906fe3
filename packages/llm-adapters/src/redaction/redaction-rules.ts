/** What to look for, and what its placeholder is called. */
export interface RedactionRule {
  /** Letters, digits and underscores; shown in capitals in the placeholder. */
  readonly name: string;
  readonly pattern: RegExp;
  /** A further test of a match, where a pattern alone takes too much. */
  readonly accepts?: (match: string) => boolean;
}

/** Names of the built-in rules, in the order in which they are applied. */
export type BuiltInRuleName = 'key' | 'email' | 'card' | 'phone';

/**
 * Every quantifier is bounded, so a long run without a match costs a constant per character. Keys come
 * first, since they may contain what looks like a number.
 */
export const builtInRules: Readonly<Record<BuiltInRuleName, RedactionRule>> = {
  key: {
    name: 'key',
    pattern:
      /\b(?:sk|pk|rk|gsk|xai|ghp|gho|glpat|xox[abp])[-_][A-Za-z0-9_-]{8,200}|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{35}|\b(?:Bearer|Basic) {1,4}[A-Za-z0-9._~+/=-]{16,1000}/,
  },
  email: {
    name: 'email',
    pattern: /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/,
  },
  card: {
    name: 'card',
    pattern: /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]\d|\d)/,
    accepts: passesLuhn,
  },
  phone: {
    // International with +, Japanese with its leading 0, North American 3-3-4. A bare run of digits or a date is none.
    name: 'phone',
    pattern:
      /\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,5}|(?<![\d-])0\d{1,4}[- ]\d{1,4}[- ]\d{3,4}(?![\d-])|(?<!\d)0\d{1,4}\(\d{1,4}\)\d{3,4}(?!\d)|(?<!\d)0[5789]0\d{8}(?!\d)|(?<![\d-])\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}(?![\d-])/,
  },
};

/** The check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(match: string): boolean {
  const digits = Array.from(match.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}
