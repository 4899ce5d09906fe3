import type { Environment } from '@kanmon/example-shared/provider-client';
import { createDialogApp } from '@kanmon/multistep-planner/http';
import type { Command } from './arguments.ts';
import { assemble } from './assemble.ts';
import { exitCodes } from './exit-codes.ts';
import { createFakeCrew } from './fake-crew.ts';
import { listen, type NodeApp } from '@kanmon/example-shared/listen';

/** The output of a server, and its stop signal. */
export interface ServerStreams {
  readonly output: { write(text: string): unknown };
  readonly error: { write(text: string): unknown };
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Serves the dialog until it is stopped; running turns end first. */
export async function serve(
  command: Extract<Command, { readonly name: 'serve' }>,
  environment: Environment,
  { output, error, signal }: ServerStreams,
): Promise<number> {
  const { agent, search, store } = await assemble(command.agent, environment, (reasons) => {
    error.write(`the model's answer was not used: ${reasons.join(', ')}\n`);
  });
  try {
    const app = createDialogApp({ agent, search });
    return await listenUntilStopped(app, command, { output, signal });
  } finally {
    await store.close();
  }
}

/** Serves the stand-in crew until it is stopped. */
export function serveCrew(
  command: Extract<Command, { readonly name: 'crew' }>,
  streams: ServerStreams,
): Promise<number> {
  return listenUntilStopped(createFakeCrew(command.mood), command, streams);
}

async function listenUntilStopped(
  app: NodeApp,
  command: { readonly host: string; readonly port: number; readonly json: boolean },
  { output, signal }: Pick<ServerStreams, 'output' | 'signal'>,
): Promise<number> {
  const server = await listen(app, command);
  output.write(command.json ? `${JSON.stringify({ url: server.url })}\n` : `${server.url}\n`);
  await whenAborted(signal);
  await server.close();
  return exitCodes.done;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
