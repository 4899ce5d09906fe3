import { parseJson } from '@kanmon/core/kit';
import { contentHash } from '@kanmon/core';
import type { ImportMeta } from '../import/import-meta.ts';
import type { LogEntry } from '../model/card.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';

/** `content_import` of `audit_log.json`: what was read, when, and whether it may be used. */
export function importSection({ sources }: ImportMeta): JsonObject {
  return {
    sources: sources.map(({ source, hash, retrieved_at, licensed, kind }) => ({
      source,
      hash,
      retrieved_at,
      licensed,
      kind,
    })),
  };
}

/** `content_approval` of `audit_log.json`. `updated` are the slides that the spec took over. */
export function approvalSection(
  document: ApprovalDocument,
  updated: readonly string[] = [],
): JsonObject {
  return {
    hash: contentHash(plain(document)),
    slides: document.slides.length,
    slide_ids: document.slides.map(({ id }) => id),
    applied_to_spec: updated.length > 0,
    updated_slide_ids: updated,
  };
}

/** `content_review_log` of `audit_log.json`: how often each action occurred. */
export function reviewLogSection(log: readonly LogEntry[]): JsonObject {
  const actions = new Map<string, number>();
  for (const { action } of log) actions.set(action, (actions.get(action) ?? 0) + 1);
  return {
    hash: contentHash(plain(log)),
    events: log.length,
    actions: Object.fromEntries(actions),
  };
}

/** What a run leaves for `audit_log.json`; the host merges it into its own. */
export interface AuditParts {
  readonly importMeta?: ImportMeta;
  readonly approved?: ApprovalDocument;
  /** Slides that the spec took over, from `mergeApproved`. */
  readonly updated?: readonly string[];
  readonly log?: readonly LogEntry[];
  /** Where `review_engine_analyzer.json` was written. */
  readonly analysisPath?: string;
}

/** The sections of `audit_log.json` for what there is. */
export function auditSections(parts: AuditParts): JsonObject {
  const { importMeta, approved, updated, log, analysisPath } = parts;
  return {
    ...(importMeta === undefined ? {} : { content_import: importSection(importMeta) }),
    ...(approved === undefined ? {} : { content_approval: approvalSection(approved, updated) }),
    ...(log === undefined ? {} : { content_review_log: reviewLogSection(log) }),
    ...(analysisPath === undefined ? {} : { artifacts: { review_engine_analysis: analysisPath } }),
  };
}

function plain(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}
