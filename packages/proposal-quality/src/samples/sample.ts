import type { JsonValue } from '@kanmon/core';
import { applyPatch, type JsonPatchOperation } from '@kanmon/core/json';
import { withoutUndefined } from '@kanmon/core/kit';
import type { DashboardNode, ReportContext, ReportPurpose } from '../rules/report-context.ts';
import type { RunInput } from '../run/run-input.ts';

/** A report with one defect, and the code of the Must that reports it. */
export interface BrokenReport {
  readonly name: string;
  readonly report: JsonValue;
  readonly code: string;
}

/** One of the ten samples: an input, a report that passes, and reports that do not. */
export interface Sample {
  readonly id: string;
  readonly role: 'organizer' | 'advisor';
  readonly nodes: readonly DashboardNode[];
  readonly input: RunInput;
  readonly context: ReportContext;
  readonly valid: JsonValue;
  readonly broken: readonly BrokenReport[];
}

/** Creates a sample. Each break is a code, a name, and the one change to the valid report. */
export function sample(parts: {
  readonly id: string;
  readonly nodes: readonly DashboardNode[];
  readonly focusNodeId?: string;
  readonly userIntent?: string;
  readonly purpose?: ReportPurpose;
  readonly valid: JsonValue;
  readonly breaks: readonly (readonly [code: string, name: string, change: JsonPatchOperation])[];
}): Sample {
  const { id, nodes, userIntent, purpose, valid, breaks } = parts;
  const focus = withoutUndefined({ focusNodeId: parts.focusNodeId });
  const role = id.startsWith('A') ? 'advisor' : 'organizer';
  const trays = role === 'advisor' ? { decide: nodes } : { inbox: nodes };
  const validNodeIds = nodes.map((node) => node.id);
  return {
    id,
    role,
    nodes,
    input: { dashboard: { trays }, ...focus, ...withoutUndefined({ userIntent }) },
    context: { validNodeIds, nodes, ...focus, ...withoutUndefined({ purpose }) },
    valid,
    broken: breaks.map(([code, name, change]) => {
      const result = applyPatch(valid, [change]);
      if (!result.ok) throw new Error(`the sample has no ${change.path}: ${result.problem.code}`);
      return { name, report: result.value, code };
    }),
  };
}

/** Replaces a value. */
export function put(path: string, value: JsonValue): JsonPatchOperation {
  return { op: 'replace', path, value };
}

/** Removes a member or an element. */
export function drop(path: string): JsonPatchOperation {
  return { op: 'remove', path };
}
