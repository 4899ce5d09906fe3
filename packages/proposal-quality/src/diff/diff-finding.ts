import type { Finding, JsonPointer, Severity } from '@kanmon/core';

/** A finding in a diff. */
export function diffFinding(
  code: string,
  path: JsonPointer,
  params: Finding['params'] = {},
  severity: Severity = 'must',
): Finding {
  return Object.freeze({
    rule: severity === 'must' ? 'diff/valid' : 'diff/review',
    code,
    severity,
    path,
    params: Object.freeze(params),
  });
}
