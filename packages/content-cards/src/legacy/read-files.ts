import * as z from 'zod';
import { type Policy, type PolicySet, parsePolicySet } from '../draft/policy.ts';
import type { LogEntry } from '../model/card.ts';
import { checkBy, type Checked } from '../model/check.ts';
import { approvalDocumentSchema } from '../model/document-schema.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { idSchema, patchIdSchema } from '../model/ids.ts';
import { isList, isRecord } from '../model/json.ts';
import { gradeSchema } from '../model/review-schema.ts';
import { patchList, textTable, withNewNames } from './modernise.ts';
import { readJsonc } from './read-jsonc.ts';

export type { Policy };

/** Reads `content_draft.json` or `content_approved.json` of any age. Never throws. */
export function readApprovalDocument(text: string): Checked<ApprovalDocument> {
  return readFile(text, (value) => {
    if (!isRecord(value) || !isList(value['slides'])) return checkBy(approvalDocumentSchema, value);
    return checkBy(approvalDocumentSchema, { ...value, slides: value['slides'].map(modernSlide) });
  });
}

const logSchema: z.ZodType<readonly LogEntry[]> = z.array(
  z.strictObject({
    spec_id: z.string().default(''),
    slide_id: idSchema.nullable().default(null),
    action: z.enum([
      'create',
      'update',
      'autofix',
      'review',
      'approve',
      'return',
      'unlock',
      'comment',
      'rollback',
      'source_warning',
    ]),
    actor: z.string(),
    timestamp: z.string(),
    notes: z.string().exactOptional(),
    applied_autofix: z.array(patchIdSchema).default([]),
    ai_grade: gradeSchema.exactOptional(),
    request_id: z.string().exactOptional(),
    content_hash: z.string().exactOptional(),
    revision: z.string().exactOptional(),
  }),
);

/** Reads `content_review_log.json`: a bare array, or an object that holds it as `items`. Never throws. */
export function readReviewLog(text: string): Checked<readonly LogEntry[]> {
  return readFile(text, (value) => {
    const list = isRecord(value) && isList(value['items']) ? value['items'] : value;
    return checkBy(
      logSchema,
      isList(list)
        ? list.map((each) => (isRecord(each) ? withoutNulls(withNewNames(each)) : each))
        : list,
    );
  });
}

/** Reads `content_ai_policies.json`. Never throws. */
export function readPolicySet(text: string): Checked<PolicySet> {
  return readFile(text, parsePolicySet);
}

function readFile<T>(text: string, check: (value: unknown) => Checked<T>): Checked<T> {
  const read = readJsonc(text);
  return read.ok ? check(read.value) : { ok: false, issues: [fieldIssue([], 'invalid_format')] };
}

function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function modernSlide(slide: unknown): unknown {
  if (!isRecord(slide)) return slide;
  const { slide_id, elements, ai_review, ...rest } = withNewNames(slide);
  return {
    ...(slide_id === undefined ? {} : { id: slide_id }),
    status: 'draft',
    applied_autofix: [],
    ...withoutNulls(rest),
    ...(elements === undefined ? {} : { elements: modernElements(elements) }),
    ...(isRecord(ai_review) ? { ai_review: modernReview(ai_review) } : {}),
  };
}

function modernElements(elements: unknown): unknown {
  if (!isRecord(elements)) return elements;
  const { table_data, note, ...rest } = elements;
  return {
    body: [],
    ...rest,
    ...(table_data === undefined || table_data === null
      ? {}
      : { table_data: textTable(table_data) }),
    ...(note === undefined || note === null ? {} : { note }),
  };
}

function modernReview(review: Readonly<Record<string, unknown>>): unknown {
  const { issues = [], autofix_proposals = [], ...rest } = review;
  return {
    ...rest,
    issues: isList(issues)
      ? issues.map((issue) => (isRecord(issue) ? { path: null, ...issue } : issue))
      : issues,
    autofix_proposals: isList(autofix_proposals)
      ? autofix_proposals.map((fix) =>
          isRecord(fix)
            ? { ...fix, description: fix['description'] ?? '', patch: patchList(fix['patch']) }
            : fix,
        )
      : autofix_proposals,
  };
}
