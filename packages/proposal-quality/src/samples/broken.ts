import { applyPatch, type JsonPatchOperation } from '@kanmon/core/json';
import type { JsonValue } from '@kanmon/core';
import type { BrokenReport } from './sample.ts';

/** What makes a report a broken one: the code that will say so, a name, and the change. */
export type Break = readonly [code: string, name: string, change: JsonPatchOperation];

/** Every broken variant of a report; each differs from it in one place. */
export function breakReport(report: JsonValue, breaks: readonly Break[]): readonly BrokenReport[] {
  return breaks.map(([code, name, change]) => {
    const result = applyPatch(report, [change]);
    if (!result.ok) throw new Error(`the sample has no ${change.path}: ${result.problem.code}`);
    return { name, report: result.value, code };
  });
}

/** Puts a value in place of another. */
export function put(path: string, value: JsonValue): JsonPatchOperation {
  return { op: 'replace', path, value };
}

/** Takes a member or an element out. */
export function drop(path: string): JsonPatchOperation {
  return { op: 'remove', path };
}
