import { safeJson, safeText } from '@kanmon/example-shared/safe-text';
import type { Host } from './host.ts';

/** The output of a run: results go to `stdout`, everything else to `stderr`. */
export interface Output {
  /** A line of the result. */
  print(line: string): void;
  /** The result as one JSON document on `stdout`. */
  document(value: object): void;
  /** A document is asked for, and nothing beside it. */
  readonly json: boolean;
  /** A note to the person at the terminal. */
  note(line: string): void;
  /** Follows work of `total` parts; absent: of unknown size. */
  progress(total?: number): Progress;
}

/** A bar on a terminal, lines elsewhere. */
export interface Progress {
  step(label: string): void;
  end(): void;
}

const barWidth = 24;
/** A longer label would break the line that the bar is drawn on. */
const maxLabel = 40;
/** Takes the line back to its start and wipes it. */
const wipe = '\r\u001B[2K';

/** The output of a run. */
export function createOutput(
  { stdout, stderr }: Pick<Host, 'stdout' | 'stderr'>,
  { json }: { readonly json: boolean },
): Output {
  const note = (line: string): void => {
    if (!json) stderr.write(`${safeText(line)}\n`);
  };
  return {
    print: (line) => void stdout.write(`${safeText(line)}\n`),
    document: (value) => void stdout.write(`${safeJson(value)}\n`),
    json,
    note,
    progress(total) {
      if (json) return { step: () => undefined, end: () => undefined };
      return stderr.isTTY === true ? bar(stderr, total) : lines(note, total);
    },
  };
}

function lines(note: (line: string) => void, total: number | undefined): Progress {
  let count = 0;
  return {
    step(label) {
      count += 1;
      note(total === undefined ? label : `[${count}/${total}] ${label}`);
    },
    end: () => undefined,
  };
}

/** Drawn by hand: a bar that takes the keyboard, as prompt libraries do, would swallow Ctrl-C. */
function bar(stream: Host['stderr'], total: number | undefined): Progress {
  let count = 0;
  return {
    step(label) {
      count += 1;
      const share = total === undefined ? 0 : Math.min(1, count / total);
      const filled = Math.round(share * barWidth);
      const track = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
      const shown = total === undefined ? '' : `${track} ${count}/${total} `;
      stream.write(`${wipe}${shown}${safeText(label).slice(0, maxLabel)}`);
    },
    end: () => void stream.write(wipe),
  };
}
