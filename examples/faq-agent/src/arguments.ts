import { parseArgs } from 'node:util';
import type { Locale } from '@kanmon/core';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { crewMoods, type CrewMood } from './fake-crew.ts';

/** The storage of dialogs, and the planner. */
export interface AgentSettings {
  /** A directory for the file journal, or a file that ends in `.sqlite` or `.db`. @default memory */
  readonly data?: string;
  readonly mode: 'local' | 'crew';
  readonly crewUrl?: string;
  readonly crewTimeoutMs: number;
}

/** One way to run the program. */
export type Command =
  | {
      readonly name: 'chat';
      readonly locale: Locale;
      readonly json: boolean;
      readonly verbose: boolean;
      readonly session?: string;
      readonly agent: AgentSettings;
    }
  | {
      readonly name: 'serve';
      readonly json: boolean;
      readonly host: string;
      readonly port: number;
      readonly agent: AgentSettings;
    }
  | {
      readonly name: 'replay';
      readonly json: boolean;
      readonly data: string;
      readonly session?: string;
    }
  | {
      readonly name: 'crew';
      readonly json: boolean;
      readonly host: string;
      readonly port: number;
      readonly mood: CrewMood;
    };

/** Shown by `--help`, and named by every usage error. */
export const usage = `usage: faq [chat|serve|replay|crew] [options]

  chat      talk in the terminal; messages may also come by a pipe, one a line
  serve     POST /agent.dialog (JSON or SSE), POST /agent.search, GET /openapi.json
  replay    run the journal of every dialog again and compare the answers
  crew      a stand-in for a crew service, well-behaved or not

  --lang ja|en           language of the chat's own words (ja)
  --data <path>          keep dialogs: a directory, or a .sqlite file (chat, serve); read them (replay)
  --session <id>         the dialog to continue (chat) or to replay
  --mode local|crew      who plans (local); crew needs --crew-url
  --crew-url <url>       where the crew listens
  --crew-timeout <ms>    how long a plan of the crew is waited for (3000)
  --host, --port         where to listen (127.0.0.1, 8080; port 0 takes a free one)
  --behave ${crewMoods.join('|')}
                         how the stand-in crew answers (well)
  --json                 one JSON value a line
  --verbose              show the plan of each turn

exit codes: 0 done, 1 a turn failed or a replay differs, 2 usage, 130 interrupted
`;

const flags = {
  lang: { type: 'string', default: 'ja' },
  data: { type: 'string' },
  session: { type: 'string' },
  mode: { type: 'string', default: 'local' },
  'crew-url': { type: 'string' },
  'crew-timeout': { type: 'string', default: '3000' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8080' },
  behave: { type: 'string', default: 'well' },
  json: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Reads the command line; `help` where it was asked for. Throws `UsageError` with one clear line. */
export function parseCommand(argv: readonly string[]): Command | 'help' {
  const { values, positionals } = readFlags(argv);
  if (values.help) return 'help';
  const [name = 'chat', ...rest] = positionals;
  if (rest.length > 0) throw wrong(`one command at most, got ${JSON.stringify(positionals)}`);
  const { json, verbose, host } = values;
  const session = values.session === undefined ? {} : { session: sessionOf(values.session) };
  switch (name) {
    case 'chat': {
      const locale = oneOf('--lang', values.lang, ['ja', 'en']);
      return { name, locale, json, verbose, ...session, agent: agentSettings(values) };
    }
    case 'serve':
      return { name, json, host, port: portOf(values.port), agent: agentSettings(values) };
    case 'replay':
      if (values.data === undefined) throw wrong('replay reads a history: give --data <path>');
      return { name, json, data: values.data, ...session };
    case 'crew': {
      const mood = oneOf('--behave', values.behave, crewMoods);
      return { name, json, host, port: portOf(values.port), mood };
    }
    default:
      throw wrong(`there is no command ${JSON.stringify(name)}`);
  }
}

function readFlags(argv: readonly string[]) {
  try {
    // A package manager hands the separator on.
    const args = argv.filter((argument) => argument !== '--');
    return parseArgs({ args, options: flags, allowPositionals: true });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), error);
  }
}

type Values = ReturnType<typeof readFlags>['values'];

function agentSettings(values: Values): AgentSettings {
  const mode = oneOf('--mode', values.mode, ['local', 'crew']);
  const crewUrl = values['crew-url'];
  if (mode === 'crew' && crewUrl === undefined) throw wrong('--mode crew needs --crew-url <url>');
  if (crewUrl !== undefined && !/^https?:\/\//u.test(crewUrl)) {
    throw wrong(`--crew-url is an http or https address, got ${JSON.stringify(crewUrl)}`);
  }
  return {
    mode,
    crewTimeoutMs: wholeNumber('--crew-timeout', values['crew-timeout'], 1, 600_000),
    ...(crewUrl === undefined ? {} : { crewUrl }),
    ...(values.data === undefined ? {} : { data: values.data }),
  };
}

function sessionOf(session: string): string {
  if (/^[A-Za-z0-9._~-]{1,128}$/u.test(session)) return session;
  throw wrong('--session is 1 to 128 characters of A-Z a-z 0-9 . _ ~ -');
}

function portOf(port: string): number {
  return wholeNumber('--port', port, 0, 65_535);
}

function wholeNumber(flag: string, given: string, least: number, most: number): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  throw wrong(`${flag} is a whole number from ${least} to ${most}, got ${JSON.stringify(given)}`);
}

function oneOf<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === given);
  if (found !== undefined) return found;
  throw wrong(`${flag} is ${allowed.join(' or ')}, got ${JSON.stringify(given)}`);
}

function wrong(message: string, cause?: unknown): UsageError {
  return new UsageError(`${message}; see --help`, cause);
}
