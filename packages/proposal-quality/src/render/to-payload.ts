import { assertGated, type Gated, isGated } from '@kanmon/core/gate';
import { contentHash } from '@kanmon/core';
import { isRecord } from '@kanmon/core/kit';
import * as z from 'zod';
import { advisorGate, organizerGate } from '../gates/report-gate.ts';
import type { AdvisorReport, OrganizerReport } from '../report/reports.ts';

interface Payload<Kind, Report> {
  readonly kind: Kind;
  readonly schema_version: 1;
  /** `contentHash` of `report`. */
  readonly content_hash: string;
  readonly report: Gated<Report>;
}

/** An Organizer report for an API, with the hash of its content. */
export type OrganizerPayload = Payload<'organizer', OrganizerReport>;

/** An Advisor report for an API, with the hash of its content. */
export type AdvisorPayload = Payload<'advisor', AdvisorReport>;

/** Returns a passed report for an API. Throws `NotGatedError` for a value that neither gate passed. */
export function toPayload(report: Gated<OrganizerReport>): OrganizerPayload;
export function toPayload(report: Gated<AdvisorReport>): AdvisorPayload;
export function toPayload(
  report: Gated<OrganizerReport> | Gated<AdvisorReport>,
): OrganizerPayload | AdvisorPayload {
  if (isAdvice(report)) {
    assertGated<AdvisorReport>(report, advisorGate);
    return { kind: 'advisor', ...hashed(report), report };
  }
  assertGated<OrganizerReport>(report, organizerGate);
  return { kind: 'organizer', ...hashed(report), report };
}

/** Returns true for a report that the Advisor's gate passed, or that looks like one and no gate has passed. */
function isAdvice(report: unknown): report is Gated<AdvisorReport> {
  if (isGated(report)) return isGated(report, advisorGate);
  return isRecord(report) && Object.hasOwn(report, 'target_node_id');
}

function hashed(report: object) {
  return { schema_version: 1, content_hash: contentHash(json.parse(report)) } as const;
}

const json = z.json();
