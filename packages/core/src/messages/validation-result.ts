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
  if (findings.every((finding) => finding.severity !== severity)) return noTexts;
  const texts = new Set<string>();
  for (const finding of findings) {
    if (finding.severity === severity) texts.add(textOf(finding));
  }
  return frozen([...texts]);
}

/** One does for all, as nothing can be added to it. */
const noTexts: string[] = /* @__PURE__ */ frozen([]);

/** The list itself; `Object.freeze` gives it a type that `ValidationResult` has not. */
function frozen(list: string[]): string[] {
  Object.freeze(list);
  return list;
}
