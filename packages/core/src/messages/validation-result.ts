import { checkArgument } from '../vocabulary/check-argument.ts';
import type { Finding, Severity, ValidationResult } from '../vocabulary/finding.ts';
import { formatFinding, type FormatOptions } from './format-finding.ts';

/**
 * Returns the result of a validator from its findings: `ok` without a Must,
 * texts in the order of the findings, equal texts once. The result and its lists are frozen.
 */
export function toValidationResult(
  findings: readonly Finding[],
  options: FormatOptions = {},
): ValidationResult {
  checkArgument('findings of toValidationResult', 'a list', findings);
  for (const each of findings)
    checkArgument('each finding of toValidationResult', 'an object', each);
  return validationResult(findings, (finding) => formatFinding(finding, options));
}

/** As `toValidationResult`, with the texts of the caller. */
export function validationResult(
  findings: readonly Finding[],
  textOf: (finding: Finding) => string,
): ValidationResult {
  return Object.freeze({
    ok: findings.every(({ severity }) => severity !== 'must'),
    errors: textsOf(findings, 'must', textOf),
    warnings: textsOf(findings, 'should', textOf),
    findings: Object.isFrozen(findings) ? findings : Object.freeze([...findings]),
  });
}

function textsOf(
  findings: readonly Finding[],
  severity: Severity,
  textOf: (finding: Finding) => string,
): string[] {
  const wanted = findings.filter((finding) => finding.severity === severity);
  const texts = [...new Set(wanted.map((finding) => textOf(finding)))];
  // `Object.freeze` would return a type that `ValidationResult` does not have.
  Object.freeze(texts);
  return texts;
}
