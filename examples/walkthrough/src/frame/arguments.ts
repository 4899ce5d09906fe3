import { parseArgs } from 'node:util';
import type { Locale } from '@kanmon/core';
import { UsageError } from '@kanmon/example-shared/usage-error';
import type { Input } from '../content/import-input.ts';
import type { Step } from './step.ts';

/** Options of one run of the story. */
export interface StoryOptions {
  readonly locale: Locale;
  /** Numbers of the steps to run, in their order. */
  readonly only: readonly number[];
  /** The user's own document for the step that drafts; null: the story's. */
  readonly input: Input | null;
}

/** The output of `--help`, and the answer to a wrong command line. */
export const usage =
  'usage: pnpm demo [--only 1,2] [--lang ja|en] [--input <file|url>] [--allow-address <cidr>]';
/** The step that takes the user's document. */
const draftingStep = 4;

export function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}

/** Reads the command line; throws `UsageError` with one clear line. */
export function parseStoryArguments(
  argv: readonly string[],
  steps: readonly Step[],
  directory: string,
): StoryOptions {
  const flags = readFlags(argv);
  const { lang } = flags;
  if (lang !== 'ja' && lang !== 'en') {
    throw new UsageError(`--lang is ja or en, not ${JSON.stringify(lang)}; ${usage}`);
  }
  const known = steps.map((step) => step.number);
  const only = flags.only === undefined ? known : parseStepList(flags.only, known);
  return { locale: lang, only, input: inputOf(flags, only, directory) };
}

interface Flags {
  readonly only?: string;
  readonly lang: string;
  readonly input?: string;
  readonly 'allow-address'?: string[];
}

function inputOf(
  { input, 'allow-address': allowAddresses = [] }: Flags,
  only: readonly number[],
  directory: string,
): Input | null {
  if (input === undefined) return null;
  if (input.trim() === '') throw new UsageError(`--input takes a file or an address; ${usage}`);
  if (!only.includes(draftingStep)) {
    throw new UsageError(`--input goes into step ${draftingStep}, which --only leaves out`);
  }
  return { source: input, allowAddresses, directory };
}

function readFlags(argv: readonly string[]): Flags {
  try {
    // `pnpm demo -- --only 1` hands the separator on.
    const args = argv.filter((argument) => argument !== '--');
    const { values } = parseArgs({
      args,
      options: {
        only: { type: 'string' },
        lang: { type: 'string', default: 'ja' },
        input: { type: 'string' },
        'allow-address': { type: 'string', multiple: true },
      },
    });
    return values;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${problem.replaceAll(/\s+/g, ' ')}; ${usage}`);
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
