import type { DashboardNode } from '../rules/report-context.ts';

/** What `GET /api/dashboard` gives: nodes by tray. */
export interface Dashboard {
  readonly trays: Readonly<Record<string, readonly DashboardNode[]>>;
}

/** What a run is asked to work on. */
export interface RunInput {
  readonly dashboard: Dashboard;
  /** The node the report must be about. */
  readonly focusNodeId?: string;
  /** What the user wants, in their own words; at most 4,000 characters. */
  readonly userIntent?: string;
  /** What has to be kept to; at most 50. */
  readonly constraints?: string | readonly string[];
}
