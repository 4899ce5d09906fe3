import { InvalidArgumentError, type Severity } from '@kanmon/core';

/** What the seed's tables call a Must (sections 3.1 and 3.3). */
const fixedRules: ReadonlySet<string> = new Set([
  'organizer/shape',
  'organizer/summary',
  'organizer/known-ids',
  'organizer/reason',
  'organizer/two-children',
  'organizer/child-text',
  'organizer/phrase',
  'advisor/shape',
  'advisor/two-options',
  'advisor/four-fields',
  'advisor/risks',
  'advisor/target',
  'advisor/text',
  'advisor/phrase',
]);

const levels: ReadonlySet<unknown> = new Set(['must', 'should', 'off']);

/** Throws `InvalidArgumentError` for a severity that is none, and for a weaker one of a fixed Must. */
export function checkSeverities(severities: Readonly<Record<string, Severity | 'off'>>): void {
  for (const [rule, severity] of Object.entries(severities)) {
    if (!levels.has(severity)) {
      throw new InvalidArgumentError(
        `expected 'must', 'should' or 'off' as severity of "${rule}", got ${JSON.stringify(severity)}`,
      );
    }
    if (fixedRules.has(rule) && severity !== 'must') {
      throw new InvalidArgumentError(
        `"${rule}" is a Must that cannot be turned ${severity === 'off' ? 'off' : 'down'}; leave it out of severities`,
      );
    }
  }
}
