import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { userInfo } from 'node:os';
import { type Clock, type IdSource, type Locale, randomIds, systemClock } from '@kanmon/core';
import * as z from 'zod';
import { DeckError } from './deck-error.ts';
import { exitCodes } from './exit-codes.ts';
import type { Host } from './host.ts';
import { createOutput, type Output } from './output.ts';
import { createSay, type Say } from './say.ts';

/** Options that every command takes. */
const globalOptionsSchema = z.object({
  directory: z.string().optional(),
  deck: z.string().default('deck'),
  as: z.string().optional(),
  lang: z.enum(['ja', 'en']).default('ja'),
  json: z.boolean().default(false),
  verbose: z.boolean().default(false),
  debug: z.boolean().default(false),
  aiPolicy: z.string().optional(),
  aiPolicyId: z.string().optional(),
});

/** The settings of one run of `deck`; everything from the process comes in through it. */
export interface CliContext {
  /** Absolute. */
  readonly directory: string;
  readonly deckId: string;
  /** The person who acts: the name that approvals record. */
  readonly actor: string;
  readonly locale: Locale;
  readonly say: Say;
  readonly output: Output;
  /** 0: results; 1: what the model was asked, in short; 2: in full. */
  readonly verbosity: 0 | 1 | 2;
  readonly policyPath: string | undefined;
  readonly policyId: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** True when a person can be asked. */
  readonly isInteractive: boolean;
}

/** The context of one run for the options it was given. */
export function createContext(options: unknown, host: Host): CliContext {
  const given = globalOptionsSchema.parse(options);
  const { lang: locale, json, verbose, debug } = given;
  const { environment, signal } = host;
  const directory = resolve(host.workingDirectory, given.directory ?? '.');
  const say = createSay(locale);
  if (!isDirectory(directory)) {
    throw new DeckError(
      say(`フォルダ ${directory} がありません`, `there is no folder ${directory}`),
      {
        code: 'usage',
        exitCode: exitCodes.usage,
      },
    );
  }
  return {
    directory,
    deckId: given.deck,
    actor: given.as ?? environment['DECK_ACTOR'] ?? userInfo().username,
    locale,
    say,
    output: createOutput(host, { json }),
    verbosity: debug ? 2 : verbose ? 1 : 0,
    policyPath: given.aiPolicy,
    policyId: given.aiPolicyId,
    environment,
    signal,
    clock: systemClock,
    ids: randomIds(),
    isInteractive: host.isInteractive && !json,
  };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
