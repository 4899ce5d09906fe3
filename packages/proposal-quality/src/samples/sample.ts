import type { JsonValue } from '@kanmon/core';
import type { DashboardNode, ReportContext } from '../rules/report-context.ts';
import type { RunInput } from '../run/run-input.ts';

/** A report in which one thing is wrong, and the code of the Must that says so. */
export interface BrokenReport {
  readonly name: string;
  readonly report: JsonValue;
  readonly code: string;
}

/** One of the ten samples: what goes in, a report that passes, and reports that do not. */
export interface Sample {
  readonly id: string;
  readonly role: 'organizer' | 'advisor';
  readonly nodes: readonly DashboardNode[];
  readonly input: RunInput;
  readonly context: ReportContext;
  readonly valid: JsonValue;
  readonly broken: readonly BrokenReport[];
}
