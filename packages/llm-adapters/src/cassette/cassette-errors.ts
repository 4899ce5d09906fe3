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
    /** The request was recorded, but from another server or account. */
    readonly otherClient: boolean;
    readonly nearest?: unknown;
    readonly differences: readonly JsonPointer[];
  }) {
    const { key, n, recorded, otherClient, nearest, differences } = details;
    const reason = otherClient ? askedElsewhere : reasonFor(recorded, differences);
    super(`the cassette holds no answer to this request: ${reason}`, { code: 'cassette-miss' });
    this.key = key;
    this.n = n;
    this.nearest = nearest;
    this.differences = differences;
  }
}

const askedElsewhere =
  'it was recorded with another base URL, other defaults or another key; record again or use those';

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
