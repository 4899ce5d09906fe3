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
import { writeWhole } from '@kanmon/example-shared/write-whole';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import { valueOf } from './explain-error.ts';
import type { OpenDeck } from './open-deck.ts';
import type { Say } from './say.ts';

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
}

/** Names that `--ai-output` and `--ai-meta` give to two of the files. */
export interface OtherNames {
  readonly content_ai_log?: string | undefined;
  readonly ai_generation_meta?: string | undefined;
}

const logFile = 'content_review_log.json';
const auditFile = 'audit_log.json';

/** Writes the files of the deck in its present state; returns their paths. */
export async function writeOutputs(
  context: CliContext,
  deck: OpenDeck,
  made: Made = {},
  names: OtherNames = {},
): Promise<readonly string[]> {
  const { directory, deckId, say } = context;
  const { document, log } = valueOf(await deck.service.exportDraft({ spec_id: deckId }), say);
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
  const placed = [...files].map(([name, content]) => {
    const other =
      name === 'content_ai_log.json'
        ? names.content_ai_log
        : name === 'ai_generation_meta.json'
          ? names.ai_generation_meta
          : undefined;
    return [resolve(directory, other ?? name), content] as const;
  });
  writeWhole(placed);
  return placed.map(([path]) => path);
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
      `${path} は JSON のオブジェクトではありません。どけてから deck export を実行してください`,
      `${path} is no JSON object; move it away and run deck export`,
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
