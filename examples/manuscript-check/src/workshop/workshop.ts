import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Clock, createMemoryEventStore, sha256Hex, systemClock } from '@kanmon/core';
import { createFileEventStore } from '@kanmon/event-store/file';
import { makeFolder } from '@kanmon/example-shared/write-whole';
import {
  type Actor,
  createWorkflowStateStore,
  type WorkflowStateStore,
} from '@kanmon/issue-tracker';
import { CommandProblem } from '../cli/problem.ts';
import { type Artefacts, openArtefacts } from './artefacts.ts';
import { createTaskLog, type TaskLog } from './task-log.ts';

/** Everything a command works with: the journal's facade, the texts beside it, and the log of tasks. */
export interface Workshop {
  readonly workflow: WorkflowStateStore;
  readonly artefacts: Artefacts;
  readonly tasks: TaskLog;
  readonly actor: Actor;
  readonly clock: Clock;
  /** Name of a manuscript in the journal: its path from beside the working directory. */
  episodeOf(path: string): string;
  /** The path of a file as the journal keeps it, and back. */
  toJournalPath(path: string): string;
  fromJournalPath(path: string): string;
  close(): Promise<void>;
}

/** Options of `openWorkshop`. */
export interface WorkshopOptions {
  /** `read` writes nothing, not even who looked. */
  readonly mode: 'read' | 'write';
  readonly by: string | null;
  /** Seconds a lock outlives a process that died. */
  readonly lockSeconds: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Longest name of an episode that the tracker takes. */
const maxEpisode = 64;
const digestLength = 12;
// oxlint-disable-next-line no-control-regex -- names with control characters are legal, ids are not
const controlCharacter = /[\u0000-\u001F\u007F-\u009F]/u;

/** Null when there is nothing to read yet. */
export async function openWorkshop(
  directory: string,
  { mode, by, lockSeconds, clock = systemClock, random }: WorkshopOptions,
): Promise<Workshop | null> {
  const home = resolve(directory);
  const journal = join(home, 'journal');
  if (mode === 'read' && !existsSync(journal)) return null;
  if (mode === 'write') openHome(home, directory);
  const store = await createFileEventStore(journal, { clock, readOnly: mode === 'read' });
  const workflow = createWorkflowStateStore({
    store,
    clock,
    leaseTtlMs: lockSeconds * 1_000,
    // Access to the folder is the access rule: a user who may read it may read its contents.
    authorize: () => true,
    ...(mode === 'read' ? { audit: createMemoryEventStore() } : {}),
    ...(random === undefined ? {} : { random }),
  });
  const beside = dirname(home);
  const toJournalPath = (path: string): string => relative(beside, path).split(sep).join('/');
  return {
    workflow,
    artefacts: openArtefacts(join(home, 'artefacts')),
    tasks: createTaskLog(store),
    actor: { id: by ?? userInfo().username },
    clock,
    episodeOf: (path) => shorten(toJournalPath(path)),
    toJournalPath,
    fromJournalPath: (path) => resolve(beside, path),
    async close() {
      await workflow.close();
      await store.close();
    },
  };
}

/** Throws `CommandProblem` of kind `bad-target` for a place that takes no folder. */
function openHome(path: string, given: string): void {
  try {
    makeFolder(path, 0o700);
  } catch (error) {
    const reason = existsSync(path) ? 'no-folder' : 'denied';
    const problem = { kind: 'bad-target', reason, option: '--dir', path: given } as const;
    throw new CommandProblem(problem, { cause: error });
  }
}

/** A long path keeps its end, which people know it by, and gets a digest, which makes it unique. */
function shorten(path: string): string {
  if (path.length <= maxEpisode && !controlCharacter.test(path)) return path;
  const end = path.replaceAll(new RegExp(controlCharacter, 'gu'), '?');
  const digest = sha256Hex(path).slice(0, digestLength);
  return `${end.slice(-(maxEpisode - digestLength - 1)).replace(/^[\uDC00-\uDFFF]/u, '')}#${digest}`;
}
