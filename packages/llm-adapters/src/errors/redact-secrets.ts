import { redactSecrets as redactCommonSecrets } from '@kanmon/core';
import { replaceLoneSurrogates } from '../support/replace-lone-surrogates.ts';

/** Shorter values would redact ordinary words; no provider's key is this short. */
const minSecretLength = 4;
const mark = '[redacted]';

/**
 * Shapes core's own redaction does not cover: AWS temporary key ids, AWS secrets beside their name,
 * basic credentials, any `Authorization` value and signed-URL parameters. Each is one class with one quantifier, so linear.
 */
const providerShapes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}/g, mark],
  // A capital, digit or padding tells base64 from a word that follows "basic".
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

/** What is known to be secret besides what looks like it. */
export interface RedactSecretsOptions {
  /** Literal values to remove: the keys an adapter was given. */
  readonly values?: readonly string[];
}

/**
 * Replaces everything in `text` that looks like a provider's credential, and every given value, also
 * percent-encoded, by `[redacted]`. Linear in the text.
 */
export function redactSecrets(text: string, options: RedactSecretsOptions = {}): string {
  const { values = [] } = options;
  const withoutValues = values
    .filter((value) => value.length >= minSecretLength)
    // Messages quote addresses, and in those a key with `/`, `+` or `=` is spelt otherwise.
    .flatMap((value) => [value, encodeURIComponent(replaceLoneSurrogates(value))])
    .toSorted((left, right) => right.length - left.length)
    .reduce((safe, value) => safe.replaceAll(value, mark), text);
  return redactCommonSecrets(
    providerHint.test(withoutValues) ? withoutProviderShapes(withoutValues) : withoutValues,
  );
}

function withoutProviderShapes(text: string): string {
  return providerShapes.reduce(
    (safe, [shape, replacement]) => safe.replace(shape, replacement),
    text,
  );
}
