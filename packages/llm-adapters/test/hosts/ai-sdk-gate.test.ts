import { inspect } from 'node:util';
import {
  defineGate,
  type GateEvent,
  type GateOutcome,
  GateRejectedError,
  isGated,
} from '@kanmon/core/gate';
import { defineReview } from '@kanmon/core/review';
import { NoObjectGeneratedError } from 'ai';
import { NoObjectGeneratedError as NoObjectGeneratedErrorV5 } from 'ai-v5';
import { NoObjectGeneratedError as NoObjectGeneratedErrorV6 } from 'ai-v6';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import {
  gateMiddleware,
  gateOutput,
  type LanguageModelLike,
  repairToolCall,
  withGate,
} from '../../src/ai-sdk.ts';
import { asList, asRecord, type UnknownRecord } from '../../src/wire/read.ts';
import { failure, streamOf } from '../support/collect.ts';
import { context, faq, taskGate, type Team } from './cases.ts';

/** An answer of the fake model: the parts of a stream, or an error. `usage` may be missing. */
type Reply =
  | { readonly parts: readonly object[]; readonly finish?: string; readonly usage?: object }
  | Error;

const usage = {
  inputTokens: { total: 10, noCache: 4, cacheRead: 4, cacheWrite: 2 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};

const say = (text: string, more: Partial<Exclude<Reply, Error>> = {}): Reply => ({
  parts: [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text },
    { type: 'text-end', id: '1' },
  ],
  usage,
  ...more,
});
const task = (owner: string): string => JSON.stringify({ ...asRecord(faq), owner });
const patch = (value: string): string =>
  JSON.stringify({ patch: [{ op: 'replace', path: '/owner', value }] });

/** A language model of interface v4 that plays answers and records the options of its calls. */
function createModel(...replies: readonly Reply[]) {
  const calls: UnknownRecord[] = [];
  const next = (options: object): Exclude<Reply, Error> => {
    calls.push(asRecord(options));
    const reply = replies[calls.length - 1] ?? new Error('no reply left');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  const ending = ({ finish = 'stop', usage: counts = {} }: Exclude<Reply, Error>) => ({
    finishReason: { unified: finish, raw: finish },
    usage: counts,
    providerMetadata: { fake: { call: calls.length } },
  });
  const model: LanguageModelLike = {
    specificationVersion: 'v4',
    provider: 'fake',
    modelId: 'fake-1',
    async doGenerate(options) {
      const reply = next(options);
      const content = reply.parts
        .map(asRecord)
        .filter(({ type }) => type === 'text-delta')
        .map(({ delta }) => ({ type: 'text', text: delta, providerMetadata: { fake: { id: 1 } } }));
      return { content, ...ending(reply), warnings: [], response: { id: `id-${calls.length}` } };
    },
    async doStream(options) {
      const reply = next(options);
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...reply.parts,
        { type: 'finish', ...ending(reply) },
      ];
      return { stream: streamOf(parts) };
    },
  };
  return { model, calls };
}

const jsonParams = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Who does it?' }] }],
  responseFormat: { type: 'json', schema: { type: 'object' } },
};

/** Collects the parts of a stream. */
async function partsOf(model: LanguageModelLike, params: object = {}): Promise<UnknownRecord[]> {
  const { stream } = await model.doStream({ ...jsonParams, ...params });
  const parts: UnknownRecord[] = [];
  for await (const part of stream) parts.push(asRecord(part));
  return parts;
}

const generate = async (model: LanguageModelLike, params: object = {}): Promise<UnknownRecord> =>
  asRecord(await model.doGenerate({ ...jsonParams, ...params }));

const partTypes = (parts: readonly UnknownRecord[]): readonly unknown[] =>
  parts.map(({ type }) => type);

describe('the answer that passed', () => {
  it('carries the sum of the usage and the run in its metadata', async () => {
    const { model, calls } = createModel(say(task('mallory')), say(`Sure: ${patch('kim')}`));
    const gated = withGate(taskGate, { model, context }).model;
    const expected = {
      usage: {
        inputTokens: { total: 20, noCache: 8, cacheRead: 8, cacheWrite: 4 },
        outputTokens: { total: 10, text: 6, reasoning: 4 },
      },
      finishReason: { unified: 'stop', raw: 'stop' },
      providerMetadata: {
        fake: { call: 2 },
        kanmon: {
          modes: ['initial', 'patch'],
          findings: ['on-team/not-on-team'],
          repairs: ['prose-removed'],
          estimated: false,
        },
      },
    };
    const result = await generate(gated);
    expect(result).toMatchObject(expected);
    expect(result['content']).toEqual([{ type: 'text', text: JSON.stringify(faq) }]);
    expect(result['response']).toEqual({ id: 'id-2' });
    expect(calls).toHaveLength(2);
    const again = createModel(say(task('mallory')), say(`Sure: ${patch('kim')}`));
    const parts = await partsOf(withGate(taskGate, { model: again.model, context }).model);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', ...expected });
    expect(partTypes(parts)).toEqual([
      'stream-start',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ]);
  });

  it('keeps its parts as they are when nothing was changed', async () => {
    const { model } = createModel(say(task('kim')), say(task('kim')));
    const gated = withGate(taskGate, { model, context }).model;
    const { content } = await generate(gated);
    expect(content).toEqual([
      { type: 'text', text: task('kim'), providerMetadata: { fake: { id: 1 } } },
    ]);
    expect((await partsOf(gated)).slice(1, -1)).toEqual(asRecord(say(task('kim')))['parts']);
  });

  it('marks usage that a model did not report as estimated', async () => {
    const { model } = createModel(say(task('kim'), { usage: {} }));
    const outcomes: GateOutcome<unknown>[] = [];
    const onOutcome = (outcome: GateOutcome<unknown>): unknown => outcomes.push(outcome);
    const result = await generate(withGate(taskGate, { model, context, onOutcome }).model);
    expect(result['providerMetadata']).toMatchObject({ kanmon: { estimated: true } });
    // "Who does it?" has 12 characters of a quarter token, the schema 17.
    expect(outcomes[0]?.usage).toMatchObject({ calls: 1, inputTokens: 3 + 5, estimated: true });
  });

  it('estimates tools, and what they were asked and answered, with the prompt', async () => {
    const { model } = createModel(say(task('kim'), { usage: {} }));
    const outcomes: GateOutcome<unknown>[] = [];
    const onOutcome = (outcome: GateOutcome<unknown>): unknown => outcomes.push(outcome);
    const long = 'x'.repeat(4000);
    const tool = { toolCallId: 'c', toolName: 'lookup' };
    await generate(withGate(taskGate, { model, context, onOutcome }).model, {
      tools: [{ type: 'function', name: 'lookup', description: long, inputSchema: {} }],
      prompt: [
        ...jsonParams.prompt,
        { role: 'assistant', content: [{ type: 'tool-call', ...tool, input: { name: long } }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...tool, output: { type: 'text', value: long } }],
        },
      ],
    });
    expect(outcomes[0]?.usage.inputTokens).toBeGreaterThan(3000);
    expect(outcomes[0]?.usage.inputTokens).toBeLessThan(3100);
  });

  it('leaves out invalid counts', async () => {
    const bad = { inputTokens: { total: -1, noCache: '5' }, outputTokens: { total: 5 } };
    const { model } = createModel(say(task('mallory'), { usage: bad }), say(patch('kim')));
    const result = await generate(withGate(taskGate, { model, context }).model);
    expect(result['usage']).toMatchObject({
      inputTokens: { total: 10, noCache: 4 },
      outputTokens: { total: 10 },
    });
  });
});

describe('a correction', () => {
  it('follows the prompt, without tools, and asks for a patch without a schema', async () => {
    const { model, calls } = createModel(say(task('mallory')), say(patch('kim')));
    const tools = [{ type: 'function', name: 'lookup', inputSchema: {} }];
    const budget = { maxAttempts: 3, maxOutputTokens: 100 };
    const gated = withGate(taskGate, { model, context, budget }).model;
    await generate(gated, { tools, temperature: 0.5, maxOutputTokens: 98 });
    const [first, second] = calls;
    expect(first).toMatchObject({ ...jsonParams, tools, maxOutputTokens: 98, temperature: 0.5 });
    expect(first).not.toHaveProperty('toolChoice');
    expect(second).toMatchObject({
      responseFormat: { type: 'json' },
      toolChoice: { type: 'none' },
      maxOutputTokens: 95,
      temperature: 0.5,
    });
    expect(second?.['responseFormat']).toEqual({ type: 'json' });
    const prompt = asList(second?.['prompt']).map(asRecord);
    expect(prompt.slice(0, 1)).toEqual(jsonParams.prompt);
    expect(prompt.map(({ role }) => role)).toEqual(['user', 'user']);
  });

  it('asks for the whole value in the format of the user', async () => {
    const { model, calls } = createModel(say('No idea.'), say(task('kim')));
    await generate(withGate(taskGate, { model, context }).model);
    expect(calls[1]?.['responseFormat']).toEqual(jsonParams.responseFormat);
  });

  it('is asked for what a review reports', async () => {
    const calm = defineReview({
      id: 'calm',
      messages: { loud: 'Speak softly.' },
      async review(value: { readonly title: string }, _context: Team, report) {
        if (value.title === value.title.toUpperCase()) report('loud', { path: '/title' });
      },
    });
    const loud = JSON.stringify({ title: 'FAQ', owner: 'kim' });
    const { model } = createModel(say(loud), say('{"title":"Faq","owner":"kim"}'));
    const result = await generate(withGate(taskGate, { model, context, reviews: [calm] }).model);
    expect(result['providerMetadata']).toMatchObject({ kanmon: { findings: ['calm/loud'] } });
    expect(result['content']).toEqual([{ type: 'text', text: '{"title":"Faq","owner":"kim"}' }]);
  });
});

describe('a stream', () => {
  it('shows reasoning at once and holds the text', async () => {
    const gate = new TransformStream<unknown, unknown>();
    const writer = gate.writable.getWriter();
    const { model } = createModel();
    const stream = async (_options: object) => ({ stream: gate.readable });
    const gated = withGate(taskGate, { model: { ...model, doStream: stream }, context }).model;
    const reader = (await gated.doStream(jsonParams)).stream.getReader();
    const shown: unknown[] = [];
    for (const part of [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'raw', rawValue: 'mallory' },
      ...asList(asRecord(say(task('mallory')))['parts']),
      { type: 'reasoning-end', id: 'r' },
    ]) {
      void writer.write(part);
      if (String(asRecord(part)['type']).startsWith('reasoning')) {
        shown.push(asRecord((await reader.read()).value)['type']);
      }
    }
    expect(shown).toEqual(['reasoning-start', 'reasoning-delta', 'reasoning-end']);
    await reader.cancel();
  });

  it('keeps the order of text and tool calls in a step with a tool', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'lookup', input: '{}' };
    const parts = [...asList(asRecord(say('I look it up.'))['parts']), call].map(asRecord);
    const { model, calls } = createModel({ parts, finish: 'tool-calls', usage });
    const events: GateEvent[] = [];
    const onEvent = (event: GateEvent): unknown => events.push(event);
    const shown = await partsOf(withGate(taskGate, { model, context, onEvent }).model);
    expect(shown.slice(1, -1)).toEqual(parts);
    expect(shown.at(-1)).toMatchObject({ type: 'finish', usage });
    expect(calls).toHaveLength(1);
    // A step that is left alone is no run.
    expect(events).toEqual([]);
  });

  it('judges an answer with tools that the provider runs', async () => {
    const search = {
      type: 'tool-call',
      toolCallId: 'c',
      toolName: 'search',
      input: '{}',
      providerExecuted: true,
    };
    const parts = [search, ...asList(asRecord(say(task('mallory')))['parts'])].map(asRecord);
    const { model } = createModel({ parts, usage }, say(patch('kim')));
    const shown = await partsOf(withGate(taskGate, { model, context }).model);
    expect(shown).toContainEqual(search);
    expect(shown).toContainEqual({ type: 'text-delta', id: 'gated', delta: JSON.stringify(faq) });
  });

  it('aborts the call of the model when its reader leaves', async () => {
    const { model } = createModel();
    const signals: unknown[] = [];
    const doStream = async (options: object) => {
      signals.push(asRecord(options)['abortSignal']);
      return { stream: new ReadableStream<unknown>() };
    };
    let onOutcome: (outcome: GateOutcome<unknown>) => void = () => undefined;
    const ended = new Promise<GateOutcome<unknown>>((resolve) => {
      onOutcome = resolve;
    });
    const gated = withGate(taskGate, { model: { ...model, doStream }, context, onOutcome }).model;
    const { stream } = await gated.doStream(jsonParams);
    await stream.cancel();
    expect(await ended).toMatchObject({ status: 'rejected', reason: 'aborted' });
    expect(signals).toMatchObject([{ aborted: true }]);
  });
});

describe('the text that passed', () => {
  const item = z.object({ n: z.string(), done: z.boolean(), note: z.string().optional() });
  const branch = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('p'), x: z.string() }),
    z.object({ kind: z.literal('q'), y: z.string() }),
  ]);
  const Tree = z.object({
    name: z.string(),
    get below() {
      return z.array(Tree);
    },
  });
  it.each<[string, z.ZodType, string, string?]>([
    [
      'renames a member',
      z.object({ title: z.string() }).transform(({ title }) => ({ name: title })),
      '{"title":"a","scratch":"private"}',
      '{"title":"a"}',
    ],
    [
      'filters elements',
      z.object({ items: z.array(item).transform((list) => list.filter(({ done }) => !done)) }),
      '{"items":[{"n":"1","done":true,"note":"declared","x":1},{"n":"2","done":false,"x":2}],"x":3}',
      '{"items":[{"n":"1","done":true,"note":"declared"},{"n":"2","done":false}]}',
    ],
    [
      'keeps unknown members',
      z.looseObject({ o: z.object({ k: z.string() }), r: z.record(z.string(), z.number()) }),
      '{"o":{"k":"x","inner":1},"r":{"any":1},"outer":{"more":1}}',
      '{"o":{"k":"x"},"r":{"any":1},"outer":{"more":1}}',
    ],
    [
      'has branches',
      z.object({ list: z.array(branch) }),
      '{"list":[{"kind":"p","x":"1","y":"other"},{"kind":"q","y":"2"}]}',
      '{"list":[{"kind":"p","x":"1"},{"kind":"q","y":"2"}]}',
    ],
    [
      'refers to itself',
      Tree,
      '{"name":"a","x":1,"below":[{"name":"b","below":[],"x":2}]}',
      '{"name":"a","below":[{"name":"b","below":[]}]}',
    ],
    ['allows all', z.object({ any: z.any(), un: z.unknown() }), '{"any":{"a":1},"un":[{"b":2}]}'],
    [
      'counts unknown members',
      z.looseObject({}).transform((all) => Object.keys(all).length),
      '{"a":1,"b":2}',
    ],
    [
      'has tuples and intersections',
      z.object({
        t: z.tuple([z.object({ a: z.string() }), z.string()]),
        i: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
      }),
      '{"t":[{"a":"1","x":1},"2"],"i":{"a":"1","b":"2","x":3}}',
      '{"t":[{"a":"1"},"2"],"i":{"a":"1","b":"2"}}',
    ],
  ])('has the declared members if the schema %s', async (_name, schema, text, passed = text) => {
    const { model } = createModel(say(text));
    const gated = withGate(defineGate({ name: 'text', schema }), { model }).model;
    expect(asList((await generate(gated))['content']).map(asRecord)).toMatchObject([
      { text: passed },
    ]);
  });
});

describe('a settled stream', () => {
  /** An answer in deltas of five characters. */
  const slowly = (text: string): Reply => {
    const deltas = text.match(/[^]{1,5}/g) ?? [];
    return {
      parts: [
        { type: 'text-start', id: '1' },
        ...deltas.map((delta) => ({ type: 'text-delta', id: '1', delta })),
        { type: 'text-end', id: '1' },
      ],
      usage,
    };
  };
  const settled = (model: LanguageModelLike) =>
    withGate(taskGate, { model, context, stream: 'settled' }).model;
  const deltasOf = (parts: readonly UnknownRecord[]): readonly string[] =>
    parts.filter(({ type }) => type === 'text-delta').map(({ delta }) => String(delta));

  it('shows each member when it is finished', async () => {
    const { model } = createModel(slowly('{"title":"Write","owner":"kim","notes":["a","b"]}'));
    const parts = await partsOf(settled(model));
    expect(deltasOf(parts)).toEqual([
      '{"title":"Write"',
      ',"owner":"kim"',
      ',"notes":["a"',
      ',"b"',
      ']}',
    ]);
    expect(partTypes(parts).slice(-2)).toEqual(['text-end', 'finish']);
  });

  it('ends an answer at its first Must and begins again with the next one', async () => {
    const { model, calls } = createModel(
      slowly('{"title":"Write","owner":"mallory","notes":["never read"]}'),
      slowly('{"owner":"kim","title":"Write"}'),
    );
    const parts = await partsOf(settled(model));
    const deltas = deltasOf(parts);
    expect(deltas).toEqual(['{"title":"Write"', '\u001e{"owner":"kim"', ',"title":"Write"', '}']);
    expect(calls).toHaveLength(2);
    const output = gateOutput(taskGate, { context });
    const answer = { text: deltas.join('') };
    const parsed = { response: {}, finishReason: 'stop' };
    expect(await output.parseCompleteOutput(answer, parsed)).toEqual({
      owner: 'kim',
      title: 'Write',
    });
    // The first call was ended before it reported its usage: 3 + 5 and 9 tokens are estimated.
    expect(parts.at(-1)).toMatchObject({
      usage: { inputTokens: { total: 10 + 8 }, outputTokens: { total: 5 + 9 } },
      providerMetadata: { kanmon: { modes: ['initial', 'full'], estimated: true } },
    });
  });

  it('begins again where a correction changes what was shown', async () => {
    const { model } = createModel(
      slowly('{"title":"","owner":"kim"}'),
      say('{"patch":[{"op":"replace","path":"/title","value":"Write"}]}'),
    );
    expect(deltasOf(await partsOf(settled(model)))).toEqual([
      '{"title":""',
      ',"owner":"kim"',
      '\u001e{"title":"Write","owner":"kim"}',
    ]);
  });

  const row = z.object({ n: z.string(), note: z.string().nullable() });
  const union = z.union([
    z.object({ kind: z.literal('p'), x: z.string().nullable() }),
    z.object({ kind: z.literal('q'), y: z.string() }),
  ]);
  it.each<[string, z.ZodType, string, string?]>([
    [
      'nulls that are not last',
      z.object({ title: z.string(), due: z.string().nullable(), tags: z.array(z.string()) }),
      '{"due":null,"title":"FAQ","tags":["a"]}',
    ],
    [
      'nulls in rows',
      z.object({ rows: z.array(row) }),
      '{"rows":[{"note":null,"n":"1"},{"n":"2","note":"x"},{"n":"3","note":null},{"n":"4","note":null}]}',
    ],
    [
      'nulls only',
      z.object({ a: z.null(), b: z.object({ c: z.null() }), d: z.array(z.null()) }),
      '{"a":null,"b":{"c":null},"d":[null,null]}',
    ],
    ['keys like numbers', z.record(z.string(), z.string()), '{"2026":"a","b":"c","2025":"d"}'],
    [
      'keys like numbers in rows',
      z.object({ rows: z.array(z.record(z.string(), z.number().nullable())) }),
      '{"rows":[{"10":1,"9":null,"8":2},{"2":null,"1":0}]}',
    ],
    [
      'names with escapes',
      z.record(z.string(), z.string().nullable()),
      '{"a\\"b":"x]}","\\\\":null,"__proto__":null,"{":"\\\\","1":"z"}',
    ],
    [
      'nulls of members that are removed',
      z.object({ title: z.string(), o: z.object({ k: z.string() }) }),
      '{"title":"FAQ","x":null,"o":{"y":null,"k":"v"}}',
      '{"title":"FAQ","o":{"k":"v"}}',
    ],
    [
      'nulls of members that may be absent',
      z.object({ title: z.string(), due: z.string().optional(), end: z.string() }),
      '{"title":"FAQ","due":null,"end":"x"}',
      '{"title":"FAQ","end":"x"}',
    ],
    [
      'nulls in branches',
      z.object({ list: z.array(union) }),
      '{"list":[{"kind":"q","y":"1"},{"kind":"p","x":null},{"kind":"q","y":"2"}]}',
    ],
    [
      'values after reasoning and prose',
      z.object({ due: z.null(), title: z.string() }),
      '<think>like {"title":null}</think> It is "this:\n{"due":null,"title":"FAQ"}',
      '{"due":null,"title":"FAQ"}',
    ],
  ])('sends %s once, in the order of the answer', async (_name, schema, text, passed = text) => {
    const { model } = createModel(slowly(text));
    const gate = defineGate({ name: 'order', schema });
    const parts = await partsOf(withGate(gate, { model, stream: 'settled' }).model);
    expect(deltasOf(parts).join('')).toBe(passed);
    expect(deltasOf(parts).length).toBeGreaterThan(1);
  });

  it('ends its text before an error', async () => {
    const { model } = createModel(slowly('{"title":"Write"'), new Error('gone'));
    expect(partTypes(await partsOf(settled(model)))).toEqual([
      'stream-start',
      'text-start',
      'text-delta',
      'text-end',
      'error',
      'finish',
    ]);
  });

  it('leaves a step with a tool call alone', async () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'lookup', input: '{}' };
    const parts = [...asList(asRecord(say('I look it up.'))['parts']), call].map(asRecord);
    const { model } = createModel({ parts, finish: 'tool-calls', usage });
    expect((await partsOf(settled(model))).slice(1, -1)).toEqual(parts);
  });

  it('refuses another mode', () => {
    const { model } = createModel();
    // @ts-expect-error an unknown mode
    expect(() => withGate(taskGate, { model, context, stream: 'live' })).toThrow(/'settled'/);
  });
});

describe('an answer that stays rejected', () => {
  const wrong = () => createModel(say(task('mallory')), say(patch('trudy')), say(patch('eve')));

  it('is an error that each version of the SDK knows, with the last answer', async () => {
    const error = await failure(
      generate(withGate(taskGate, { model: wrong().model, context }).model),
    );
    expect(GateRejectedError.isInstance(error)).toBe(true);
    for (const known of [
      NoObjectGeneratedErrorV5,
      NoObjectGeneratedErrorV6,
      NoObjectGeneratedError,
    ]) {
      expect(known.isInstance(error)).toBe(true);
    }
    expect(error).toMatchObject({
      text: patch('eve'),
      response: { id: 'id-3' },
      finishReason: 'stop',
      outcome: { reason: 'attempts' },
      usage: {
        inputTokens: 30,
        outputTokens: 15,
        totalTokens: 45,
        cachedInputTokens: 12,
        inputTokenDetails: { cacheReadTokens: 12, cacheWriteTokens: 6 },
      },
    });
  });

  it('shows no word of the model in the text of the error', async () => {
    const error = await failure(
      generate(withGate(taskGate, { model: wrong().model, context }).model),
    );
    const shown = [
      String(error),
      JSON.stringify(error),
      JSON.stringify({ ...error }),
      inspect(error),
    ];
    expect(shown.join('\n')).not.toMatch(/mallory|trudy|eve|spring/);
    expect(error.message).toBe('gate "task" rejected the answer: attempts; on-team/not-on-team');
  });

  it('ends a stream with the error and the usage', async () => {
    const parts = await partsOf(withGate(taskGate, { model: wrong().model, context }).model);
    expect(partTypes(parts)).toEqual(['stream-start', 'error', 'finish']);
    expect(GateRejectedError.isInstance(parts[1]?.['error'])).toBe(true);
    expect(parts[2]).toMatchObject({
      finishReason: { unified: 'error' },
      usage: { inputTokens: { total: 30 } },
      providerMetadata: { kanmon: { modes: ['initial', 'patch', 'patch'] } },
    });
  });
});

describe('a call that fails', () => {
  const apiError = (statusCode: number): Error =>
    Object.assign(new Error('the provider says no'), {
      statusCode,
      responseHeaders: { 'retry-after-ms': '1' },
    });

  it('throws the error of the first call as it is', async () => {
    const error = apiError(429);
    const { model, calls } = createModel(error, error);
    const gated = withGate(taskGate, { model, context }).model;
    expect(await failure(generate(gated))).toBe(error);
    expect(await failure(partsOf(gated))).toBe(error);
    expect(calls).toHaveLength(2);
  });

  it('shows an error in a stream as a part, and ends the stream', async () => {
    const error = apiError(500);
    const { model } = createModel({ parts: [{ type: 'error', error }] });
    const parts = await partsOf(withGate(taskGate, { model, context }).model);
    expect(partTypes(parts)).toEqual(['stream-start', 'error', 'finish']);
    expect(parts[1]?.['error']).toBe(error);
  });

  it('throws the error of a correction that a retry cannot help', async () => {
    const error = apiError(400);
    const { model, calls } = createModel(say(task('mallory')), error);
    const outcomes: GateOutcome<unknown>[] = [];
    const gated = withGate(taskGate, {
      model,
      context,
      onOutcome: (outcome) => outcomes.push(outcome),
    }).model;
    expect(await failure(generate(gated))).toBe(error);
    expect(calls).toHaveLength(2);
    expect(outcomes).toMatchObject([{ status: 'rejected', reason: 'generate-failed' }]);
  });

  it('rejects when retries of a correction did not help, so that the SDK begins no second run', async () => {
    const error = apiError(429);
    const { model, calls } = createModel(
      say(task('mallory')),
      error,
      error,
      error,
      say(task('kim')),
    );
    const thrown = await failure(generate(withGate(taskGate, { model, context }).model));
    expect(GateRejectedError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({ cause: error, outcome: { reason: 'generate-failed' } });
    expect(calls).toHaveLength(4);
  });

  it('is not retried in a correction when retries are switched off', async () => {
    const error = apiError(429);
    const { model, calls } = createModel(say(task('mallory')), error, say(task('kim')));
    const gated = withGate(taskGate, { model, context, maxRetries: 0 });
    const thrown = await failure(generate(gated.model));
    expect(thrown).toMatchObject({ cause: error, outcome: { reason: 'generate-failed' } });
    expect(calls).toHaveLength(2);
    // The SDK gets the number too, for the first call.
    expect(gated).toMatchObject({ maxRetries: 0 });
    expect(withGate(taskGate, { model, context })).not.toHaveProperty('maxRetries');
  });

  it('ends a call that hangs when the time of the budget is over', async () => {
    vi.useFakeTimers();
    try {
      const { model, calls } = createModel();
      const doGenerate = (options: object): Promise<object> => {
        calls.push(asRecord(options));
        return new Promise(() => undefined);
      };
      const budget = { maxMs: 60_000 };
      const gated = withGate(taskGate, { model: { ...model, doGenerate }, context, budget }).model;
      const thrown = failure(generate(gated));
      await vi.advanceTimersByTimeAsync(59_999);
      expect(calls).toMatchObject([{ abortSignal: { aborted: false } }]);
      await vi.advanceTimersByTimeAsync(1);
      expect(GateRejectedError.isInstance(await thrown)).toBe(true);
      expect(await thrown).toMatchObject({ cause: { kind: 'timeout' } });
      expect(calls).toMatchObject([{ abortSignal: { aborted: true } }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('throws the reason of a signal that was aborted before the call', async () => {
    const { model, calls } = createModel();
    const reason = new Error('too late');
    const gated = withGate(taskGate, { model, context }).model;
    const params = { abortSignal: AbortSignal.abort(reason) };
    expect(await failure(generate(gated, params))).toBe(reason);
    expect(await failure(partsOf(gated, params))).toBe(reason);
    expect(calls).toEqual([]);
  });
});

describe('gateOutput', () => {
  const parsed = { response: {}, finishReason: 'stop' };

  it('asks for JSON with the schema and the name of the gate', async () => {
    expect(await gateOutput(taskGate, { context }).responseFormat).toMatchObject({
      type: 'json',
      name: 'task',
      schema: { type: 'object' },
    });
  });

  it('reads, judges and gates without the middleware', async () => {
    const output = gateOutput(taskGate, { context });
    const text = `\`\`\`json\n${task('kim')}\n\`\`\``;
    expect(isGated(await output.parseCompleteOutput({ text }, parsed), taskGate)).toBe(true);
    const error = await failure(output.parseCompleteOutput({ text: task('mallory') }, parsed));
    expect(NoObjectGeneratedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ text: task('mallory'), outcome: { reason: 'attempts' } });
  });

  it('returns finished members only, and none that a rule has refused', async () => {
    const output = gateOutput(taskGate, { context });
    const partial = async (text: string): Promise<unknown> =>
      (await output.parsePartialOutput({ text }))?.partial;
    expect(await partial('{"title": "Wri')).toBeUndefined();
    const first = await partial('{"title": "Write", "own');
    expect(first).toEqual({ title: 'Write' });
    expect(await partial('{"title": "Write", "owner": "kim", "no')).toEqual({
      title: 'Write',
      owner: 'kim',
    });
    // Another text, of a stream at the same time.
    expect(await partial('{"title": "Read", "owner": "mallory"}')).toEqual({ title: 'Read' });
    expect(first).toEqual({ title: 'Write' });
  });
});

describe('repairToolCall', () => {
  const inputSchema = () => ({
    type: 'object',
    properties: { name: { type: 'string' }, team: { type: 'string' } },
    required: ['name'],
  });
  const repair = async (input: string, options: Parameters<typeof repairToolCall>[0] = {}) => {
    const toolCall = { type: 'tool-call', toolCallId: 'c', toolName: 'lookup', input };
    const repaired = await repairToolCall(options)({
      toolCall,
      inputSchema,
      error: new Error('x'),
    });
    return repaired === null ? null : repaired.input;
  };

  it.each([
    ['a fence', '```json\n{"name": "kim"}\n```'],
    ['single quotes', "{'name': 'kim',}"],
    ['JSON in a string', '"{\\"name\\": \\"kim\\"}"'],
    ['null for an optional member', '{"name": "kim", "team": null}'],
  ])('repairs %s', async (_name, input) => {
    expect(await repair(input)).toBe('{"name":"kim"}');
  });

  it.each([
    ['an input that is cut off', '{"name": "ki'],
    ['an input without JSON', 'kim'],
    ['an input that is JSON already', '{"name":1}'],
    ['an input that can be read in two ways', '{"name": "kim" "team": "a"}'],
  ])('leaves %s alone', async (_name, input) => {
    expect(await repair(input)).toBeNull();
  });

  it('guesses where it is allowed', async () => {
    const input = '{"name": "kim" "team": "a"}';
    expect(await repair(input, { allow: 'guess' })).toBe('{"name":"kim","team":"a"}');
  });

  it('does not replace a tool that does not exist', async () => {
    const toolCall = { toolName: 'nothing', input: "{'name': 'kim'}" };
    const error = Object.assign(new Error('x'), { name: 'AI_NoSuchToolError' });
    expect(await repairToolCall()({ toolCall, inputSchema, error })).toBeNull();
  });
});

describe('options', () => {
  it('refuses what is no model, an unknown option and an unknown version', () => {
    const { model } = createModel();
    // @ts-expect-error a name of a model
    expect(() => withGate(taskGate, { model: 'gpt-5', context })).toThrow(/doGenerate/);
    const wrong = { model, context, bugdet: {} };
    expect(() => withGate(taskGate, wrong)).toThrow(/bugdet/);
    expect(() => withGate(taskGate, { model, context, maxRetries: -1 })).toThrow(/maxRetries/);
    const continued = { model, context, events: [] };
    expect(() => withGate(taskGate, continued)).toThrow(/separate run/);
    // @ts-expect-error an unknown version
    expect(() => gateMiddleware(taskGate, { context, specificationVersion: 'v9' })).toThrow(/v9/);
  });

  it('leaves a call alone that does not ask for JSON', async () => {
    const { model } = createModel(say('plain'), say('plain'));
    const gated = withGate(taskGate, { model, context }).model;
    const { content } = asRecord(await gated.doGenerate({ prompt: [] }));
    expect(content).toMatchObject([{ text: 'plain' }]);
    expect(await partsOf(gated, { responseFormat: { type: 'text' } })).toHaveLength(5);
  });

  it('needs no context for a gate that needs none', async () => {
    const plain = defineGate({ name: 'plain', schema: z.object({ n: z.number() }) });
    const { model } = createModel(say('{"n": 1}'));
    const { content } = await generate(withGate(plain, { model }).model);
    expect(content).toMatchObject([{ text: '{"n": 1}' }]);
  });
});
