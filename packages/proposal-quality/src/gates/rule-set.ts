import type { Rule } from '@kanmon/core/gate';
import { advisorRules } from '../rules/advisor-rules.ts';
import { organizerRules } from '../rules/organizer-rules.ts';
import type { ReportContext } from '../rules/report-context.ts';

/** The built-in rules, for gates of your own: leave some out, add some. */
export const ruleSet: {
  readonly organizer: readonly Rule<never, ReportContext>[];
  readonly advisor: readonly Rule<never, ReportContext>[];
} = Object.freeze({ organizer: organizerRules, advisor: advisorRules });
