import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, describeValue } from '@kanmon/core/kit';
import type { ReviewEngineDocument } from '../analysis/convert-analysis.ts';
import type { AiLogEntry, GenerationMeta } from '../draft/draft-records.ts';
import type { ImportMeta } from '../import/import-meta.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import { isList, isRecord } from '../model/json.ts';
import type { LogEntry } from '../model/log.ts';

/** The parts of a deck that are written. */
export interface DeckFiles {
  readonly deck: {
    readonly draft?: ApprovalDocument;
    readonly approved?: ApprovalDocument;
    readonly log?: readonly LogEntry[];
  };
  readonly importMeta?: ImportMeta;
  readonly generationMeta?: GenerationMeta;
  readonly aiLog?: readonly AiLogEntry[];
  readonly analysis?: ReviewEngineDocument;
}

/** Writes the files of a deck by name. An approved document with a slide that is not approved is refused. */
export function writeDeckFiles(files: DeckFiles): Map<string, string> {
  checkOptions(files, 'deck importMeta generationMeta aiLog analysis', 'writeDeckFiles(files)');
  const { deck, importMeta, generationMeta, aiLog, analysis } = files;
  if (!isRecord(deck))
    throw new InvalidArgumentError(
      `expected files.deck to be { draft, approved, log }, got ${describeValue(deck)}; pass {} for none of them`,
    );
  const open = deck.approved?.slides.filter(({ status }) => status !== 'approved') ?? [];
  if (open.length > 0)
    throw new InvalidArgumentError(
      `expected approved slides only, got ${open.map(({ id }) => id).join(', ')}; approve them or leave them out`,
    );
  const written = new Map<string, string>();
  const write = (name: string, value: unknown): void => {
    if (value !== undefined) written.set(name, `${JSON.stringify(inKeyOrder(value), null, 2)}\n`);
  };
  write('content_draft.json', deck.draft);
  write('content_approved.json', deck.approved);
  write('content_review_log.json', deck.log);
  write('ai_generation_meta.json', generationMeta);
  write('content_ai_log.json', aiLog);
  write('content_import_meta.json', importMeta);
  write('review_engine_analyzer.json', analysis);
  return written;
}

/** The order of the keys in files; other keys follow, by name. */
const readingOrder = `
  schema_version generated_at spec_id id slide_id patch_id op from path value source
  action actor timestamp policy_id policy_name intent type_hint title body headers rows
  table_data note notes elements status story phase grade code severity message
  description issues autofix_proposals ai_review applied_autofix approval slides
`
  .trim()
  .split(/\s+/);
const rank: ReadonlyMap<string, number> = new Map(readingOrder.map((key, index) => [key, index]));

/** The same JSON with its keys in one order, wherever it came from: equal files have equal bytes. */
function inKeyOrder(value: unknown): unknown {
  if (isList(value)) return value.map(inKeyOrder);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => compare(left, right));
  return Object.fromEntries(entries.map(([key, member]) => [key, inKeyOrder(member)]));
}

function compare(left: string, right: string): number {
  const byRank = (rank.get(left) ?? rank.size) - (rank.get(right) ?? rank.size);
  return byRank !== 0 ? byRank : left < right ? -1 : left > right ? 1 : 0;
}
