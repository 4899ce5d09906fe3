import { assertGated, type Gated, isGated } from '@kanmon/core/gate';
import { contentHash } from '@kanmon/core';
import * as z from 'zod';
import { advisorGate } from '../gates/report-gate.ts';
import { organizerGate } from '../gates/report-gate.ts';
import type { AdvisorReport } from '../report/advisor-report.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';

/** A report for an API, with the hash of its content. */
export interface OrganizerPayload {
  readonly kind: 'organizer';
  readonly schema_version: 1;
  /** `contentHash` of `report`. */
  readonly content_hash: string;
  readonly report: Gated<OrganizerReport>;
}

/** A report for an API, with the hash of its content. */
export interface AdvisorPayload {
  readonly kind: 'advisor';
  readonly schema_version: 1;
  /** `contentHash` of `report`. */
  readonly content_hash: string;
  readonly report: Gated<AdvisorReport>;
}

/** A passed report for an API. Throws `NotGatedError` for what neither gate passed. */
export function toPayload(report: Gated<OrganizerReport>): OrganizerPayload;
export function toPayload(report: Gated<AdvisorReport>): AdvisorPayload;
export function toPayload(
  report: Gated<OrganizerReport> | Gated<AdvisorReport>,
): OrganizerPayload | AdvisorPayload {
  if (isOrganizer(report)) {
    return { kind: 'organizer', schema_version: 1, content_hash: hashOf(report), report };
  }
  assertGated<AdvisorReport>(report, advisorGate);
  return { kind: 'advisor', schema_version: 1, content_hash: hashOf(report), report };
}

function isOrganizer(report: object): report is Gated<OrganizerReport> {
  return isGated(report, organizerGate);
}

function hashOf(report: Gated<OrganizerReport> | Gated<AdvisorReport>): string {
  return contentHash(json.parse(report));
}

const json = z.json();
