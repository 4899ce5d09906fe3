export {
  createFileEventStore,
  type FileEventStore,
  type FileEventStoreOptions,
} from './node/file/file-event-store.ts';
export type { FileKind, FileSystem } from './node/file/file-system.ts';
export { nodeFileSystem } from './node/file/node-file-system.ts';
export type { Prunable, RemovedStream, RemoveStreamOptions } from './retention/prunable.ts';
export type { RepairReport } from './retention/repair-report.ts';
