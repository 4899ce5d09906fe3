import type { ApprovalDocument, DraftResult, ImportResult, LogEntry } from '@kanmon/content-cards';
import { approvalSection, importSection, reviewLogSection } from '@kanmon/content-cards/audit';
import { writeDeckFiles } from '@kanmon/content-cards/legacy';
import type { Artefacts } from '../frame/artefacts.ts';

/** Adds the deck files, and the sections of the audit log that the host would merge. */
export function addDeckFiles(
  files: {
    readonly approved: ApprovalDocument;
    readonly log: readonly LogEntry[];
    readonly drafted: DraftResult;
    readonly imported: ImportResult;
  },
  artefacts: Artefacts,
): void {
  const { approved, log, drafted, imported } = files;
  const written = writeDeckFiles({
    deck: { draft: drafted.document, approved, log },
    importMeta: imported.meta,
    generationMeta: drafted.meta,
    aiLog: drafted.log,
  });
  for (const [name, content] of written) artefacts.add(name, content);
  artefacts.addJson('audit_log.json', {
    content_import: importSection(imported.meta),
    content_approval: approvalSection(approved),
    content_review_log: reviewLogSection(log),
  });
}
