export { describeEventStore, type TestRunner } from './conformance/describe-event-store.ts';
export type { MakeStore, StoreUnderTest } from './conformance/store-under-test.ts';
export { failingFileSystem, type InjectedFailure } from './node/testing/failing-file-system.ts';
export {
  memoryFileSystem,
  type MemoryFiles,
  type MemoryFileSystem,
} from './node/testing/memory-file-system.ts';
export {
  type FileSystemCall,
  recordingFileSystem,
  type RecordingFileSystem,
} from './node/testing/recording-file-system.ts';
export {
  replayPrefixes,
  type ReplayOptions,
  type ReplayReport,
} from './node/testing/replay-prefixes.ts';
export { type ArchivedFixture, archivedFixture } from './node/testing/archived-fixture.ts';
