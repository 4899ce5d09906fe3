import { problemSchema } from '@kanmon/core/http';
import type { FieldIssueCode } from '@kanmon/core/kit';
import * as z from 'zod';
import { diffSchema } from '../diff/diff.ts';
import { confirmationSchema, diffViewSchema } from '../ledger/ledger-state.ts';
import { inputLimits } from '../run/run-input.ts';

const text = z.string();
const texts = z.array(text);
const { idLength, nodes: maxNodes, intentLength, constraints, constraintLength } = inputLimits;

const maxIdBytes = 256;
const encoder = new TextEncoder();
/** An id: not blank, no control characters, short enough for every store, and valid UTF-8. */
const id = text
  .refine((value) => value.trim() !== '', issue('blank'))
  .refine((value) => !/\p{Cc}/u.test(value), issue('control_character'))
  .refine((value) => !/\p{Surrogate}/u.test(value), issue('lone_surrogate'))
  .refine((value) => encoder.encode(value).byteLength <= maxIdBytes, issue('too_long'));

function issue(code: FieldIssueCode) {
  return { params: { issue: code }, abort: true };
}

const node = z.looseObject({ id: text.max(idLength), title: text, status: text.optional() });
const dashboard = z.object({ trays: z.record(text, z.array(node)) });

const nodeId = text.max(idLength);
const nodeIds = z.array(nodeId).max(maxNodes);
const label = text.max(1000);

/** The board in a request. Its nodes are read by `readNode`, as those of a dashboard. */
export const boardParts = z.object({
  nodes: z.array(z.unknown()).max(maxNodes),
  children: z.record(text, nodeIds).exactOptional(),
  relations: z
    .array(z.object({ from: nodeId, to: nodeId, relation_type: label }))
    .max(maxNodes)
    .exactOptional(),
  groups: z
    .array(z.object({ group_label: label, node_ids: nodeIds }))
    .max(maxNodes)
    .exactOptional(),
});

const state = z.union([boardParts.extend({ nodes: z.array(node) }), dashboard]).optional();
const purpose = z.enum(['choices', 'texts']).optional();
const runInput = z.object({
  dashboard,
  focusNodeId: text.optional(),
  userIntent: text.max(intentLength).optional(),
  constraints: z
    .union([text.max(constraintLength), z.array(text.max(constraintLength)).max(constraints)])
    .optional(),
});

/**
 * Request bodies. The app checks them by these schemas, except two parts whose readers also repair:
 * the input of a run (`readRunInput`) and `state` (`readState`).
 */
export const bodies = {
  OrganizerRun: runInput,
  AdvisorRun: runInput.extend({ purpose }),
  Validate: z.object({
    type: z.enum(['organizer', 'advisor']),
    report: z.unknown(),
    validNodeIds: texts.max(maxNodes),
    purpose,
  }),
  Propose: z.object({ boardId: id, runId: id, report: z.unknown(), state }),
  Confirm: z.object({
    boardId: id,
    diffId: id,
    content_hash: id.meta({ description: 'Of the view that the person saw' }),
    confirmedBy: id.optional(),
    uiAction: id.optional(),
    state,
  }),
  Apply: z.object({ boardId: id, confirmationId: id, state }),
};

export const advisorPurpose = z.object({ purpose });
export const boardQuery = z.object({ boardId: id });

const findings = z.array(
  z.object({
    rule: text,
    code: text,
    severity: z.enum(['must', 'should']),
    path: text,
    params: z.record(text, z.union([text, z.number(), z.boolean()])),
  }),
);
const verdict = z.object({ ok: z.boolean(), errors: texts, warnings: texts });

/** Successful response bodies. */
export const answers = {
  RunAnswer: verdict.extend({
    report: z.unknown(),
    rendered: text.optional(),
    reason: text.optional(),
    attempts: z.number(),
    usage: z.object({
      calls: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cost: z.number(),
      estimated: z.boolean(),
    }),
  }),
  ValidateAnswer: verdict.extend({ findings }),
  ProposeAnswer: z.object({
    diffs: z.array(diffSchema),
    skipped: findings,
    results: z.array(
      verdict.extend({
        diff_id: text,
        content_hash: text.optional(),
        result: z.enum(['VALID', 'NEEDS_REVIEW', 'INVALID']),
        findings,
      }),
    ),
  }),
  ListAnswer: z.object({ diffs: z.array(diffViewSchema) }),
  ApplyAnswer: z.object({
    applied: z.literal(true),
    diff: diffSchema,
    version: z.number(),
    replayed: z.boolean(),
  }),
  Confirmation: confirmationSchema,
  Diff: diffSchema,
};

/** The error body of every app, with the two members that the other bodies of this app have. */
export const problem = problemSchema.and(z.object({ ok: z.literal(false), errors: texts }));
