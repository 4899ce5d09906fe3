export {
  createFileEventStore,
  type FileEventStore,
  type FileEventStoreOptions,
} from './node/file/file-event-store.ts';
export { type FileKind, type FileSystem, nodeFileSystem } from './node/file/file-system.ts';
export type { Prunable, RemovedStream, RemoveStreamOptions } from './retention/prunable.ts';
export type { RepairReport } from './retention/repair-report.ts';
