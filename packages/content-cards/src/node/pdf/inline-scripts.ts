import type { PdfPage, TextRun } from './engine.ts';
import { isSpace, wide, wordGap } from './layout.ts';

/** A script has at most this part of the size of its line. Chromium sets 0.83, LibreOffice 0.58, TeX 0.7. */
const scriptSize = 0.85;
/** Distance of its base line from that of its line, in em of the line. A ruby is higher. */
const raised = { least: 0.15, most: 0.6 };
const lowered = { least: 0.05, most: 0.35 };
/** A script is not farther from the text that it belongs to, in em of the line. */
const scriptGap = 0.3;

type Script = 'raised' | 'lowered';

/**
 * Puts raised and lowered text on the base line of its line. A number becomes `10^6` after text and
 * `10_2` after a digit, as in HTML.
 */
export function inlineScripts(page: PdfPage): PdfPage {
  let before: Place | null = null;
  const runs = page.runs.map((run, index) => {
    if (isSpace(run)) {
      const isAfterScript = before !== null && before.script !== null && run.y === before.last.y;
      return isAfterScript && before !== null ? { ...run, y: before.host.y } : run;
    }
    const script = before === null ? null : scriptBehind(before, run);
    if (before !== null && script !== null) {
      const { host } = before;
      const text = markOf(before, run, script) + run.text;
      before = { host, last: run, script };
      return { ...run, y: host.y, size: host.size, text };
    }
    const next = page.runs.slice(index + 1, index + 3).find((each) => !isSpace(each));
    // The number of a note is before its text.
    const isBeforeHost =
      next !== undefined && isNear(next.x - endOf(run), next) && scriptOf(run, next) !== null;
    before = { host: isBeforeHost ? next : run, last: run, script: null };
    return isBeforeHost ? { ...run, y: next.y, size: next.size } : run;
  });
  return { ...page, runs };
}

/** The run before, and the line that it belongs to. */
interface Place {
  readonly host: TextRun;
  readonly last: TextRun;
  readonly script: Script | null;
}

function scriptBehind({ host, last }: Place, run: TextRun): Script | null {
  return isNear(run.x - endOf(last), host) ? scriptOf(run, host) : null;
}

function markOf({ host, last, script: open }: Place, run: TextRun, script: Script): string {
  const isNumberBehindText =
    script !== open &&
    run.x - endOf(last) < wordGap * host.size &&
    /^[-−+\d]/u.test(run.text) &&
    (script === 'raised' || /\d$/u.test(last.text));
  if (!isNumberBehindText) return '';
  return script === 'raised' ? '^' : '_';
}

function endOf({ x, width }: TextRun): number {
  return x + width;
}

function isNear(gap: number, { size }: TextRun): boolean {
  return Math.abs(gap) <= scriptGap * size;
}

function scriptOf(run: TextRun, { y, size, vertical }: TextRun): Script | null {
  if (vertical || run.vertical || run.size > scriptSize * size || wide.test(run.text)) return null;
  const rise = (y - run.y) / size;
  if (rise >= raised.least && rise <= raised.most) return 'raised';
  return -rise >= lowered.least && -rise <= lowered.most ? 'lowered' : null;
}
