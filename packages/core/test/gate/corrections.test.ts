import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { contentHash, type LogMethod, sha256Hex, silentLogger } from '@kanmon/core';
import { defineGate, type GateEvent, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { advice, adviceGate, context, task } from './advice-gate.ts';
import { run, story } from './run-helpers.ts';

const good = JSON.stringify(advice());
const unknownTarget = JSON.stringify(advice({ target: 'n9' }));
const operation = '{"op":"replace","path":"/target","value":"n2"}';
const budget = { maxAttempts: 5 };

function only(events: readonly GateEvent[], type: GateEvent['type']): unknown {
  return events.find((event) => event.type === type);
}

describe('a patch is asked for', () => {
  it('by a schema that describes an operation', async () => {
    const { client } = await run([unknownTarget, `{"patch":[${operation}]}`]);
    expect(client.calls[1]?.output).toEqual({
      type: 'json',
      name: 'advice',
      schema: {
        type: 'object',
        properties: {
          patch: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                op: { type: 'string', enum: ['add', 'replace', 'remove'] },
                path: { type: 'string' },
                value: {},
              },
              required: ['op', 'path'],
            },
          },
        },
        required: ['patch'],
      },
    });
    expect(client.calls[1]?.messages.at(-1)?.role).toBe('user');
  });

  it.each<[string, string, string]>([
    [
      'a test and a change',
      `{"patch":[{"op":"test","path":"/target","value":"n9"},${operation}]}`,
      'passed',
    ],
    ['a removal', '{"patch":[{"op":"remove","path":"/target"}]}', 'rejected'],
    ['a move', '{"patch":[{"op":"move","from":"/summary","path":"/target"}]}', 'rejected'],
    ['a copy', '{"patch":[{"op":"copy","from":"/options/0/label","path":"/target"}]}', 'rejected'],
  ])('and answered by %s', async (_name, reply, status) => {
    const { outcome } = await run([unknownTarget, reply], { budget: { maxAttempts: 2 } });
    expect(outcome.status).toBe(status);
  });

  it('and a copy or a move is refused by its operation', async () => {
    const move = '{"patch":[{"op":"move","from":"/summary","path":"/target"}]}';
    const { events } = await run([unknownTarget, move], { budget: { maxAttempts: 2 } });
    expect(only(events, 'patch-refused')).toMatchObject({
      problem: { code: 'operation-not-allowed', operation: 0, path: '/target' },
    });
  });

  it('and a cut one is refused as a whole', async () => {
    const cut = `{"patch":[${operation}`;
    const { events, outcome } = await run([unknownTarget, cut], { budget: { maxAttempts: 2 } });
    expect(only(events, 'patch-refused')).toMatchObject({
      problem: { code: 'not-a-patch', operation: -1, path: '' },
    });
    expect(outcome.attempts[1]).toMatchObject({
      extracted: true,
      findings: [{ code: 'unknown-id' }],
    });
  });

  it.each<[string, string, readonly string[]]>([
    // Neither in an envelope nor alone is an empty list an operation; alone it is no patch at all.
    ['an empty list in its envelope', '{"patch":[]}', ['value-extracted', 'patch-applied']],
    ['a list alone', `[${operation}]`, ['value-extracted', 'patch-applied']],
    ['an empty list alone', '[]', ['extraction-refused no-match']],
    ['a list with something else in it', `[${operation},5]`, ['extraction-refused no-match']],
    ['an operation without a path', '{"patch":[{"op":"remove"}]}', ['extraction-refused no-match']],
    ['an operation without an op', '{"patch":[{"path":"/a"}]}', ['extraction-refused no-match']],
    ['an envelope of something else', '{"patch":5}', ['extraction-refused no-match']],
    ['an object with other members', '{"a":1,"b":2}', ['extraction-refused no-match']],
    [
      'half of the members',
      '{"target":"n1","summary":"s"}',
      ['value-extracted', 'findings required'],
    ],
    ['less than half of them', '{"target":"n1"}', ['extraction-refused no-match']],
  ])('and answered by %s', async (_name, reply, told) => {
    const { events } = await run([unknownTarget, reply], { budget: { maxAttempts: 2 } });
    const second = story(events.filter(({ attempt }) => attempt === 2));
    expect(second.slice(2, 2 + told.length)).toEqual(told);
  });

  it('and the patch is taken before the whole value beside it', async () => {
    const reply = `${unknownTarget}\n{"patch":[${operation}]}\n${unknownTarget}`;
    const { outcome } = await run([unknownTarget, reply]);
    expect(outcome).toMatchObject({ status: 'passed', value: advice({ target: 'n2' }) });
  });
});

describe('how a value is found', () => {
  const schema = z.object({ title: z.string(), n: z.number() });
  const found = async (text: string, extract?: object) => {
    const gate = defineGate({ name: 'g', schema, ...(extract === undefined ? {} : { extract }) });
    const client = createScriptedClient([text]);
    const outcome = await runGate(gate, { client, messages: task, budget: { maxAttempts: 1 } });
    return outcome.status === 'passed' ? outcome.value : story(outcome.events)[3];
  };
  const two =
    '{"other":1,"more":{"much":[1,2,3]},"long":"longer than the other"} {"title":"t","n":1}';

  it('is by the members that the schema names', async () => {
    expect(await found(two)).toEqual({ title: 't', n: 1 });
    expect(await found('{"result":{"title":"t","n":1}}')).toEqual({ title: 't', n: 1 });
  });

  it('follows the definition where it has one', async () => {
    expect(await found(two, { keys: ['other'] })).toBe('value-extracted');
    expect(await found(two, { accept: () => 0 })).toBe('extraction-refused no-match');
    expect(await found('{"title":"t","n":1', { allow: 'lossless' })).toBe('value-extracted');
    expect(await found('{"title":"t" "n":1}', { allow: 'lossless' })).toBe(
      'extraction-refused repair-not-allowed',
    );
    expect(await found('{"title":"t" "n":1}')).toEqual({ title: 't', n: 1 });
    expect(await found('{"title":"t",...,"n":1}')).toBe('extraction-refused repair-not-allowed');
    expect(await found('{"title":"t",...,"n":1}', { root: 'object' })).toBe(
      'extraction-refused repair-not-allowed',
    );
  });

  it('falls back to any object only where none has a wanted member', async () => {
    expect(await found('{"foo":1}')).toBe('value-extracted');
    expect(await found('nothing here')).toBe('extraction-refused no-json');
  });
});

describe('the best attempt', () => {
  const bestOf = async (...answers: readonly string[]): Promise<unknown> => {
    const { outcome } = await run([...answers], {
      budget: { maxAttempts: answers.length },
      correction: { mode: 'full', continueTruncated: false },
    });
    return outcome.status === 'rejected' && outcome.best?.attempt;
  };
  const long = 'long '.repeat(20);
  const one = JSON.stringify(advice({ target: 'n9' }));
  const oneAndShould = JSON.stringify(advice({ target: 'n8', summary: long }));
  const two = JSON.stringify(advice({ target: 'n7', summary: '' }));

  it('has the fewest Musts, then the fewest Shoulds, and is the earliest of equals', async () => {
    expect(await bestOf(one, two)).toBe(1);
    expect(await bestOf(two, one)).toBe(2);
    expect(await bestOf(oneAndShould, one)).toBe(2);
    expect(await bestOf(one, oneAndShould)).toBe(1);
    expect(await bestOf(two, oneAndShould)).toBe(2);
    expect(await bestOf(one, JSON.stringify(advice({ target: 'n6' })))).toBe(1);
  });

  it('is a complete one before a cut one, whatever their findings', async () => {
    const cut = good.slice(0, -1);
    expect(await bestOf(cut, two)).toBe(2);
    expect(await bestOf(two, cut)).toBe(1);
  });

  it('is absent where nothing was extracted', async () => {
    const { outcome } = await run(['no json'], { budget: { maxAttempts: 1 } });
    expect(outcome).not.toHaveProperty('best');
  });
});

describe('progress', () => {
  it('is a new start after an answer that could not be read', async () => {
    const { outcome } = await run(
      [unknownTarget, 'no json', JSON.stringify(advice({ target: 'n9', summary: 'Other.' })), good],
      {
        budget,
        correction: { mode: 'full' },
      },
    );
    expect(outcome.attempts).toHaveLength(4);
    expect(outcome.status).toBe('passed');
  });

  it('is judged by Musts alone', async () => {
    const words = JSON.stringify(advice({ target: 'n9', summary: 'long '.repeat(20) }));
    const { outcome } = await run([unknownTarget, words, good], {
      budget,
      correction: { mode: 'full' },
    });
    expect(outcome).toMatchObject({ reason: 'no-progress', attempts: { length: 2 } });
  });
});

describe('a digest', () => {
  it('holds hashes where texts would be, and all the rest', async () => {
    const { events } = await run(
      [
        JSON.stringify({ ...advice({ target: 'secret' }), summary: 5 }),
        `{"patch":[${operation},{"op":"replace","path":"/summary","value":"s"}]}`,
      ],
      { log: 'digest' },
    );
    expect(only(events, 'findings-reported')).toMatchObject({
      findings: [
        {
          rule: 'schema',
          code: 'wrong-type',
          path: '/summary',
          params: { expected: 'string', received: 'number' },
        },
        {
          rule: 'known-target',
          code: 'unknown-id',
          severity: 'must',
          path: '/target',
          params: { id: `sha256:${sha256Hex('secret')}` },
        },
      ],
    });
    expect(only(events, 'patch-applied')).toMatchObject({
      type: 'patch-applied',
      operations: [
        { op: 'replace', path: '/target', valueHash: contentHash('n2') },
        { op: 'replace', path: '/summary', valueHash: contentHash('s') },
      ],
    });
  });

  it('hides what the message of a schema quotes, and keeps numbers', async () => {
    const gate = defineGate({
      name: 'g',
      schema: z.object({ a: z.string().refine(() => false, 'quotes secret') }),
    });
    const client = createScriptedClient(['{"a":"secret"}']);
    const outcome = await runGate(gate, {
      client,
      messages: task,
      log: 'digest',
      budget: { maxAttempts: 1 },
    });
    expect(only(outcome.events, 'findings-reported')).toMatchObject({
      findings: [{ params: { message: `sha256:${sha256Hex('quotes secret')}` } }],
    });
  });

  it('of a removal has no value', async () => {
    const extra = JSON.stringify({ ...advice({ target: 'n9' }), extra: 1 });
    const { events } = await run([extra, '{"patch":[{"op":"remove","path":"/target"}]}'], {
      log: 'digest',
      budget: { maxAttempts: 2 },
    });
    expect(only(events, 'patch-applied')).toMatchObject({
      operations: [{ op: 'remove', path: '/target' }],
    });
  });
});

/** The compiler lets a function that returns something stand for one that returns nothing. */
function failsLater(): unknown {
  return Promise.reject(new Error('late'));
}

describe('a listener', () => {
  it('may return a promise that fails, which is a warning', async () => {
    const logger = { ...silentLogger, warn: vi.fn<LogMethod>() };
    const outcome = await runGate(adviceGate, {
      client: createScriptedClient([good]),
      context,
      messages: task,
      onEvent: failsLater,
      logger,
    });
    expect(outcome.status).toBe('passed');
    expect(logger.warn).toHaveBeenCalledTimes(1);
  });
});
