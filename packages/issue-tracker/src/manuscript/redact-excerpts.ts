import { checkArgument } from '@kanmon/core/kit';
import { createRollingHash, hashText } from '../text/hashes.ts';
import { splitsPair } from '../text/text-range.ts';

/** Shorter overlaps are words and phrases that anybody may use. */
const minShared = 16;

/**
 * Replaces every run of 16 or more UTF-16 units that `freeText` shares with a manuscript by
 * `[excerpt <12 hex digits of its hash> <length>]`. Linear in both texts.
 */
export function redactExcerpts(
  freeText: string,
  manuscriptText: string | readonly string[],
): string {
  const manuscripts = typeof manuscriptText === 'string' ? [manuscriptText] : manuscriptText;
  checkArgument('freeText of redactExcerpts', 'a text', freeText);
  checkArgument('manuscriptText of redactExcerpts', 'a list', manuscripts);
  for (const manuscript of manuscripts)
    checkArgument('each manuscript of redactExcerpts', 'a text', manuscript);
  return redactAll([freeText], manuscripts)[0] ?? '';
}

/** A place where a manuscript may be quoted: a window of a free text. */
interface Window {
  readonly text: number;
  readonly start: number;
}

/** Redacts many free texts with one pass over each manuscript, however many texts there are. */
export function redactAll(
  freeTexts: readonly string[],
  manuscripts: readonly string[],
): readonly string[] {
  const rolling = createRollingHash();
  const windows = new Map<number, Window[]>();
  freeTexts.forEach((freeText, text) => {
    if (freeText.length < minShared) return;
    rolling.scan(freeText, minShared, (start, hash) => {
      const known = windows.get(hash);
      if (known === undefined) windows.set(hash, [{ text, start }]);
      else known.push({ text, start });
    });
  });
  if (windows.size === 0) return freeTexts;
  const shared = freeTexts.map((freeText) => new Uint8Array(freeText.length));
  for (const manuscript of manuscripts) {
    rolling.scan(manuscript, minShared, (at, hash) => {
      const candidates = windows.get(hash);
      if (candidates === undefined) return;
      const quoted = manuscript.slice(at, at + minShared);
      // A window that was found is not looked at again, else repetitions would make this quadratic.
      const others = candidates.filter(({ text, start }) => {
        if (freeTexts[text]?.startsWith(quoted, start) !== true) return true;
        shared[text]?.fill(1, start, start + minShared);
        return false;
      });
      if (others.length === 0) windows.delete(hash);
      else windows.set(hash, others);
    });
  }
  return freeTexts.map((freeText, text) => replaceRuns(freeText, shared[text]));
}

function replaceRuns(text: string, shared: Uint8Array | undefined): string {
  if (shared?.includes(1) !== true) return text;
  let result = '';
  for (let index = 0; index < text.length;) {
    const isShared = shared[index] === 1;
    let end = index;
    while (end < text.length && (shared[end] === 1) === isShared) end += 1;
    if (splitsPair(text, end)) end += 1;
    const run = text.slice(index, end);
    result += isShared ? `[excerpt ${hashText(run).slice(0, 12)} ${run.length}]` : run;
    index = end;
  }
  return result;
}
