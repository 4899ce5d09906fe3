import { hashText } from '../text/hash-text.ts';
import { createRollingHash } from '../text/rolling-hash.ts';

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
  if (freeText.length < minShared) return freeText;
  const manuscripts = typeof manuscriptText === 'string' ? [manuscriptText] : manuscriptText;
  const windows = new Map<number, number[]>();
  const rolling = createRollingHash();
  rolling.scan(freeText, minShared, (start, hash) => {
    const starts = windows.get(hash);
    if (starts === undefined) windows.set(hash, [start]);
    else starts.push(start);
  });
  const shared = new Uint8Array(freeText.length);
  for (const manuscript of manuscripts) {
    rolling.scan(manuscript, minShared, (at, hash) => {
      const starts = windows.get(hash);
      if (starts === undefined) return;
      const window = manuscript.slice(at, at + minShared);
      const wrong = starts.filter((start) => !freeText.startsWith(window, start));
      for (const start of starts) {
        if (!wrong.includes(start)) shared.fill(1, start, start + minShared);
      }
      // Found once is enough; looking again at every repetition would make this quadratic.
      if (wrong.length === 0) windows.delete(hash);
      else windows.set(hash, wrong);
    });
  }
  return replaceRuns(freeText, shared);
}

function replaceRuns(text: string, shared: Uint8Array): string {
  let result = '';
  for (let index = 0; index < text.length;) {
    const isShared = shared[index] === 1;
    let end = index;
    while (end < text.length && (shared[end] === 1) === isShared) end += 1;
    const run = text.slice(index, end);
    result += isShared ? `[excerpt ${hashText(run).slice(0, 12)} ${run.length}]` : run;
    index = end;
  }
  return result;
}
