import type { Finding } from '@kanmon/core';
import * as z from 'zod';
import { checkShape, ownMember, type Shape, shapeOf } from '../report/shape.ts';
import { isBlank } from '../text/is-blank.ts';
import { jsonCopy } from '../run/json-copy.ts';
import { type Diff, diffSchema } from './diff.ts';
import { diffFinding } from './diff-finding.ts';

/** What every diff has, before its change is looked into. */
const frameShape = shapeOf(
  z.object({
    diff_id: z.string(),
    type: z.string(),
    target_node_id: z.string(),
    generated_from: z.object({ organizer_run_id: z.string(), source_proposal: z.string() }),
    created_at: z.string(),
    risk: z.string().optional(),
  }),
);

/** The change each type has. */
const changeShapes: ReadonlyMap<unknown, Shape> = new Map(
  Object.entries({
    decomposition: shapeOf(
      z.object({
        parent_node_id: z.string(),
        add_children: z.array(
          z.object({
            title: z.string(),
            context: z.string(),
            suggested_status: z.string().optional(),
          }),
        ),
      }),
    ),
    grouping: shapeOf(z.object({ group_label: z.string(), node_ids: z.array(z.string()) })),
    relation: shapeOf(
      z.object({
        action: z.string(),
        from: z.string(),
        to: z.string(),
        relation_type: z.string(),
      }),
    ),
  }),
);

/** What is missing or of a wrong type, so that the change cannot be judged at all. */
export function frameFindings(diff: unknown): readonly Finding[] {
  const value = jsonCopy(diff);
  if (value === undefined) return [diffFinding('schema-mismatch', '', { message: 'not JSON' })];
  const findings: Finding[] = [];
  const checked = (part: typeof value, shape: Shape, path: string): void => {
    checkShape(part, shape, path, (problem) => {
      const { code, path: place, ...params } = problem;
      findings.push(diffFinding(code, place, params));
    });
  };
  checked(value, frameShape, '');
  const type = ownMember(value, 'type');
  const shape = changeShapes.get(type);
  if (typeof type === 'string' && shape === undefined) {
    findings.push(diffFinding('unknown-type', '/type', { type }));
  }
  const change = ownMember(value, 'change');
  if (change === undefined) findings.push(diffFinding('required', '/change'));
  else if (shape !== undefined) checked(change, shape, '/change');
  const reason = ownMember(value, 'reason');
  if (typeof reason !== 'string' || isBlank(reason)) {
    findings.push(diffFinding('reason-missing', '/reason'));
  }
  return findings;
}

/** The diff; null when it has a member that no diff has, or another action than to add. */
export function readDiff(diff: unknown): Diff | null {
  const parsed = diffSchema.safeParse(jsonCopy(diff));
  return parsed.success ? parsed.data : null;
}
