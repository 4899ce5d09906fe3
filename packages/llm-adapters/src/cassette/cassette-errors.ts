import { type JsonPointer, KanmonError } from '@kanmon/core';
import { nameError } from '@kanmon/core/kit';

/** No recorded call fits the request. Nothing was sent. */
export class CassetteMissError extends KanmonError {
  static {
    nameError(this, 'CassetteMissError');
  }

  readonly key: string;
  /** Which occurrence of the key was asked for, from 1. */
  readonly n: number;
  /** The recorded request that is most like the one asked for. */
  readonly nearest: unknown;
  /** Where the two differ. */
  readonly differences: readonly JsonPointer[];

  constructor(details: {
    readonly key: string;
    readonly n: number;
    readonly recorded: number;
    readonly nearest?: unknown;
    readonly differences: readonly JsonPointer[];
  }) {
    const { key, n, recorded, nearest, differences } = details;
    super(`the cassette holds no answer to this request: ${reasonFor(recorded, differences)}`, {
      code: 'cassette-miss',
    });
    this.key = key;
    this.n = n;
    this.nearest = nearest;
    this.differences = differences;
  }
}

function reasonFor(recorded: number, differences: readonly JsonPointer[]): string {
  if (recorded > 0) {
    return `it was recorded ${recorded} time${recorded === 1 ? '' : 's'} and asked for once more; record again`;
  }
  if (differences.length === 0) return 'it is empty; record first';
  return `the nearest recorded request differs at ${differences.join(', ')}; record again or undo the change`;
}

/** A cassette that cannot be read. The message names the line. */
export class CassetteFormatError extends KanmonError {
  static {
    nameError(this, 'CassetteFormatError');
  }

  readonly line: number;

  constructor(line: number, problem: string) {
    super(`line ${line} of the cassette cannot be read: ${problem}; repair it or record again`, {
      code: 'cassette-format',
    });
    this.line = line;
  }
}
