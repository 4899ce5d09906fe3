export { EventStoreError, type EventStoreErrorCode, eventStoreLimits } from '@kanmon/core';

export type { ArchivedStream, ArchiveManifest } from './retention/archive.ts';
export { type ArchiveSink, type ExportOptions, exportStreams } from './retention/export-streams.ts';
export type { Prunable, RemovedStream, RemoveStreamOptions } from './retention/prunable.ts';
export type { RepairReport } from './retention/repair-report.ts';
export {
  type ArchiveFiles,
  type ArchiveVerdict,
  type BadArchive,
  verifyArchive,
} from './retention/verify-archive.ts';
export {
  type BadEventReason,
  type BadStream,
  type StoreVerdict,
  type StreamVerdict,
  verifyStore,
  type VerifyStoreOptions,
  verifyStream,
} from './history/verify.ts';
