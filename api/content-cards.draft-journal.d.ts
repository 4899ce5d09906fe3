export type { DraftJournal };
export type { RecordedAnswer };
export { createDraftJournal };
