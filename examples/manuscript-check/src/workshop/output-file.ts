import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';
import { sha256Hex } from '@kanmon/core';
import type { Arguments, WorkCommand } from '../cli/arguments.ts';
import { CommandProblem, type TargetReason } from '../cli/problem.ts';
import { bytesOf, isUnchanged } from './manuscript-file.ts';
import type { Workshop } from './workshop.ts';

/** Returns the path that a command writes the manuscript to; null for `check`. */
export function outputPath(command: WorkCommand, path: string, args: Arguments): string | null {
  if (command === 'check') return null;
  return args.inPlace ? path : (args.output ?? polishedName(path));
}

/** Returns the default path for a polished manuscript. */
function polishedName(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.polished${ext}`);
}

/**
 * Refuses a path that cannot be written, or that is a file the command reads or writes elsewhere. Throws
 * `CommandProblem` of kind `bad-target`.
 */
export function assertWritable(
  option: '--output' | '--sarif',
  path: string,
  others: readonly string[],
): void {
  const refuse = (reason: TargetReason): never => {
    throw new CommandProblem({ kind: 'bad-target', reason, option, path });
  };
  const folder = dirname(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) refuse('no-folder');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) refuse('folder');
  if (found?.isFile() === false) refuse('no-file');
  if (others.some((other) => isSameFile(path, other))) refuse('input');
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    refuse('denied');
  }
}

/** Refuses a file that this tool did not write there. Throws `CommandProblem` of kind `output-edited`. */
export function assertReplaceable(path: string, workshop: Workshop): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/u, '');
  if (workshop.artefacts.get(sha256Hex(claimOf(path, text, workshop))) === null) {
    throw new CommandProblem({ kind: 'output-edited', path });
  }
}

/** Writes a text where nothing is, or only what this tool wrote there; with `force` over any file. */
export function writeOutput(
  path: string,
  text: string,
  workshop: Workshop,
  options: { readonly force: boolean; readonly byteOrderMark?: boolean },
): void {
  if (!options.force) assertReplaceable(path, workshop);
  // Before the file: after a crash between the two, the file is still known.
  workshop.artefacts.put(claimOf(path, text, workshop));
  writeWhole(path, bytesOf(text, options.byteOrderMark === true));
}

/** The record that this tool wrote a text to a path. */
function claimOf(path: string, text: string, workshop: Workshop): string {
  return JSON.stringify({ written: workshop.toJournalPath(path), sha256: sha256Hex(text) });
}

function isSameFile(left: string, right: string): boolean {
  const [one, other] = [left, right].map((path) =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return (
    resolve(left) === resolve(right) ||
    (one !== undefined && one.ino === other?.ino && one.dev === other.dev)
  );
}

/** Writes a whole file or none: beside the target first, then under its name. Its mode stays. */
function writeWhole(path: string, bytes: Buffer | string): void {
  const draft = join(dirname(path), `.${parse(path).base}.${process.pid}.draft`);
  const mode = existsSync(path) ? statSync(path).mode : 0o644;
  writeFileSync(draft, bytes, { mode, flush: true });
  renameSync(draft, path);
}

/**
 * Replaces the manuscript with the polished text, unless the manuscript was edited meanwhile: then the text
 * goes beside it. Returns the path written to.
 */
export function replaceManuscript(
  path: string,
  texts: { readonly before: string; readonly after: string; readonly byteOrderMark: boolean },
  workshop: Workshop,
  force: boolean,
): { readonly path: string; readonly replaced: boolean } {
  const { before, after, byteOrderMark } = texts;
  const isOurs = [before, after].some((text) => isUnchanged({ path, text, byteOrderMark }));
  const target = isOurs ? path : polishedName(path);
  writeOutput(target, after, workshop, { force: isOurs || force, byteOrderMark });
  return { path: target, replaced: isOurs };
}
