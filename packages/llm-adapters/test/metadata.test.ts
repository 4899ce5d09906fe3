import { defineGate, runGate } from '@kanmon/core/gate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ChaosServer, json, startChaosServer } from './support/chaos-server.ts';
import { ask } from './support/collect.ts';
import { providers } from './support/providers.ts';
import { playReply } from './support/wire-replies.ts';

/** The rule of OpenAI's chat completions: an answer of 400 to metadata without `store`. */
const refused = json(400, {
  error: {
    message: "The 'metadata' parameter is only allowed when 'store' is enabled.",
    type: 'invalid_request_error',
    param: 'metadata',
    code: null,
  },
});

const gate = (name: string) => defineGate({ name, schema: z.object({ a: z.string() }) });

describe('metadata of a request', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const clientOf = (name: string, providerOptions: Record<string, unknown> = {}) => {
    const provider = providers.find((candidate) => candidate.name === name);
    if (provider === undefined) throw new Error(`no provider ${name}`);
    const reply = playReply(provider.format, '{"a":"1"}');
    server.behave((response, entry) => {
      const { body, path } = entry;
      const isRefused = path.includes('/chat/') && 'metadata' in body && body['store'] !== true;
      return (isRefused ? refused : reply)(response, entry);
    });
    return provider.make(server.url, { providerOptions });
  };
  const sent = () => {
    const { metadata, requestMetadata = metadata } = server.journal.at(-1)?.body ?? {};
    return requestMetadata;
  };

  it.each(providers)('lets a run of a gate pass over $name', async ({ name }) => {
    const client = clientOf(name);
    for (const stream of [false, true]) {
      const messages = ask('x').messages;
      const outcome = await runGate(gate('計画'), { client, messages, stream });
      expect(outcome.status).toBe('passed');
    }
  });

  it.each(['openai chat', 'azure-openai'])(
    'is sent by %s together with the `store` of the user only',
    async (name) => {
      const metadata = { team: 'a' };
      const { warnings } = await clientOf(name).generate(ask('x', { metadata }));
      expect(warnings).toEqual(['metadata-not-sent']);
      expect(sent()).toBeUndefined();
      expect(server.journal.at(-1)?.body).not.toHaveProperty('store');

      const provider = name === 'azure-openai' ? name : 'openai';
      const storing = clientOf(name, { [provider]: { store: true } });
      expect((await storing.generate(ask('x', { metadata }))).warnings).toEqual([]);
      expect(sent()).toEqual(metadata);
      const providerOptions = { [provider]: { store: false } };
      await storing.generate(ask('x', { metadata, providerOptions }));
      expect(sent()).toBeUndefined();
    },
  );

  it('is sent by the Responses API without `store`', async () => {
    const metadata = { gate: 'g', mode: 'initial', attempt: '1' };
    await clientOf('openai responses').generate(ask('x', { metadata }));
    expect(sent()).toEqual(metadata);
  });

  it('leaves out pairs that the provider refuses, with a warning', async () => {
    const long = 'x'.repeat(513);
    const metadata = { [long]: 'a', long, fits: 'y'.repeat(256), 計画: 'b', plan: '計画' };
    const responses = await clientOf('openai responses').generate(ask('x', { metadata }));
    expect(responses.warnings).toEqual(['metadata-not-sent']);
    expect(sent()).toEqual({ fits: metadata.fits, 計画: 'b', plan: '計画' });
    const converse = await clientOf('aws-claude converse').generate(ask('x', { metadata }));
    expect(converse.warnings).toEqual(['metadata-not-sent']);
    expect(sent()).toEqual({ fits: metadata.fits });
  });

  it.each(['openai responses', 'aws-claude converse'])(
    'keeps the pairs of the user where %s takes no more than 16',
    async (name) => {
      const own = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, 'v']));
      const labels = { gate: 'g', mode: 'initial', attempt: '1' };
      const { warnings } = await clientOf(name).generate(
        ask('x', { metadata: { ...own, ...labels } }),
      );
      expect(sent()).toEqual(own);
      expect(warnings).toEqual([]);
    },
  );

  it('needs no warning about labels that a run of a gate has set', async () => {
    const labels = { gate: 'g', mode: 'initial', attempt: '1' };
    for (const { name } of providers) {
      const { warnings } = await clientOf(name).generate(ask('x', { metadata: labels }));
      expect(warnings).toEqual([]);
    }
    const { warnings } = await clientOf('openai-compatible').generate(
      ask('x', { metadata: { ...labels, team: 'a' } }),
    );
    expect(warnings).toEqual(['metadata-not-sent']);
  });
});
