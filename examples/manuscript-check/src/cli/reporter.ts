import type { Locale } from '@kanmon/core';
import { safeText } from '@kanmon/example-shared/safe-text';
import type { Phase } from './phase.ts';
import { texts } from './texts.ts';

/** Shows the progress of a command to the person at the terminal. */
export interface Reporter {
  phase(phase: Phase): void;
  /** Takes a half-drawn line away; call before anything else is printed. */
  clear(): void;
}

/** The stream for progress: standard error of the process, so that results can be piped. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const eraseLine = '\r\u001B[2K';

/**
 * On a terminal one line that is drawn over; elsewhere one plain line for each phase, without the counts
 * that only make sense while they move. Silent for machines.
 */
export function createReporter(
  stream: ProgressStream,
  { locale, silent }: { readonly locale: Locale; readonly silent: boolean },
): Reporter {
  if (silent) return { phase() {}, clear() {} };
  const describe = (phase: Phase): string => safeText(texts[locale].phase(phase));
  if (stream.isTTY === true) {
    let drawn = false;
    return {
      phase(phase) {
        stream.write(`${eraseLine}${describe(phase)} …`);
        drawn = true;
      },
      clear() {
        if (drawn) stream.write(eraseLine);
        drawn = false;
      },
    };
  }
  let last: Phase['kind'] | null = null;
  return {
    phase(phase) {
      if (phase.kind === last && phase.kind !== 'checking') return;
      last = phase.kind;
      if (phase.kind !== 'planning') stream.write(`${describe(phase)}\n`);
    },
    clear() {},
  };
}
