export {
  createDraftJournal,
  type DraftJournal,
  type RecordedAnswer,
} from './draft/draft-journal.ts';
