import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { programArguments } from '@kanmon/example-shared/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const folder = join(import.meta.dirname, '../..');

/** Runs our sources directly, without a build; in tests their bundle. */
const serverCommand = programArguments(join(folder, 'main.ts'));

/** A start takes half of the time with the modules that an earlier one compiled. */
const compileCache = process.env['KANMON_CHILD_COMPILE_CACHE'] ?? process.env['NODE_COMPILE_CACHE'];
const inherited: Readonly<Record<string, string>> =
  compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache };

/** `legacy` speaks the protocol of 2025 (initialize), `auto` finds out that the server knows the newest. */
export type Era = 'legacy' | 'auto';

/** Returns a client with a separate server process behind it; closing the client ends both. */
export async function connectOverStdio(
  args: readonly string[],
  options: {
    readonly era?: Era;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Client> {
  const { era = 'auto', environment = {} } = options;
  const client = newClient(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...serverCommand, ...args],
      env: { ...inherited, ...environment },
      stderr: 'ignore',
    }),
  );
  return client;
}

/** A server process that listens on a free port. */
export interface HttpProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Asks the process to end; gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the HTTP server and waits until it prints its address. */
export async function startHttpServer(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<HttpProcess> {
  const child = spawn(process.execPath, [...serverCommand, '--http', '0', ...args], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = /listening on (\S+)/u.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server ended before it listened: ${said}`)));
  });
  return {
    url,
    process: child,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A client of a server that listens somewhere. */
export async function connectOverHttp(url: string, era: Era = 'auto'): Promise<Client> {
  const client = newClient(era);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

function newClient(era: Era): Client {
  return new Client(
    { name: 'kanmon-story', version: '0.1.0' },
    { versionNegotiation: { mode: era } },
  );
}
