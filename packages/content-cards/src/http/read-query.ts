import { type FieldIssue, fieldIssue } from '../model/field-issue.ts';
import type { Endpoint } from './endpoints.ts';

const enumerations: Readonly<Record<string, readonly string[]>> = {
  status: ['draft', 'approved', 'returned'],
  grade: ['A', 'B', 'C'],
  only: ['all', 'approved'],
};

/** The query of a route: what it does not know is ignored, what it knows must be there once and right. */
export function readQuery(
  request: Request,
  { query: known }: Endpoint,
): { readonly values: ReadonlyMap<string, string>; readonly issues: readonly FieldIssue[] } {
  const values = new Map<string, string>();
  const issues: FieldIssue[] = [];
  const at = request.url.indexOf('?');
  if (at === -1) return { values, issues };
  for (const [name, value] of new URLSearchParams(request.url.slice(at + 1))) {
    if (!known.includes(name)) continue;
    if (values.has(name)) issues.push(fieldIssue([name], 'duplicate'));
    values.set(name, value);
    const allowed = enumerations[name];
    if (allowed !== undefined && !allowed.includes(value))
      issues.push(fieldIssue([name], 'unknown_value'));
  }
  return { values, issues };
}
