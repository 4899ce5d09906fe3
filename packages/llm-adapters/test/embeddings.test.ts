import OpenAI, { AzureOpenAI } from 'openai';
import { LlmError } from '@kanmon/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedderFromAzureOpenAI } from '../src/azure-openai.ts';
import { createOpenAiCompatibleEmbedder } from '../src/index.ts';
import { embedderFromOpenAI } from '../src/openai.ts';
import { asList } from '../src/wire/read.ts';
import {
  type Behaviour,
  type ChaosServer,
  hang,
  json,
  startChaosServer,
} from './support/chaos-server.ts';
import { failure } from './support/collect.ts';
import { canaryKey } from './support/providers.ts';

/** Answers each text with [its length, its position], in base64 when that was asked for. */
const lengths =
  (change: (data: object[]) => object[] = (data) => data): Behaviour =>
  async (response, entry) => {
    const base64 = entry.body['encoding_format'] === 'base64';
    const data = asList(entry.body['input']).map((text, index) => {
      const vector = Float32Array.from([String(text).length, index]);
      const embedding = base64 ? Buffer.from(vector.buffer).toString('base64') : [...vector];
      return { object: 'embedding', index, embedding };
    });
    await json(200, { object: 'list', data: change(data) })(response, entry);
  };

describe('embedders', () => {
  let server: ChaosServer;
  beforeAll(async () => {
    server = await startChaosServer();
  });
  afterAll(() => server.close());

  const compatible = (more: object = {}) =>
    createOpenAiCompatibleEmbedder({
      baseUrl: `${server.url}/v1`,
      model: 'm',
      dimensions: 2,
      apiKey: canaryKey,
      ...more,
    });
  const kinds = [
    [
      'openai',
      () =>
        embedderFromOpenAI(new OpenAI({ apiKey: canaryKey, baseURL: `${server.url}/v1` }), {
          model: 'm',
          dimensions: 2,
          batchSize: 2,
        }),
    ],
    [
      'azure-openai',
      () =>
        embedderFromAzureOpenAI(
          new AzureOpenAI({ apiKey: canaryKey, endpoint: server.url, apiVersion: '2024-10-21' }),
          { deployment: 'm', dimensions: 2, batchSize: 2 },
        ),
    ],
    ['compatible', () => compatible({ batchSize: 2 })],
  ] as const;

  it.each(kinds)('%s: vectors in order, over several batches', async (_name, make) => {
    server.behave(lengths());
    const vectors = await make().embed(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
    expect(vectors.map(([length]) => length)).toEqual([1, 2, 3, 4, 5]);
    expect(vectors.every((vector) => vector instanceof Float32Array)).toBe(true);
    expect(server.journal.map((entry) => asList(entry.body['input']).length)).toEqual([2, 2, 1]);
  });

  it('puts vectors in order by their index', async () => {
    server.behave(lengths((data) => data.toReversed()));
    const vectors = await compatible().embed(['a', 'bb', 'ccc']);
    expect(vectors.map(([length]) => length)).toEqual([1, 2, 3]);
  });

  it('decodes base64', async () => {
    const embedding = Buffer.from(Float32Array.from([0.5, -2]).buffer).toString('base64');
    server.behave(json(200, { data: [{ index: 0, embedding }] }));
    expect(await compatible().embed(['a'])).toEqual([Float32Array.from([0.5, -2])]);
  });

  it.each([
    ['fewer vectors', lengths((data) => data.slice(1))],
    ['more vectors', lengths((data) => [...data, ...data])],
    ['one index twice', lengths((data) => data.map((item) => ({ ...item, index: 0 })))],
    [
      'other dimensions',
      json(200, {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1] },
        ],
      }),
    ],
    [
      'no numbers',
      json(200, {
        data: [
          { index: 0, embedding: ['x', 'y'] },
          { index: 1, embedding: null },
        ],
      }),
    ],
    [
      'broken base64',
      json(200, {
        data: [
          { index: 0, embedding: '###' },
          { index: 1, embedding: '#' },
        ],
      }),
    ],
    ['nothing', json(200, {})],
  ])('refuses %s', async (_name, behaviour) => {
    server.behave(behaviour);
    const error = await failure(compatible().embed(['a', 'b']));
    expect(error).toMatchObject({ kind: 'protocol' });
  });

  it('asks nothing for no texts', async () => {
    server.behave(lengths());
    expect(await compatible().embed([])).toEqual([]);
    expect(server.journal).toHaveLength(0);
  });

  it('maps errors without its key, and ends when aborted', async () => {
    server.behave(json(401, { error: { message: `bad ${canaryKey}` } }));
    const error = await failure(compatible().embed(['a']));
    expect(error).toMatchObject({ kind: 'auth' });
    expect(error.message).not.toContain(canaryKey);
    server.behave(hang());
    const controller = new AbortController();
    const call = failure(compatible().embed(['a'], { signal: controller.signal }));
    controller.abort();
    expect(LlmError.isInstance(await call)).toBe(true);
  });

  it('refuses invalid dimensions', () => {
    expect(() => compatible({ dimensions: 0 })).toThrow(/dimensions/);
    expect(() => compatible({ baseUrl: 'localhost:1' })).toThrow(/http/);
  });
});
