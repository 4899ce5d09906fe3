import { checkArgument } from '../vocabulary/check-argument.ts';

/**
 * Shapes of secrets that providers, proxies and SDKs put into error texts. Each pattern is linear:
 * one class, one quantifier, no overlap between neighbours.
 */
const secretShapes: readonly RegExp[] = [
  // Also after a percent-encoded character, whose last digit is no border of a word.
  /(?:\b|(?<=%[\dA-Fa-f]{2}))(?:(?:sk|pk|rk|gsk|xai)[-_][\w-]{3,}|(?:hf|gh[opsru]|github_pat|glpat|nvapi|pplx)[-_][\w-]{20,}|npm_\w{20,})/g,
  // A JSON Web Token: its header is JSON in base64, so it begins with "eyJ".
  /\beyJ[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{6,}/gi,
  /\b(?:api[-_]?key|x-api-key|access[-_]?token|secret)["']?\s*[=:]\s*["']?[^\s"'&,;}]{4,}/gi,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{10,}/g,
];

/** Replaces everything in `text` that looks like a key, a token or a bearer credential by `[redacted]`. */
export function redactSecrets(text: string): string {
  checkArgument('text of redactSecrets', 'a text', text);
  return secretShapes.reduce((safe, shape) => safe.replace(shape, '[redacted]'), text);
}
