import { expectTypeOf } from 'vitest';
import type { Gated } from '@kanmon/core/gate';
import {
  type AdvisorReport,
  type OrganizerReport,
  renderAdvisor,
  renderOrganizer,
  type RunResult,
  toDiffs,
  toPayload,
} from '../src/index.ts';

declare const organizer: OrganizerReport;
declare const advisor: AdvisorReport;
declare const gatedOrganizer: Gated<OrganizerReport>;
declare const gatedAdvisor: Gated<AdvisorReport>;
declare const result: RunResult<OrganizerReport>;
const context = { runId: 'r', validNodeIds: ['n1'] };

expectTypeOf(renderOrganizer(gatedOrganizer)).toBeString();
expectTypeOf(renderAdvisor(gatedAdvisor)).toBeString();
expectTypeOf(toPayload(gatedAdvisor).kind).toEqualTypeOf<'advisor'>();

// @ts-expect-error a plain report has no brand
renderOrganizer(organizer);
// @ts-expect-error a plain report has no brand
renderAdvisor(advisor);
// @ts-expect-error a spread has the members, but it is another object
renderOrganizer({ ...organizer });
// @ts-expect-error a plain report has no brand
toDiffs(organizer, context);
// @ts-expect-error a plain report has no brand
toPayload(advisor);
// @ts-expect-error a report of the other role
renderOrganizer(gatedAdvisor);
// @ts-expect-error whether it passed has to be asked
renderOrganizer(result.report);

if (result.ok) expectTypeOf(renderOrganizer(result.report)).toBeString();
// @ts-expect-error what passed is read-only
gatedOrganizer.summary = 'x';
