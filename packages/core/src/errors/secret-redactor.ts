import { redactSecrets } from './redact-secrets.ts';
import { escapeInvisible } from '../kit/data-block.ts';
import { createPartRemover } from './secret-parts.ts';
import { longestSpelling, secretPattern } from './secret-pattern.ts';

const mark = '[redacted]';

/**
 * Shapes that `redactSecrets` does not cover: AWS temporary key ids, AWS secrets beside their name,
 * basic credentials, any `Authorization` value and signed-URL parameters. Each is one class with one quantifier, so linear.
 */
const providerShapes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}/g, mark],
  // A capital, digit or padding distinguishes base64 from a word that follows "basic".
  [/\b[Bb]asic\s{1,8}(?=[a-z+/_-]{0,400}[A-Z0-9=])[A-Za-z0-9+/_-]{6,}={0,2}/g, `Basic ${mark}`],
  [/(\bauthorization["']?\s{0,8}[=:]\s{0,8}["']?)[^\r\n"']{4,}/gi, `$1${mark}`],
  [
    /(\b(?:aws_?)?(?:secret_?access_?key|session_?token)["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"'&,;}]{4,}/gi,
    `$1${mark}`,
  ],
  [/(\bX-Amz-(?:Signature|Credential|Security-Token)=)[^\s"'&]{4,}/gi, `$1${mark}`],
  [/(\bx-api-key["']?\s{0,8}[=:]\s{0,8}["']?)[^\s"'&,;}]{4,}/gi, `$1${mark}`],
];

/** A word that every shape above holds: one look instead of six where there is nothing, as in nearly every text. */
const providerHint =
  /A(?:KI|SI|BI|CC)A|basic|authorization|access_?key|session_?token|x-a(?:mz|pi)-/i;

/**
 * Creates a function that replaces by `[redacted]` everything that looks like a provider's credential,
 * and every given value in all its usual spellings (percent-encoded, base64, escaped). Of a longer value, a beginning or
 * an end is enough, also with invisible characters or white space in it. Linear in the text.
 */
export function createSecretRedactor(values: readonly string[] = []): (text: string) => string {
  const pattern = secretPattern(values);
  const removeParts = createPartRemover(values, mark);
  return (text) => {
    const safe = removeParts(pattern === null ? text : text.replace(pattern, mark));
    return redactSecrets(providerHint.test(safe) ? withoutProviderShapes(safe) : safe);
  };
}

/**
 * Returns at most `length` characters of a foreign text, on one line and without secrets. The text is redacted before
 * it is cut, and where only its start was looked at, what may be the start of a secret is left out. White space
 * becomes spaces; other invisible characters are escaped.
 */
export function quoteSafely(
  text: string,
  length: number,
  values: readonly string[] | undefined = [],
): string {
  const margin = longestSpelling(values) + shapeMargin;
  const start = text.slice(0, length + 4 * margin);
  const safe = createSecretRedactor(values)(start);
  const end = start.length < text.length ? Math.max(0, safe.length - margin) : safe.length;
  return escapeInvisible(safe.slice(0, end).replaceAll(/\s+/g, ' ')).slice(0, length);
}

/** Keys that are known by their shape only are shorter. */
const shapeMargin = 1024;

function withoutProviderShapes(text: string): string {
  return providerShapes.reduce(
    (safe, [shape, replacement]) => safe.replace(shape, replacement),
    text,
  );
}
