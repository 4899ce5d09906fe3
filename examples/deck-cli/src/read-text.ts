import { readFileSync } from 'node:fs';
import type { CliContext } from './cli-context.ts';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';

/** Returns the text of a file that the user named; throws `DeckError` when it cannot be read. */
export function readText(path: string, { say }: Pick<CliContext, 'say'>): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new DeckError(say(`${path} を読めません`, `${path} cannot be read; check the path`), {
      code: 'file_not_readable',
      exitCode: exitCodes.usage,
    });
  }
}

/** The JSON value of such a file. */
export function readJson(path: string, context: Pick<CliContext, 'say'>): unknown {
  const text = readText(path, context);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw notJson(path, context);
  }
}

/** The error for a file that the user named and that is not JSON. */
export function notJson(path: string, { say }: Pick<CliContext, 'say'>): DeckError {
  return new DeckError(say(`${path} は JSON ではありません`, `${path} is not JSON`), {
    code: 'invalid_json',
    exitCode: exitCodes.usage,
  });
}
