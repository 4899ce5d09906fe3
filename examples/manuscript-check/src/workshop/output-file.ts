import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { sha256Hex } from '@kanmon/core';
import { CommandProblem } from '../cli/problem.ts';
import type { Artefacts } from './artefacts.ts';
import { bytesOf, isUnchanged } from './manuscript-file.ts';

/** Returns the default path for a polished manuscript. */
export function polishedName(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.polished${ext}`);
}

/**
 * Refuses a file whose content this tool has never had in hand: it would be lost. Throws `CommandProblem`
 * of kind `output-edited`.
 */
export function assertReplaceable(path: string, artefacts: Artefacts): void {
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/u, '');
  if (artefacts.get(sha256Hex(text)) === null) {
    throw new CommandProblem({ kind: 'output-edited', path });
  }
}

/** Writes a whole file or none: beside the target first, then under its name. Its mode stays. */
export function writeWhole(path: string, bytes: Buffer | string): void {
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
): { readonly path: string; readonly replaced: boolean } {
  const { before, after, byteOrderMark } = texts;
  const isOurs = [before, after].some((text) => isUnchanged({ path, text, byteOrderMark }));
  const target = isOurs ? path : polishedName(path);
  writeWhole(target, bytesOf(after, byteOrderMark));
  return { path: target, replaced: isOurs };
}
