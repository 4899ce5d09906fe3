import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainHead, EventStoreError } from '@kanmon/core';
import { verifyStore } from '@kanmon/event-store';
import { createFileEventStore } from '@kanmon/event-store/file';
import type { Journal } from '../frame/journal.ts';
import { type KeptJournal, stateBytes } from '../frame/journals.ts';

/** Why a journal is not what its step wrote. */
export type ReplayFault = 'unreadable' | 'leftovers' | 'chain' | 'other-state';

/** The result of reading a journal again. */
export interface Replay {
  readonly name: string;
  readonly streams: readonly { readonly streamId: string; readonly head: ChainHead }[];
  /** Events whose hash was computed again. */
  readonly events: number;
  readonly bytes: number;
  /** To open, verify and fold, in milliseconds of the machine's own clock. */
  readonly ms: number;
  /** Absent when everything is as the step saw it. */
  readonly fault?: ReplayFault;
}

/** Opens the files in a fresh store, verifies every chain up to its kept head, folds, and compares. */
export async function replayJournal(
  { name, directory, heads, state }: KeptJournal,
  { fold }: Journal,
): Promise<Replay> {
  const streams = Object.entries(heads).map(([streamId, head]) => ({ streamId, head }));
  const bytes = journalFiles(directory).reduce((sum, path) => sum + readFileSync(path).length, 0);
  const start = performance.now();
  const found = await readAgain(directory, heads, fold);
  const ms = performance.now() - start;
  const fault = found.fault ?? (found.state === state ? undefined : 'other-state');
  return {
    name,
    streams,
    events: found.events,
    bytes,
    ms,
    ...(fault === undefined ? {} : { fault }),
  };
}

/** Replays a copy of which the byte in the middle is another one; the journal itself is not touched. */
export async function replayChanged(kept: KeptJournal, journal: Journal): Promise<Replay> {
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-changed-'));
  try {
    const directory = join(folder, kept.name);
    cpSync(kept.directory, directory, { recursive: true });
    for (const path of journalFiles(directory).slice(0, 1)) {
      const bytes = readFileSync(path);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    }
    return await replayJournal({ ...kept, directory }, journal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Found {
  readonly events: number;
  readonly state?: string;
  readonly fault?: ReplayFault;
}

async function readAgain(
  directory: string,
  expectedHeads: KeptJournal['heads'],
  fold: Journal['fold'],
): Promise<Found> {
  try {
    const store = await createFileEventStore(directory, { readOnly: true });
    try {
      const { ok, events } = await verifyStore(store, { expectedHeads });
      // A journal that was closed in order has nothing beside its history.
      if (store.repair !== undefined) return { events, fault: 'leftovers' };
      if (!ok) return { events, fault: 'chain' };
      return { events, state: stateBytes(await fold(store)) };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (EventStoreError.isInstance(error)) return { events: 0, fault: 'unreadable' };
    throw error;
  }
}

function journalFiles(directory: string): readonly string[] {
  return readdirSync(directory)
    .toSorted()
    .map((name) => join(directory, name));
}
