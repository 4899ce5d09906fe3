import { contentHash } from '@kanmon/core';
import { checkArgument, checkOptions, parseJson, withoutUndefined } from '@kanmon/core/kit';
import type { ImportMeta } from '../import/import-meta.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { LogEntry } from '../model/log.ts';

/** `content_import` of `audit_log.json`: what was read, when, and whether it may be used. */
export function importSection(meta: ImportMeta): JsonObject {
  checkOptions(meta, 'schema_version generated_at total_slides sources', 'importSection(meta)');
  const { sources } = meta;
  checkArgument('meta.sources of importSection', 'a list', sources);
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
  checkArgument('document.slides of approvalSection', 'a list', document?.slides);
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
  checkArgument('log of reviewLogSection', 'a list', log);
  const actions = new Map<string, number>();
  for (const { action } of log) actions.set(action, (actions.get(action) ?? 0) + 1);
  return {
    hash: contentHash(plain(log)),
    events: log.length,
    actions: Object.fromEntries(actions),
  };
}

/** The results of a run for `audit_log.json`; the host merges the sections into its own file. */
export interface AuditParts {
  readonly importMeta?: ImportMeta;
  readonly approved?: ApprovalDocument;
  /** Slides that the spec took over, from `mergeApproved`. */
  readonly updated?: readonly string[];
  readonly log?: readonly LogEntry[];
  /** The path of `review_engine_analyzer.json`. */
  readonly analysisPath?: string;
}

/** Returns the sections of `audit_log.json` for the parts that are given. */
export function auditSections(parts: AuditParts): JsonObject {
  checkOptions(parts, 'importMeta approved updated log analysisPath', 'auditSections(parts)');
  const { importMeta, approved, updated, log, analysisPath } = parts;
  return withoutUndefined({
    content_import: importMeta && importSection(importMeta),
    content_approval: approved && approvalSection(approved, updated),
    content_review_log: log && reviewLogSection(log),
    artifacts: analysisPath === undefined ? undefined : { review_engine_analysis: analysisPath },
  });
}

function plain(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value));
}
