import type { Catalog, JsonValue, Locale, Severity } from '@kanmon/core';
import type { OptionNames } from '@kanmon/core/kit';
import type { PhraseRule } from '../phrases/phrase-rule.ts';

/** A node of the board, with whatever else the host keeps of it. */
export interface DashboardNode {
  readonly id: string;
  readonly title: string;
  readonly status?: string;
  readonly [key: string]: JsonValue | undefined;
}

/** `texts`: every option is a wording, so its description is a Must. */
export type ReportPurpose = 'choices' | 'texts';

/** How a report is judged, and in whose words the findings are written. */
export interface ReportOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  /** Texts by code; they win over the built-in ones. */
  readonly catalog?: Catalog;
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
  /** The report must be about this node. */
  readonly focusNodeId?: string;
  /** Enables the rules about the status of the target; titles that are quoted may say anything. */
  readonly nodes?: readonly DashboardNode[];
  /** Replace the built-in lists. */
  readonly phrases?: {
    readonly organizer?: readonly PhraseRule[];
    readonly advisor?: readonly PhraseRule[];
  };
  /** By rule id. A Must of the seed's tables cannot be turned off or down. */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>;
}

export const contextNames: OptionNames<ReportContext> = {
  validNodeIds: true,
  purpose: true,
  focusNodeId: true,
  nodes: true,
  phrases: true,
  severities: true,
};

/** What the rules judge against. */
export interface ReportContext extends Omit<ReportOptions, 'locale' | 'catalog'> {
  /** Every id a report may name, as written. */
  readonly validNodeIds: readonly string[];
}
