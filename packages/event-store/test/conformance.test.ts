import { describe, it } from 'vitest';
import { describeEventStore } from '../src/testing.ts';
import {
  makeFileStore,
  makeMemoryStore,
  makeSmallSegmentsStore,
  makeSqliteStore,
} from './support/make-stores.ts';

describeEventStore('memory', makeMemoryStore, { describe, it });
describeEventStore('file', makeFileStore, { describe, it });
describeEventStore('file in small segments', makeSmallSegmentsStore, { describe, it });
describeEventStore('SQLite', makeSqliteStore, { describe, it });
