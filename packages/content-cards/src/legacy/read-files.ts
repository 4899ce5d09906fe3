import {
  checkBy,
  type Checked,
  fieldIssue,
  parseStrictJson,
  setOwn,
  withoutUndefined,
} from '@kanmon/core/kit';
import * as z from 'zod';
import { parsePolicySet, type PolicySet } from '../draft/policy.ts';
import { type ApprovalDocument, approvalDocumentSchema } from '../model/documents.ts';
import { isList, isRecord } from '../model/json.ts';
import { type LogEntry, logEntrySchema } from '../model/log.ts';

/** Reads `content_draft.json` or `content_approved.json` of any age. Never throws. */
export function readApprovalDocument(text: string): Checked<ApprovalDocument> {
  return readFile(text, (value) => {
    if (!isRecord(value) || !isList(value['slides'])) return checkBy(approvalDocumentSchema, value);
    return checkBy(approvalDocumentSchema, { ...value, slides: value['slides'].map(modernSlide) });
  });
}

const logSchema: z.ZodType<readonly LogEntry[]> = z.array(logEntrySchema);
/** The defaults of members that old entries lack. */
const logDefaults = { spec_id: '', slide_id: null, applied_autofix: [] };

/** Reads `content_review_log.json`: a bare array, or an object that holds it as `items`. Never throws. */
export function readReviewLog(text: string): Checked<readonly LogEntry[]> {
  return readFile(text, (value) => {
    const list = isRecord(value) && isList(value['items']) ? value['items'] : value;
    return checkBy(
      logSchema,
      isList(list)
        ? list.map((each) =>
            isRecord(each) ? { ...logDefaults, ...withoutNulls(withNewNames(each)) } : each,
          )
        : list,
    );
  });
}

/** Reads `content_ai_policies.json`. Never throws. */
export function readPolicySet(text: string): Checked<PolicySet> {
  return readFile(text, parsePolicySet);
}

/** The type is a text; an untyped caller may pass anything. */
function readFile<T>(text: unknown, check: (value: unknown) => Checked<T>): Checked<T> {
  if (typeof text !== 'string') return { ok: false, issues: [fieldIssue([], 'wrong_type')] };
  const read = parseStrictJson(withoutComments(text.replace(/^\ufeff/, '')));
  return read.ok ? check(read.value) : { ok: false, issues: [fieldIssue([], 'invalid_format')] };
}

/** Takes comments and trailing commas out of JSON. Linear. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let pendingComma = false;
  const emit = (part: string): void => {
    if (pendingComma && part !== '}' && part !== ']') parts.push(',');
    pendingComma = false;
    parts.push(part);
  };
  for (let index = 0; index < text.length;) {
    const character = text[index] ?? '';
    if (character === '"') {
      const end = stringEnd(text, index);
      emit(text.slice(index, end));
      index = end;
    } else if (character === '/' && text[index + 1] === '/') {
      const end = text.indexOf('\n', index);
      index = end === -1 ? text.length : end;
    } else if (character === '/' && text[index + 1] === '*') {
      const end = text.indexOf('*/', index + 2);
      index = end === -1 ? text.length : end + 2;
    } else {
      if (character === ',' && !pendingComma) pendingComma = true;
      else if (!/\s/.test(character)) emit(character);
      else parts.push(' ');
      index += 1;
    }
  }
  if (pendingComma) parts.push(',');
  return parts.join('');
}

function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return Math.min(text.length, index + 1);
}

function withoutNulls(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function modernSlide(slide: unknown): unknown {
  if (!isRecord(slide)) return slide;
  const { slide_id, elements, ai_review, ...rest } = nested(withNewNames(slide));
  return {
    ...withoutUndefined({ id: slide_id }),
    status: 'draft',
    applied_autofix: [],
    ...withoutNulls(rest),
    ...(elements === undefined ? {} : { elements: modernElements(elements) }),
    ...(isRecord(ai_review) ? { ai_review: modernReview(ai_review) } : {}),
  };
}

const elementKeys = ['title', 'body', 'table_data', 'note'] as const;

/** Returns the flat form of old cards in the nested form of documents, with title and body in `elements`. */
function nested(slide: Record<string, unknown>): Record<string, unknown> {
  if (slide['elements'] !== undefined || slide['title'] === undefined) return slide;
  const rest = { ...slide };
  const elements: Record<string, unknown> = {};
  for (const key of elementKeys) {
    if (rest[key] !== undefined) elements[key] = rest[key];
    delete rest[key];
  }
  return { ...rest, elements };
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

/** Old names of members and their present names. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['slide_uid', 'slide_id'],
  ['intent_tag', 'intent'],
  ['auto_fix_applied', 'applied_autofix'],
]);

/** One object with today's names; a new name that is there already wins. */
function withNewNames(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = renamed.get(key) ?? key;
    if (name !== key && Object.hasOwn(value, name)) continue;
    setOwn(result, name, member);
  }
  if (result['status'] === 'rework') result['status'] = 'returned';
  return result;
}

/** Table cells of any scalar as texts. */
function textTable(table: unknown): unknown {
  if (!isRecord(table)) return table;
  return {
    ...table,
    headers: texts(table['headers'] ?? []),
    rows: isList(table['rows']) ? table['rows'].map(texts) : (table['rows'] ?? []),
  };
}

function texts(row: unknown): unknown {
  return isList(row) ? row.map(textCell) : row;
}

function textCell(cell: unknown): unknown {
  if (cell === null) return '';
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : cell;
}

/** Returns a single operation as a list. */
function patchList(patch: unknown): unknown {
  return isRecord(patch) ? [patch] : patch;
}
