import type { JsonValue } from '@kanmon/core';
import { ownMember } from '../report/shape.ts';
import { prepareContext } from './prepared-context.ts';
import type { ReportContext } from './report-context.ts';

/**
 * Whether an Advisor report speaks about no node because there is none (sample A4): no valid id, and
 * an empty target. Title, status, decision and options may then be empty too.
 */
export function isTargetNone(report: JsonValue | undefined, context: ReportContext): boolean {
  return prepareContext(context).idCount === 0 && ownMember(report, 'target_node_id') === '';
}
