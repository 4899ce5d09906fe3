import { parseArgs } from 'node:util';
import { KanmonError, type Locale } from '@kanmon/core';
import type { Step } from './step.ts';

/** What one run of the story was asked to do. */
export interface StoryOptions {
  readonly locale: Locale;
  /** Numbers of the steps to run, in their order. */
  readonly only: readonly number[];
}

/** The story cannot start with what it was given; the message is one line for the user. */
export class UsageError extends KanmonError {
  override readonly name: string = 'UsageError';

  constructor(message: string) {
    super(message, { code: 'usage' });
  }

  static override isInstance(value: unknown): value is UsageError {
    return KanmonError.isInstance(value) && value.code === 'usage';
  }
}

const usage = 'usage: pnpm demo [--only 1,2] [--lang ja|en]';

/** Reads the command line; throws `UsageError` with one clear line. */
export function parseStoryArguments(argv: readonly string[], steps: readonly Step[]): StoryOptions {
  const { only, lang } = readFlags(argv);
  if (lang !== 'ja' && lang !== 'en') {
    throw new UsageError(`--lang is ja or en, not ${JSON.stringify(lang)}; ${usage}`);
  }
  const known = steps.map((step) => step.number);
  return { locale: lang, only: only === undefined ? known : parseStepList(only, known) };
}

function readFlags(argv: readonly string[]): { only?: string; lang: string } {
  try {
    // `pnpm demo -- --only 1` hands the separator on.
    const args = argv.filter((argument) => argument !== '--');
    const { values } = parseArgs({
      args,
      options: { only: { type: 'string' }, lang: { type: 'string', default: 'ja' } },
    });
    return values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}; ${usage}`);
  }
}

function parseStepList(list: string, known: readonly number[]): readonly number[] {
  const wanted = list.split(',').map((part) => Number(part.trim()));
  const unknown = wanted.find((number) => !known.includes(number));
  if (unknown !== undefined) {
    throw new UsageError(`--only takes steps of ${known.join(', ')}, got ${JSON.stringify(list)}`);
  }
  return known.filter((number) => wanted.includes(number));
}
