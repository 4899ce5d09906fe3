import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sha256Hex } from '@kanmon/core';
import { writeWhole } from '@kanmon/example-shared/write-whole';
import * as z from 'zod';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import { journalFolder } from './open-deck.ts';

type Place = Pick<CliContext, 'directory' | 'say'>;

/** The hashes that `deck` wrote, by path; two while a file is being replaced. */
const recordSchema = z.record(z.string(), z.array(z.string()));
type Written = Readonly<Record<string, readonly string[]>>;

/** The SHA-256 of a file; undefined when it does not exist. */
export function hashOf(path: string): string | undefined {
  return existsSync(path) ? sha256Hex(readFileSync(path)) : undefined;
}

/** Refuses a file that holds something other than `deck` wrote there, and other than `seen`. */
export function checkReplaceable(place: Place, path: string, seen?: string): void {
  const { directory, say } = place;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) {
    throw new DeckError(say(`${path} はファイルではありません`, `${path} is not a file`), {
      code: 'usage',
      exitCode: exitCodes.usage,
    });
  }
  const hash = hashOf(path);
  if (hash === seen || readRecord(place)[keyOf(directory, path)]?.includes(hash ?? '')) return;
  throw new DeckError(
    say(
      `${path} は deck が書いたままではないので、上書きしませんでした。別の場所へ移してください（content_draft.json を手で直したなら、先に deck import content_draft.json --update）`,
      `${path} is not as deck wrote it and was not overwritten; move it away (after an edit of content_draft.json by hand, run deck import content_draft.json --update first)`,
    ),
    { code: 'output_edited', exitCode: exitCodes.conflict, details: [path] },
  );
}

/** Writes files by absolute path and records their hashes, so that a later change by hand is found. */
export function writeRecorded(
  place: Place,
  files: readonly (readonly [path: string, content: string])[],
): void {
  const { directory } = place;
  const before = readRecord(place);
  const entries = (withPresent: boolean) =>
    files.map(([path, content]) => {
      const present = withPresent ? hashOf(path) : undefined;
      const hash = sha256Hex(content);
      return [keyOf(directory, path), present === undefined ? [hash] : [hash, present]] as const;
    });
  const record = (written: readonly (readonly [string, readonly string[]])[]): void => {
    const text = `${JSON.stringify({ ...before, ...Object.fromEntries(written) }, null, 2)}\n`;
    writeWhole([[recordPath(directory), text]]);
  };
  // Before the files: a process that is killed between two of them leaves no file that is unknown.
  record(entries(true));
  writeWhole(files);
  record(entries(false));
}

function readRecord({ directory, say }: Place): Written {
  const path = recordPath(directory);
  if (!existsSync(path)) return {};
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new DeckError(
      say(
        `${path} が壊れています。deck が書いたファイルを移し、${path} を消してください`,
        `${path} is damaged; move the files that deck wrote away and delete ${path}`,
      ),
      { code: 'record_damaged', exitCode: exitCodes.failed },
    );
  }
}

function recordPath(directory: string): string {
  return join(directory, journalFolder, 'written.json');
}

/** Relative: the folder can be moved. */
function keyOf(directory: string, path: string): string {
  return relative(directory, path).split(sep).join('/');
}
