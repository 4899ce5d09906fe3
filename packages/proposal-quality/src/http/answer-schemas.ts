import * as z from 'zod';

const text = z.string();
const texts = z.array(text);
const finding = z.object({
  rule: text,
  code: text,
  severity: z.enum(['must', 'should']),
  path: text,
  params: z.record(text, z.union([text, z.number(), z.boolean()])),
});
const findings = z.array(finding);
const usage = z.object({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number(),
  estimated: z.boolean(),
});
const child = z.object({ title: text, context: text, suggested_status: text.optional() });
const diff = z.object({
  diff_id: text,
  type: z.enum(['decomposition', 'grouping', 'relation']),
  target_node_id: text,
  change: z.union([
    z.strictObject({ parent_node_id: text, add_children: z.array(child) }),
    z.strictObject({ group_label: text, node_ids: texts }),
    z.strictObject({ action: z.literal('add'), from: text, to: text, relation_type: text }),
  ]),
  reason: text,
  risk: text.optional(),
  generated_from: z.object({ organizer_run_id: text, source_proposal: text }),
  created_at: text,
});
const confirmation = z.object({
  id: text,
  diff_id: text,
  content_hash: text,
  base_hash: text,
  confirmed_by: text,
  confirmed_at: text,
  expires_at: text,
  consumed: z.boolean(),
  consumed_at: text.optional(),
});

const node = z.object({ id: text.max(200), title: text, status: text.optional() });
const dashboard = z.object({ trays: z.record(text, z.array(node)) });
const state = z.union([
  z.object({
    nodes: z.array(node),
    children: z.record(text, texts).optional(),
    relations: z.array(z.object({ from: text, to: text, relation_type: text })).optional(),
    groups: z.array(z.object({ group_label: text, node_ids: texts })).optional(),
  }),
  dashboard,
]);
const purpose = z.enum(['choices', 'texts']).optional();
const runInput = z.object({
  dashboard,
  focusNodeId: text.optional(),
  userIntent: text.max(4000).optional(),
  constraints: z.union([text, z.array(text).max(50)]).optional(),
});

/** What the endpoints take. */
export const bodies: Readonly<Record<string, z.ZodType>> = {
  OrganizerRun: runInput,
  AdvisorRun: runInput.extend({ purpose }),
  Validate: z.object({
    type: z.enum(['organizer', 'advisor']),
    report: z.unknown(),
    validNodeIds: texts.max(10_000),
    purpose,
  }),
  Propose: z.object({ boardId: text, runId: text, report: z.unknown(), state: state.optional() }),
  Confirm: z.object({
    boardId: text,
    diffId: text,
    /** Of the view that the person saw. */
    content_hash: text,
    confirmedBy: text.optional(),
    uiAction: text.optional(),
    state: state.optional(),
  }),
  Apply: z.object({ boardId: text, confirmationId: text, state: state.optional() }),
};

/** What they answer. */
export const answers: Readonly<Record<string, z.ZodType>> = {
  RunAnswer: z.object({
    ok: z.boolean(),
    report: z.unknown(),
    errors: texts,
    warnings: texts,
    rendered: text.optional(),
    reason: text.optional(),
    attempts: z.number(),
    usage,
  }),
  ValidateAnswer: z.object({ ok: z.boolean(), errors: texts, warnings: texts, findings }),
  ProposeAnswer: z.object({
    diffs: z.array(diff),
    skipped: findings,
    results: z.array(
      z.object({
        diff_id: text,
        content_hash: text.optional(),
        result: z.enum(['VALID', 'NEEDS_REVIEW', 'INVALID']),
        ok: z.boolean(),
        errors: texts,
        warnings: texts,
        findings,
      }),
    ),
  }),
  ListAnswer: z.object({
    diffs: z.array(
      z.object({
        diff,
        content_hash: text,
        state: z.enum(['proposed', 'confirmed', 'applied']),
        confirmation: confirmation.optional(),
      }),
    ),
  }),
  Confirmation: confirmation,
  ApplyAnswer: z.object({
    applied: z.literal(true),
    diff,
    version: z.number(),
    replayed: z.boolean(),
  }),
  Problem: z.object({
    ok: z.literal(false),
    error: text,
    message: text,
    details: z.array(z.object({ field: text, issue: text, pointer: text.optional() })),
    errors: texts,
    request_id: text,
  }),
};
