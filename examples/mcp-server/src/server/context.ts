import { join, resolve } from 'node:path';
import { createMemoryEventStore, type LlmClient } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import {
  type Actor,
  createWorkflowStateStore,
  type WorkflowStateStore,
} from '@kanmon/issue-tracker';
import { makeFolder } from '@kanmon/example-shared/write-whole';
import { UsageError } from '@kanmon/example-shared/usage-error';
import type { CheckTask } from '../check/check-task.ts';
import { createReviewTask } from '../check/review-task.ts';
import { ruleTasks } from '../check/rule-tasks.ts';
import { createOpenSessions, type OpenSessions } from './open-sessions.ts';
import { createFolderTextStore, createMemoryTextStore, type TextStore } from './text-store.ts';

/** The shared state of the tools. One for a process, however many clients it serves. */
export interface ServerContext {
  readonly actor: Actor;
  readonly workflow: WorkflowStateStore;
  readonly sessions: OpenSessions;
  readonly texts: TextStore;
  readonly tasks: readonly CheckTask[];
  /** The model, when a provider is configured. */
  readonly client?: LlmClient;
  /** Gives every lock back. */
  close(): Promise<void>;
}

/** Options of a server. */
export interface ContextOptions {
  /** The user who started the server: sessions belong to them. No argument of a tool can name another actor. */
  readonly actor: string;
  /** Folder for journal and texts. @default memory */
  readonly data?: string;
  readonly client?: LlmClient;
}

/** The most sessions that are open at once. */
const places = 10;

function openFolder(path: string): void {
  try {
    makeFolder(resolve(path), 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--data takes a folder, got ${JSON.stringify(path)}: ${reason}`, error);
  }
}

/** Opens the stores. Throws what the file store throws, when the folder cannot be used. */
export async function createContext(options: ContextOptions): Promise<ServerContext> {
  const { data, client } = options;
  const actor: Actor = { id: options.actor };
  if (data !== undefined) openFolder(data);
  const store =
    data === undefined
      ? createMemoryEventStore()
      : await createFileEventStore(join(data, 'journal'));
  const workflow = createWorkflowStateStore({ store, maxSessions: places });
  return {
    actor,
    workflow,
    sessions: createOpenSessions(workflow, { actor, places }),
    texts:
      data === undefined ? createMemoryTextStore() : createFolderTextStore(join(data, 'texts')),
    tasks: client === undefined ? ruleTasks : [...ruleTasks, createReviewTask(client)],
    ...(client === undefined ? {} : { client }),
    async close() {
      await workflow.close();
      await store.close();
    },
  };
}
