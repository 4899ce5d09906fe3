import { parseArgs } from 'node:util';
import { userInfo } from 'node:os';
import { UsageError } from '@kanmon/example-shared/usage-error';

/** The parsed command line of one server. */
export interface ServerArguments {
  /** Port of the HTTP transport; absent for stdio. */
  readonly http?: number;
  readonly data?: string;
  readonly actor: string;
}

/** The output of `--help`, and the answer to a wrong command line. */
export const usage = 'usage: kanmon-mcp [--http <port>] [--data <folder>] [--actor <name>]';

/** Creates an error that names the problem and the correct usage. */
function wrongUsage(message: string): UsageError {
  return new UsageError(`${message}; ${usage}`);
}

export function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h');
}

/** Reads the command line. Throws `UsageError`. */
export function parseServerArguments(argv: readonly string[]): ServerArguments {
  const { http, data, actor = userInfo().username } = readFlags(argv);
  if (actor.trim() === '') throw wrongUsage('--actor is a name that is not blank');
  return {
    actor,
    ...(http === undefined ? {} : { http: parsePort(http) }),
    ...(data === undefined ? {} : { data }),
  };
}

function readFlags(argv: readonly string[]): { http?: string; data?: string; actor?: string } {
  try {
    const { values } = parseArgs({
      args: argv.filter((argument) => argument !== '--'),
      options: { http: { type: 'string' }, data: { type: 'string' }, actor: { type: 'string' } },
    });
    return values;
  } catch (error) {
    throw wrongUsage(error instanceof Error ? error.message : String(error));
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/u.test(text) && port <= 65_535) return port;
  throw wrongUsage(`--http is a port from 0 to 65535, not ${JSON.stringify(text)}`);
}
