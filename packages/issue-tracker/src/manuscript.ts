export { applyFixDiff, createFixDiff, type FixDiff } from './manuscript/fix-diff.ts';
export {
  createManuscriptReader,
  type FetchAnswer,
  type FetchAttempt,
  type ManuscriptReader,
  type ManuscriptReaderOptions,
  type ManuscriptSource,
  type ManuscriptSources,
} from './manuscript/manuscript-reader.ts';
export { redactExcerpts } from './manuscript/redact-excerpts.ts';
export { type ExcerptMeta, type ExcerptOptions, takeExcerpt } from './manuscript/take-excerpt.ts';
