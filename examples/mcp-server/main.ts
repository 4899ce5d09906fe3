#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { KanmonError } from '@kanmon/core';
import { chooseProviderClient } from '@kanmon/example-shared/provider-client';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { asksForHelp, parseServerArguments, usage } from './src/server/arguments.ts';
import { createContext, type ServerContext } from './src/server/context.ts';
import { createServer } from './src/server/create-server.ts';
import { serveHttp } from './src/server/serve-http.ts';

/** 1: the server could not start. 2: the command line is invalid. */
const exitCodes = { failed: 1, usage: 2 } as const;

try {
  const argv = process.argv.slice(2);
  if (asksForHelp(argv)) process.stdout.write(`${usage}\n`);
  else await main(argv);
} catch (error) {
  if (!KanmonError.isInstance(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = UsageError.isInstance(error) ? exitCodes.usage : exitCodes.failed;
}

async function main(argv: readonly string[]): Promise<void> {
  const { http, data, actor } = parseServerArguments(argv);
  const client = await chooseProviderClient(process.env);
  const context = await createContext({
    actor,
    ...(data === undefined ? {} : { data }),
    ...(client === undefined ? {} : { client }),
  });
  const serving = await serve(context, http);

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await serving.close();
    await context.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  if (http === undefined) process.stdin.once('end', () => void stop());
}

async function serve(
  context: ServerContext,
  http: number | undefined,
): Promise<{ close(): Promise<void> }> {
  if (http === undefined) return serveStdio(() => createServer(context));
  const serving = await serveHttp(context, http);
  // Standard output belongs to the protocol.
  process.stderr.write(`listening on ${serving.url}\n`);
  return serving;
}
