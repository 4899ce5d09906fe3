import type { JsonValue } from '@kanmon/core';
import { isJsonObject } from '@kanmon/core/kit';
import type { RawObject } from './plan-finding.ts';
import type { PlanLimits } from './plan-limits.ts';

/** Whether a value may be handed to a search as its filters: an object that is neither wide nor deep. */
export function areFilters(value: JsonValue, limits: PlanLimits): value is RawObject {
  return (
    isJsonObject(value) &&
    Object.keys(value).length <= limits.filterKeys &&
    isWithinDepth(value, limits.filterDepth)
  );
}

/** True for a value of at most `depth` levels of arrays and objects. Recursion ends at `depth`. */
export function isWithinDepth(value: JsonValue, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}
