import {
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '@kanmon/example-shared/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../src/client/call-tool.ts';
import { connectOverHttp, connectOverStdio, startHttpServer } from '../src/client/start-server.ts';
import { beginSession } from './begin-session.ts';

describe.each(['stdio', 'http'] as const)('a cancelled request over %s', (transport) => {
  let model: ModelServer;
  let asked: Promise<ModelRequest>;

  beforeEach(async () => {
    const { promise, resolve } = Promise.withResolvers<ModelRequest>();
    asked = promise;
    model = await startModelServer((request) => {
      resolve(request);
      return new Promise(() => {}); // it never answers
    });
  });

  afterEach(() => {
    model.close();
  });

  it('reaches the model, writes nothing, and leaves the session usable', async () => {
    const own = transport === 'http' ? await startHttpServer([], model.variables) : undefined;
    const caller =
      own === undefined
        ? await connectOverStdio([], { era: 'legacy', environment: model.variables })
        : await connectOverHttp(own.url);
    const session_id = await beginSession(caller, 'cancelled');
    const abort = new AbortController();
    const args = { session_id, step_id: 'review', text: 'It rained.' };
    const call = callTool(caller, 'execute_check_step', args, { signal: abort.signal });
    const ended = call.then(
      () => 'answered',
      () => 'given up',
    );
    const { closed } = await asked;
    abort.abort(new Error('changed my mind'));
    expect(await ended).toBe('given up');
    await closed;

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
