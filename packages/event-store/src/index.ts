export { EventStoreError, type EventStoreErrorCode, eventStoreLimits } from '@kanmon/core';

export type { ArchivedStream, ArchiveManifest } from './retention/archive-manifest.ts';
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
  type BadStream,
  type StoreVerdict,
  verifyStore,
  type VerifyStoreOptions,
} from './verification/verify-store.ts';
export {
  type BadEventReason,
  type StreamVerdict,
  verifyStream,
} from './verification/verify-stream.ts';
