import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ChainHead, Clock, EventStore } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { createFileEventStore } from '@kanmon/event-store/file';
import { verifyStream } from '@kanmon/event-store';
import * as z from 'zod';
import type { Journal, OpenJournal } from './journal.ts';

/** The record beside a journal: the ends of its chains, and the state that its step saw. */
export interface KeptJournal {
  readonly name: string;
  readonly directory: string;
  readonly heads: Readonly<Record<string, ChainHead>>;
  /** Canonical JSON. */
  readonly state: string;
}

/** The journals of one run. They are written in a temporary folder and move to `out` when it is over. */
export interface Journals {
  open(journal: Journal): Promise<OpenJournal>;
  /** Returns the journals to replay: those of this run or, when no step of it keeps a journal, those of the last run. */
  kept(): readonly KeptJournal[];
  /** Replaces the journals of the same names in the output folder. */
  publish(): void;
  /** Removes the temporary folder. */
  dispose(): void;
}

const besideSchema = z.object({
  heads: z.record(z.string(), z.object({ version: z.number(), hash: z.string() })),
  state: z.json(),
});

/** A state as the bytes in which two of them are compared. Throws for what JSON cannot hold. */
export function stateBytes(state: unknown): string {
  // Members that are undefined are not part of a state; stringify drops them.
  return canonicalJson(z.json().parse(JSON.parse(JSON.stringify(state))));
}

/** `fresh`: a step of this run keeps a journal, so those of the last run are not looked at. */
export function createJournals(
  outputDirectory: string,
  { fresh, clock }: { readonly fresh: boolean; readonly clock: Clock },
): Journals {
  const published = join(outputDirectory, 'journals');
  const working = mkdtempSync(join(tmpdir(), 'kanmon-journals-'));

  return {
    async open({ name }) {
      const directory = join(working, name);
      const store = await createFileEventStore(directory, { clock });
      return {
        store,
        async close(state) {
          const heads = await headsOf(store);
          await store.close();
          writeFileSync(
            `${directory}.json`,
            `{"heads":${stateBytes(heads)},"state":${stateBytes(state)}}\n`,
          );
        },
      };
    },
    kept: () => readKept(fresh ? working : published),
    publish() {
      mkdirSync(published, { recursive: true });
      for (const { name, directory } of readKept(working)) {
        replace(directory, join(published, name));
        replace(`${directory}.json`, join(published, `${name}.json`));
      }
    },
    dispose: () => rmSync(working, { recursive: true, force: true }),
  };
}

async function headsOf(store: EventStore): Promise<Readonly<Record<string, ChainHead>>> {
  const heads: Record<string, ChainHead> = {};
  for await (const { streamId } of store.listStreams()) {
    const { head } = await verifyStream(store, streamId);
    if (head !== null) heads[streamId] = head;
  }
  return heads;
}

function readKept(directory: string): readonly KeptJournal[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((file) => {
      const beside = besideSchema.parse(JSON.parse(readFileSync(join(directory, file), 'utf8')));
      const name = basename(file, '.json');
      return {
        name,
        directory: join(directory, name),
        heads: beside.heads,
        state: stateBytes(beside.state),
      };
    });
}

/** Copies first: the temporary folder may lie on another disk, and then nothing can be renamed. */
function replace(from: string, to: string): void {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true });
  rmSync(to, { recursive: true, force: true });
  renameSync(partial, to);
}
