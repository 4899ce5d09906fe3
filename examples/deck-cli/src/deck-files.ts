import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type {
  AiLogEntry,
  ApprovalDocument,
  GenerationMeta,
  ImportMeta,
  LogEntry,
} from '@kanmon/content-cards';
import { approvalSection, importSection, reviewLogSection } from '@kanmon/content-cards/audit';
import { readReviewLog, writeDeckFiles } from '@kanmon/content-cards/legacy';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import { explainError, valueOf } from './explain-error.ts';
import type { OpenDeck } from './open-deck.ts';
import type { Say } from './say.ts';
import { checkReplaceable, hashOf, writeRecorded } from './written-files.ts';

/** Results of a command besides the cards. */
export interface Made {
  readonly importMeta?: ImportMeta;
  /** Warnings of an import. */
  readonly importLog?: readonly LogEntry[];
  readonly generationMeta?: GenerationMeta;
  readonly aiLog?: readonly AiLogEntry[];
  readonly meta?: ApprovalDocument['meta'];
  readonly approved?: ApprovalDocument;
  /** Slides of the spec that took over approved content. */
  readonly updated?: readonly string[];
  /** The path of `review_engine_analyzer.json`. */
  readonly analysisPath?: string;
  /** Further files by absolute path. */
  readonly others?: readonly (readonly [path: string, content: string])[];
}

const draftFile = 'content_draft.json';
const logFile = 'content_review_log.json';
const auditFile = 'audit_log.json';
const alwaysWritten = [draftFile, logFile, auditFile] as const;

/** The files that a command is going to write; checked before it does anything. */
export interface OutputPlan {
  /** Absolute path of a file by its usual name. */
  pathOf(name: string): string;
  /** Absolute paths of the files that the command reads; they are not written. */
  readonly inputs: ReadonlySet<string>;
  /** Hashes of files that the command takes over before it replaces them, by absolute path. */
  readonly takenOver: ReadonlyMap<string, string | undefined>;
}

/**
 * Checks the files that a command is going to write. Throws `DeckError` when one is a file that it reads,
 * or holds something other than `deck` wrote: nothing is recorded then.
 */
export function planOutputs(
  context: CliContext,
  options: {
    /** Usual names of files besides those that every command writes. */
    readonly files?: readonly string[];
    /** Other names for some of them. */
    readonly names?: Readonly<Record<string, string | undefined>>;
    readonly inputs?: readonly string[];
    /** True for a command that puts the edits of `content_draft.json` into the history. */
    readonly takesOverDraft?: boolean;
  } = {},
): OutputPlan {
  const { directory, say } = context;
  const { files = [], names = {}, takesOverDraft = false } = options;
  const pathOf = (name: string) => resolve(directory, names[name] ?? name);
  const draftPath = pathOf(draftFile);
  const given = (options.inputs ?? []).map((path) => resolve(directory, path));
  const isTakenOver = takesOverDraft && given.includes(draftPath);
  const inputs = new Set(given.filter((path) => !(isTakenOver && path === draftPath)));
  const takenOver = new Map(isTakenOver ? [[draftPath, hashOf(draftPath)]] : []);
  const paths = [...alwaysWritten, ...files].map(pathOf);
  const clash = paths.find((path, at) => inputs.has(path) || paths.indexOf(path) !== at);
  if (clash !== undefined) {
    throw new DeckError(
      say(
        `${clash} はこのコマンドのほかのファイルと同じです。別の名前にしてください`,
        `the command uses ${clash} already; choose another name`,
      ),
      { code: 'usage', exitCode: exitCodes.usage },
    );
  }
  const plan = { pathOf, inputs, takenOver };
  checkPaths(context, plan, paths);
  return plan;
}

/** Sections of other tools may change in the audit log; no other file may. */
function checkPaths(context: CliContext, plan: OutputPlan, paths: readonly string[]): void {
  readObject(plan.pathOf(auditFile), context.say);
  for (const path of paths) {
    if (path !== plan.pathOf(auditFile)) checkReplaceable(context, path, plan.takenOver.get(path));
  }
}

/** Writes the files of the deck in its present state; returns their paths. */
export async function writeOutputs(
  context: CliContext,
  deck: OpenDeck,
  plan: OutputPlan,
  made: Made = {},
): Promise<readonly string[]> {
  const { deckId, say } = context;
  const { document, log } = valueOf(await deck.service.exportDraft({ spec_id: deckId }), say);
  try {
    const wholeLog = [...keptWarnings(context), ...(made.importLog ?? []), ...log];
    const files = writeDeckFiles({
      deck: {
        draft: made.meta === undefined ? document : { ...document, meta: made.meta },
        log: wholeLog,
        ...(made.approved === undefined ? {} : { approved: made.approved }),
      },
      ...(made.importMeta === undefined ? {} : { importMeta: made.importMeta }),
      ...(made.generationMeta === undefined ? {} : { generationMeta: made.generationMeta }),
      ...(made.aiLog === undefined ? {} : { aiLog: made.aiLog }),
    });
    files.set(auditFile, `${JSON.stringify(auditLog(context, made, wholeLog), null, 2)}\n`);
    const placed = [
      ...[...files].map(([name, content]) => [plan.pathOf(name), content] as const),
      ...(made.others ?? []),
    ].filter(([path]) => !plan.inputs.has(path));
    checkPaths(
      context,
      plan,
      placed.map(([path]) => path),
    );
    writeRecorded(context, placed);
    return placed.map(([path]) => path);
  } catch (error) {
    throw notWritten(error, context);
  }
}

/** The cards are in the history by now: the error must not read as if nothing had happened. */
function notWritten(error: unknown, { say }: CliContext): DeckError {
  const { code, exitCode, message, details } = explainError(error);
  return new DeckError(
    say(
      `履歴には記録済みですが、ファイルを書けませんでした: ${message}`,
      `the history is complete, but the files could not be written: ${message}`,
    ),
    { code, exitCode, details },
  );
}

/** Warnings of earlier imports, of whatever deck: they are in no event, so they go from log to log. */
function keptWarnings({ directory }: CliContext): readonly LogEntry[] {
  const path = join(directory, logFile);
  const read = existsSync(path) ? readReviewLog(readFileSync(path, 'utf8')) : null;
  if (read === null || !read.ok) return [];
  return read.value.filter(({ action }) => action === 'source_warning');
}

/** Sections of other tools in the audit log stay as they are. */
function auditLog(
  { directory, say }: CliContext,
  { importMeta, approved, updated, analysisPath }: Made,
  log: readonly LogEntry[],
): Readonly<Record<string, unknown>> {
  const before = readObject(join(directory, auditFile), say);
  const artifacts = objectIn(before['artifacts']);
  return {
    ...before,
    ...(importMeta === undefined
      ? {}
      : { content_import: { sources: withEarlier(before, importMeta) } }),
    ...(approved === undefined ? {} : { content_approval: approvalSection(approved, updated) }),
    content_review_log: reviewLogSection(log),
    ...(analysisPath === undefined
      ? {}
      : { artifacts: { ...artifacts, review_engine_analysis: analysisPath } }),
  };
}

/** Returns the sources of every import so far; a source that was read again appears with its last reading. */
function withEarlier(
  before: Readonly<Record<string, unknown>>,
  meta: ImportMeta,
): readonly unknown[] {
  const now = new Set(meta.sources.map(({ source }) => source));
  const earlier = listIn(objectIn(before['content_import'])['sources']);
  const kept = earlier.filter((each) => !now.has(String(objectIn(each)['source'])));
  return [...kept, ...listIn(importSection(meta)['sources'])];
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Reads a JSON object. Any other existing file belongs to the user and is not overwritten. */
function readObject(path: string, say: Say): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) return {};
  const value = parsed(readFileSync(path, 'utf8'));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new DeckError(
    say(
      `${path} は JSON のオブジェクトではありません。別の場所へ移してください`,
      `${path} is not a JSON object; move it away`,
    ),
    { code: 'invalid_json', exitCode: exitCodes.usage },
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
