import { assertGated, type Gated, isGated } from '@kanmon/core/gate';
import { contentHash } from '@kanmon/core';
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
  const hashed = { schema_version: 1, content_hash: contentHash(json.parse(report)) } as const;
  if (isOrganizer(report)) return { kind: 'organizer', ...hashed, report };
  assertGated<AdvisorReport>(report, advisorGate);
  return { kind: 'advisor', ...hashed, report };
}

function isOrganizer(report: object): report is Gated<OrganizerReport> {
  return isGated(report, organizerGate);
}

const json = z.json();
