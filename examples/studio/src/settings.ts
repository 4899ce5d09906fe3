import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Environment } from '@kanmon/example-shared/provider-client';
import { UsageError } from '@kanmon/example-shared/usage-error';
import * as z from 'zod';

/** The tokens that are accepted: those of an issuer, or the one of this machine. */
export type TokenSettings =
  | {
      readonly kind: 'issuer';
      readonly jwks: string;
      readonly issuer: string;
      readonly audience: string;
    }
  | { readonly kind: 'development' };

/** Everything that the start of the studio depends on. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The folder of the SQLite file and of the development key. */
  readonly data: string;
  /** A PostgreSQL connection string instead of the SQLite file. */
  readonly database: string | undefined;
  readonly demo: boolean;
  readonly tokens: TokenSettings;
  /** Requests that one caller may send in a second. */
  readonly requestsPerSecond: number;
  readonly logLevel: string;
  /** Cost of a million tokens. */
  readonly price: { readonly input: number; readonly output: number };
}

export const usage = `studio: all gates behind one server, with a console

  pnpm studio [--port 8787] [--host 127.0.0.1] [--data .kanmon] [--demo]

  DATABASE_URL             a PostgreSQL store instead of SQLite
  STUDIO_JWKS_URL          keys of the issuer of tokens, with STUDIO_ISSUER and STUDIO_AUDIENCE
  STUDIO_RATE_LIMIT        requests of one caller a second, default 500
  STUDIO_LOG_LEVEL         default info
  STUDIO_PRICE_INPUT       cost of a million input tokens; STUDIO_PRICE_OUTPUT of output tokens
  KANMON_LLM_PROVIDER      the model; without one, routes that need a model answer 503
`;

/** Far above what one console sends. */
const defaultRequestsPerSecond = 500;

const environmentSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),
  STUDIO_JWKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  STUDIO_ISSUER: z.string().min(1).optional(),
  STUDIO_AUDIENCE: z.string().min(1).optional(),
  STUDIO_RATE_LIMIT: z.coerce.number().int().min(1).default(defaultRequestsPerSecond),
  STUDIO_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info'),
  STUDIO_PRICE_INPUT: z.coerce.number().min(0).default(0),
  STUDIO_PRICE_OUTPUT: z.coerce.number().min(0).default(0),
  NODE_ENV: z.string().optional(),
});

/** Reads the command line and the environment. Throws `UsageError`. */
export function readSettings(args: readonly string[], environment: Environment): Settings | 'help' {
  const { values } = parsedArguments(args);
  if (values.help) return 'help';
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new UsageError(`expected --port to be a number from 0 to 65535, got ${values.port}`);
  }
  const read = environmentSchema.safeParse(environment);
  if (!read.success) {
    // The values may hold secrets: only their names are shown.
    const names = read.error.issues.map(({ path }) => path.join('.'));
    throw new UsageError(`these variables are not valid: ${names.join(', ')}`);
  }
  const { DATABASE_URL: database, STUDIO_RATE_LIMIT: requestsPerSecond } = read.data;
  return {
    host: values.host,
    port,
    data: values.data,
    database,
    demo: values.demo,
    tokens: tokenSettings(read.data),
    requestsPerSecond,
    logLevel: read.data.STUDIO_LOG_LEVEL,
    price: { input: read.data.STUDIO_PRICE_INPUT, output: read.data.STUDIO_PRICE_OUTPUT },
  };
}

function parsedArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8787' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: join(process.cwd(), '.kanmon') },
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), error);
  }
}

function tokenSettings(environment: z.infer<typeof environmentSchema>): TokenSettings {
  const { STUDIO_JWKS_URL: jwks, STUDIO_ISSUER: issuer, STUDIO_AUDIENCE: audience } = environment;
  if (jwks === undefined) {
    if (environment.NODE_ENV !== 'production') return { kind: 'development' };
    throw new UsageError(
      'the development token is refused in production; set STUDIO_JWKS_URL, STUDIO_ISSUER and STUDIO_AUDIENCE',
    );
  }
  if (issuer === undefined || audience === undefined) {
    throw new UsageError('STUDIO_JWKS_URL needs STUDIO_ISSUER and STUDIO_AUDIENCE');
  }
  return { kind: 'issuer', jwks, issuer, audience };
}
