import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as ClientOf1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as TransportOf1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as ServerOf1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer } from '@modelcontextprotocol/server';
import {
  defineGate,
  defineRule,
  type Gate,
  GateRejectedError,
  gateSchema,
  isGated,
} from '@kanmon/core/gate';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { gatedTool, readToolResult } from '../../src/mcp.ts';
import { asRecord } from '../../src/wire/read.ts';
import { context, estimateGate, faq, hostCases, taskGate, taskSchema, type Team } from './cases.ts';

/** Calls a tool with a gate over a real server and a real client. */
type CallTool = (gate: Gate<object, Team>, made: unknown) => Promise<object>;

const info = { name: 'tasks', version: '1.0.0' };
const about = z.object({ topic: z.string() });
const call = { name: 'task', arguments: { topic: 'faq' } };

const overSdk1: CallTool = async (gate, made) => {
  const server = new ServerOf1(info);
  server.registerTool(
    'task',
    { inputSchema: about },
    gatedTool(gate, { context }, ({ topic }) => topic === 'faq' && made),
  );
  const client = new ClientOf1(info);
  const [there, here] = TransportOf1.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return client.callTool(call);
};

const connect2 = async (server: McpServer) => {
  const client = new Client(info);
  const [there, here] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
};

const overSdk2: CallTool = async (gate, made) => {
  const server = new McpServer(info);
  server.registerTool(
    'task',
    { inputSchema: about, outputSchema: gateSchema(gate, { context }) },
    gatedTool(gate, { context }, ({ topic }) => topic === 'faq' && made),
  );
  return (await connect2(server)).callTool(call);
};

/** The first answers of the cases that are answers in JSON or should be. */
const answers = hostCases.flatMap(({ replies: [reply], ends, modes, gate, title }) => {
  if (reply === undefined || !('text' in reply) || 'text' in ends) return [];
  const passes = modes.length === 1 && 'value' in ends;
  const judge: Gate<object, Team> = gate === 'estimate' ? estimateGate : taskGate;
  return [{ title, text: reply.text, passes, gate: judge }];
});

describe.each([
  { sdk: 'SDK 1', callTool: overSdk1 },
  { sdk: 'SDK 2', callTool: overSdk2 },
])('gatedTool over $sdk of MCP', ({ callTool }) => {
  it.each(answers)('judges the text of: $title', async ({ text, passes, gate }) => {
    const result = await callTool(gate, text);
    if (passes) {
      expect(result).toMatchObject({ structuredContent: faq });
      expect(readToolResult(gate, result, { context })).toEqual(faq);
    } else {
      expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      expect(result).not.toHaveProperty('structuredContent');
    }
  });

  it('judges a value, and names the reasons of a refusal', async () => {
    const result = await callTool(taskGate, { title: 'FAQ', owner: 'mallory' });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('mallory is not on the team') }],
    });
  });

  it('sends the value before the transforms of the schema', async () => {
    const result = await callTool(estimateGate, { owner: 'kim', days: '3' });
    expect(result).toMatchObject({ structuredContent: { owner: 'kim', days: '3' } });
    const value = readToolResult(estimateGate, result, { context });
    expect(value).toEqual({ owner: 'kim', days: 3 });
    expect(isGated(value, estimateGate)).toBe(true);
  });

  it('sends what the gate has passed: no member that its schema drops, and its defaults', async () => {
    const schema = z.object({ title: z.string(), days: z.number().max(5).default(1) });
    const gate: Gate<object, Team> = defineGate({ name: 'extra', schema });
    const row = { title: 'FAQ', password_hash: 'x', ['__proto__']: { admin: true } };
    for (const made of [row, JSON.stringify(row), { structuredContent: row }]) {
      const result = await callTool(gate, made);
      expect(result).toEqual({
        content: [{ type: 'text', text: '{"title":"FAQ","days":1}' }],
        structuredContent: { title: 'FAQ', days: 1 },
      });
      expect(readToolResult(gate, result, { context })).toEqual({ title: 'FAQ', days: 1 });
    }
  });

  it.each<[string, z.ZodType<object>]>([
    ['another form', z.object({ faq: z.number() }).transform(({ faq: days }) => ({ days }))],
    ['a sum', z.object({ faq: z.number() }).transform(({ faq: days }) => ({ faq: days + 1 }))],
  ])('sends the value before a transform that makes %s of it', async (_what, schema) => {
    const gate: Gate<object, Team> = defineGate({ name: 'other', schema });
    expect(await callTool(gate, { faq: 2 })).toMatchObject({ structuredContent: { faq: 2 } });
  });

  const text = (...texts: readonly string[]) =>
    texts.map((each) => ({ type: 'text' as const, text: each }));

  it.each([
    ['its text', { content: text('Here it is:', JSON.stringify(faq)) }],
    ['its structured content', { content: text('Done.'), structuredContent: faq }],
    ['its structured content alone', { structuredContent: faq, _meta: { cost: 1 } }],
    [
      'its text beside an image',
      {
        content: [
          { type: 'image', data: 'aaaa', mimeType: 'image/png' },
          ...text(JSON.stringify(faq)),
        ],
      },
    ],
  ])('judges the value of a tool result: %s', async (_what, made: object) => {
    const { content, structuredContent, _meta } = asRecord(await callTool(taskGate, made));
    expect(content).toEqual(text(JSON.stringify(faq)));
    expect(structuredContent).toEqual(faq);
    expect(_meta).toEqual(asRecord(made)['_meta']);
  });

  it('refuses the wrong value of a tool result beside a good text', async () => {
    const structuredContent = { title: 'FAQ', owner: 'mallory' };
    const made = { content: text(JSON.stringify(faq)), structuredContent };
    const result = await callTool(taskGate, made);
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty('structuredContent');
  });

  it('names a rule that throws, and keeps its error inside', async () => {
    const error = new Error('connect ECONNREFUSED postgres://app:secret@10.0.0.5/crm');
    const known = defineRule({
      id: 'known',
      messages: { unknown: 'Unknown.' },
      check() {
        throw error;
      },
    });
    const gate: Gate<object, Team> = defineGate({
      name: 'task',
      schema: taskSchema,
      rules: [known],
    });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    for (const made of [faq, JSON.stringify(faq)]) {
      const result = await callTool(gate, made);
      expect(result).toEqual({
        isError: true,
        content: [
          {
            type: 'text',
            text: 'The result was refused.\nThe rule "known" failed (rule-threw), so the value cannot pass.',
          },
        ],
      });
    }
    const warning = 'rule "known" of gate "task" failed at "", so the value cannot pass';
    expect(warn.mock.calls).toEqual([
      [{ error }, warning],
      [{ error }, warning],
    ]);
    warn.mockRestore();
  });

  it('keeps the error of a getter inside', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const made = {
      get title(): string {
        throw new Error('postgres://app:secret@10.0.0.5/crm');
      },
    };
    const result = await callTool(taskGate, made);
    expect(JSON.stringify(result)).toContain('(rule-threw)');
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(warn.mock.calls).toEqual([
      [
        expect.anything(),
        'rule "schema" of gate "task" failed at "/title", so the value cannot pass',
      ],
    ]);
    warn.mockRestore();
  });

  it('passes an error result of the handler on as it is', async () => {
    const made = { isError: true, content: text('quota'), _meta: { retry: 'tomorrow' } };
    expect(await callTool(taskGate, made)).toEqual(made);
  });

  it('takes a value that only has a member of the same name', async () => {
    const schema = z.object({ content: z.array(z.object({ type: z.string(), text: z.string() })) });
    const document: Gate<object, Team> = defineGate({ name: 'document', schema });
    const made = { content: [{ type: 'paragraph', text: 'Hello.' }] };
    expect(await callTool(document, made)).toMatchObject({ structuredContent: made });
  });

  it('reports a handler that returns nothing', async () => {
    expect(await callTool(taskGate, undefined)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('expected the handler of the tool to return') }],
    });
  });

  it('passes a value on that the gate has passed before', async () => {
    const verdict = taskGate.validate(faq, context);
    expect(await callTool(taskGate, verdict.ok && verdict.value)).toMatchObject({
      structuredContent: faq,
    });
  });
});

describe('gateSchema as the output schema of SDK 2', () => {
  const serve = async (made: object) => {
    const server = new McpServer(info);
    const outputSchema = gateSchema(taskGate, { context });
    server.registerTool('task', { inputSchema: about, outputSchema }, () => ({
      content: [{ type: 'text', text: JSON.stringify(made) }],
      structuredContent: { ...made },
    }));
    return connect2(server);
  };

  it('lists the JSON Schema of the gate', async () => {
    const { tools } = await (await serve({})).listTools();
    expect(tools[0]?.outputSchema).toMatchObject({ required: ['title', 'owner'] });
  });

  it('refuses a value without structured content', async () => {
    const result = await (await serve({ title: 'FAQ', owner: 'mallory' })).callTool(call);
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
  });
});

describe('the output schema of SDK 1', () => {
  it('is the zod schema of the gate, while gatedTool judges by its rules', async () => {
    const server = new ServerOf1(info);
    server.registerTool(
      'task',
      { inputSchema: about, outputSchema: taskSchema },
      gatedTool(taskGate, { context }, ({ topic }) => ({ title: 'FAQ', owner: topic })),
    );
    const client = new ClientOf1(info);
    const [there, here] = TransportOf1.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    const { tools } = await client.listTools();
    expect(tools[0]?.outputSchema).toMatchObject({ required: ['title', 'owner'] });
    const ask = (topic: string) => client.callTool({ name: 'task', arguments: { topic } });
    expect(await ask('kim')).toMatchObject({ structuredContent: { owner: 'kim' } });
    expect(await ask('mallory')).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('mallory is not on the team') }],
    });
  });

  it('takes the defaults of the gate', async () => {
    const schema = z.object({ title: z.string(), days: z.number().default(1) });
    const server = new ServerOf1(info);
    const gate = defineGate({ name: 'days', schema });
    server.registerTool(
      'task',
      { inputSchema: about, outputSchema: schema },
      gatedTool(gate, {}, () => ({ title: 'FAQ', more: true })),
    );
    const client = new ClientOf1(info);
    const [there, here] = TransportOf1.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    await client.listTools();
    expect(await client.callTool(call)).toMatchObject({
      structuredContent: { title: 'FAQ', days: 1 },
    });
  });

  it('is no Standard Schema', () => {
    const outputSchema = gateSchema(taskGate, { context });
    const handler = gatedTool(taskGate, { context }, () => faq);
    // Once this fails, SDK 1 takes Standard Schemas: the docs that name it are to be changed.
    expect(() =>
      new ServerOf1(info).registerTool('task', { outputSchema: outputSchema as never }, handler),
    ).toThrow('must be a Zod schema');
  });
});

describe('readToolResult', () => {
  const text = (...texts: readonly string[]) => ({
    content: texts.map((each) => ({ type: 'text', text: each })),
  });
  const rejection = (result: object): unknown => {
    try {
      return readToolResult(taskGate, result, { context });
    } catch (error) {
      return error;
    }
  };

  it('reads the value in the text of a server that sends no structured content', () => {
    const value = readToolResult(taskGate, text('Done:', JSON.stringify(faq)), { context });
    expect(value).toEqual(faq);
    expect(isGated(value, taskGate)).toBe(true);
  });

  it.each([
    ['a wrong value', { structuredContent: { title: 'FAQ', owner: 'mallory' } }, 'attempts'],
    ['a text without a value', text('nothing today'), 'attempts'],
    ['an empty result', { content: [] }, 'attempts'],
    ['an image', { content: [{ type: 'image', data: '', mimeType: 'image/png' }] }, 'attempts'],
    ['an error of the tool', { ...text('disk full'), isError: true }, 'generate-failed'],
  ])('rejects %s', (_what, result, reason) => {
    const error = rejection(result);
    expect(GateRejectedError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ outcome: { reason } });
    // No attempt of a model has failed.
    expect(String(error)).toMatch(/rejected the result of the tool|the tool reported an error/);
  });

  it('keeps the words of the tool as the cause', () => {
    expect(rejection({ ...text('disk full'), isError: true })).toMatchObject({
      cause: new Error('disk full'),
    });
  });

  it('refuses what is not a result', () => {
    expect(rejection({ value: 1 })).toMatchObject({
      message: expect.stringContaining('pass what client.callTool() returned'),
    });
  });
});

describe('a value that cannot be written as JSON', () => {
  const cyclic: Record<string, unknown> = { title: 'FAQ' };
  cyclic['self'] = cyclic;
  const trap = (): never => {
    throw new Error('the password is hunter2');
  };

  it.each([
    ['a cycle', cyclic, 'contains itself'],
    ['a bigint', { title: 'FAQ', owner: 1n }, 'bigint'],
    [
      'a getter that throws',
      Object.defineProperty({}, 'title', { get: trap, enumerable: true }),
      'JSON',
    ],
    [
      'a proxy that throws',
      new Proxy({}, { get: (_target, name) => name !== 'then' && trap(), ownKeys: trap }),
      'JSON',
    ],
    ['a toJSON that throws', { title: 'FAQ', toJSON: trap }, 'JSON'],
    ['a result with a cycle', { structuredContent: cyclic }, 'contains itself'],
  ])('is refused: %s', async (_, made, reason) => {
    const result = await gatedTool(taskGate, { context }, () => made)();
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain(reason);
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('is refused where a transform of the schema has made it', async () => {
    const gate = defineGate({ name: 'big', schema: z.object({ n: z.number().transform(BigInt) }) });
    const verdict = gate.validate({ n: 1 });
    const result = await gatedTool(gate, {}, () => verdict.ok && verdict.value)();
    expect(result).toMatchObject({ isError: true });
    expect(() => readToolResult(taskGate, { structuredContent: cyclic }, { context })).toThrow(
      GateRejectedError,
    );
  });
});
