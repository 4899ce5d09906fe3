import { InvalidArgumentError } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type { ReviewEngineDocument } from '../analysis/convert-analysis.ts';
import type { AiLogEntry, GenerationMeta } from '../draft/draft-records.ts';
import type { ImportMeta } from '../import/import-meta.ts';
import { inKeyOrder } from './key-order.ts';
import type { ApprovalDocument } from '../model/documents.ts';
import type { LogEntry } from '../model/view.ts';

/** What a deck is written from. */
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

const fileNames: OptionNames<DeckFiles> = {
  deck: true,
  importMeta: true,
  generationMeta: true,
  aiLog: true,
  analysis: true,
};

/** The seed's files by name. An approved document with a slide that is not approved is refused. */
export function writeDeckFiles(files: DeckFiles): Map<string, string> {
  checkOptions(files, fileNames, 'writeDeckFiles(files)');
  const { deck, importMeta, generationMeta, aiLog, analysis } = files;
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
