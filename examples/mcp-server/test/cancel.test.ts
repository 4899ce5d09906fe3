import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../src/client/call-tool.ts';
import { connectOverHttp, connectOverStdio, startHttpServer } from '../src/client/start-server.ts';
import { beginSession } from './begin-session.ts';

describe.each(['stdio', 'http'] as const)('a cancelled request over %s', (transport) => {
  let model: Server;
  let asked: Promise<IncomingMessage>;
  let hungUp: Promise<unknown>;
  let environment: Record<string, string>;

  beforeEach(async () => {
    // A model that never answers.
    asked = new Promise((resolve) => {
      model = createServer((incoming) => resolve(incoming));
    });
    hungUp = asked.then(
      ({ socket }) =>
        new Promise((resolve) => {
          socket.once('close', resolve);
        }),
    );
    await new Promise<void>((resolve) => {
      model.listen(0, '127.0.0.1', resolve);
    });
    const address = model.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    environment = {
      KANMON_LLM_PROVIDER: 'openai-compatible',
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${address.port}/v1`,
      OPENAI_COMPATIBLE_MODEL: 'silent',
    };
  });

  afterEach(() => {
    model.closeAllConnections();
    model.close();
  });

  it('reaches the model, writes nothing, and leaves the session usable', async () => {
    const own = transport === 'http' ? await startHttpServer([], environment) : undefined;
    const caller =
      own === undefined
        ? await connectOverStdio([], { era: 'legacy', environment })
        : await connectOverHttp(own.url);
    const session_id = await beginSession(caller, 'cancelled');
    const abort = new AbortController();
    const args = { session_id, step_id: 'review', text: 'It rained.' };
    const call = callTool(caller, 'execute_check_step', args, { signal: abort.signal });
    const ended = call.then(
      () => 'answered',
      () => 'given up',
    );
    await asked;
    abort.abort(new Error('changed my mind'));
    expect(await ended).toBe('given up');
    await hungUp;

    const after = await callTool(caller, 'execute_check_step', {
      session_id,
      step_id: 'mechanics',
      text: 'It rained.',
    });
    expect(after).toMatchObject({ ok: true, output: { step: { attempt: 1 } } });
    const status = await callTool(caller, 'get_check_status', { session_id });
    expect(status).toMatchObject({ output: { tasks: [{}, {}, {}, { attempts: 0 }] } });
    await caller.close();
    await own?.stop();
  });
});
