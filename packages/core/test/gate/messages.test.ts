import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  assertGated,
  defineGate,
  defineRule,
  type GateDefinition,
  gateSchema,
  parseRun,
  runGate,
  serializeRun,
  toEvents,
} from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { thrownBy } from '../support.ts';
import { adviceGate, context, task } from './advice-gate.ts';
import { nonsense } from './run-helpers.ts';

const schema = z.object({ a: z.string() });
const rule = defineRule({ id: 'r', codes: ['c'], check: () => undefined });
const late = { version: 1, vendor: 'own', validate: async () => Promise.resolve({ value: 1 }) };

describe('a definition that cannot work is refused', () => {
  it.each<[Partial<GateDefinition<unknown, undefined>>, string]>([
    [{ name: '' }, 'expected a name for the gate, got ""'],
    [{ name: nonsense('5') }, 'expected a name for the gate, got 5'],
    [
      { schema: nonsense('{}') },
      'expected a Standard Schema (zod 4, valibot, ArkType ...) as the schema of gate "g", got object without "~standard"',
    ],
    [
      { schema: nonsense('5') },
      'expected a Standard Schema (zod 4, valibot, ArkType ...) as the schema of gate "g", got number without "~standard"',
    ],
    [
      { schema: { '~standard': nonsense(JSON.stringify({ ...late, validate: 1 })) } },
      'expected a Standard Schema (zod 4, valibot, ArkType ...) as the schema of gate "g", got object without "~standard"',
    ],
    [
      { schema: { '~standard': { ...late, version: 1 } } },
      'expected a synchronous schema, got one of own that returns a promise; move asynchronous refinements and transforms before or after the gate',
    ],
    [{ rules: nonsense('{}') }, 'gate "g", rule undefined: expected an id'],
    [{ rules: nonsense('[null]') }, 'gate "g", rule undefined: expected an id'],
    [{ rules: [{ ...rule, id: '' }] }, 'gate "g", rule "": expected an id'],
    [{ rules: [{ ...rule, id: nonsense('5') }] }, 'gate "g", rule 5: expected an id'],
    [
      { rules: [{ ...rule, id: 'schema' }] },
      'gate "g", rule "schema": the id "schema" belongs to findings of the schema',
    ],
    [
      { rules: [{ ...rule, codes: [] }] },
      'gate "g", rule "r": expected at least one code in `codes`, or texts in `messages`',
    ],
    [
      { rules: [{ ...rule, codes: nonsense('"c"') }] },
      'gate "g", rule "r": expected at least one code in `codes`, or texts in `messages`',
    ],
    [
      { rules: [{ ...rule, severity: nonsense('"may"') }] },
      'gate "g", rule "r": expected the severity \'must\' or \'should\', got "may"',
    ],
    [
      { rules: [{ ...rule, check: nonsense('{}') }] },
      'gate "g", rule "r": expected a function `check`',
    ],
    [
      { rules: [{ ...rule, select: ['/a', 'b'] }] },
      'gate "g", rule "r": expected a list of JSON Pointer patterns in `select` ([\'/options/*/risks\']), got ["/a","b"]',
    ],
  ])('%#', (changes, message) => {
    const error = thrownBy(() => defineGate({ name: 'g', schema, ...changes }));
    expect(error).toMatchObject({ name: 'GateDefinitionError', message });
  });
});

describe('misuse is refused', () => {
  it('of a value that no gate passed', () => {
    expect(thrownBy(() => assertGated({}))).toHaveProperty(
      'message',
      'expected a value that a gate passed, got one that no gate passed; take it from validate() or runGate() and hand it on as it is, not as a copy',
    );
    expect(thrownBy(() => assertGated(3))).toHaveProperty(
      'message',
      'expected an object or an array, got 3, which cannot be told from another one like it; put it into an object before the gate',
    );
  });

  it('of a text that is not a text', () => {
    const gate = defineGate({ name: 'g', schema: z.object({}) });
    for (const absent of [null, undefined]) {
      expect(gate.read(absent as never).findings).toMatchObject([{ code: 'empty' }]);
    }
    expect(() => gate.read({} as never)).toThrow(
      'expected a text, got an object; use gate.validate for a value',
    );
  });

  it('of a locale, also for a value that passes', () => {
    const gate = defineGate({ name: 'g', schema: z.object({}) });
    const message = `expected options.locale to be 'en' or 'ja', got "ja-JP"`;
    const locale = 'ja-JP' as never;
    expect(() => gate.validate({}, undefined, { locale })).toThrow(message);
    expect(() => gate.read('{}', undefined, { locale })).toThrow(message);
    expect(() => gateSchema(gate, { locale })).toThrow(message);
    expect(() => gateSchema(undefined as never)).toThrow('expected a gate of defineGate');
  });

  const client = createScriptedClient(['{}']);
  it.each([
    [
      { client: nonsense('{}') },
      'expected options.client to be an object with generate, got an object',
    ],
    [
      { messages: [] },
      'expected options.messages to be at least one message that states the task, got an array',
    ],
    [
      { messages: nonsense('"do"') },
      'expected options.messages to be at least one message that states the task, got "do"',
    ],
    [
      { budget: { maxCost: 1 } },
      'expected options.price to be a function, since budget.maxCost is set, got undefined',
    ],
    [{ deadline: Number.NaN }, 'expected options.deadline to be epoch milliseconds, got NaN'],
    [
      { deadline: nonsense('"2026-01-01"') },
      'expected options.deadline to be epoch milliseconds, got "2026-01-01"',
    ],
    [
      { messages: nonsense('[{"role":"user"}]') },
      "expected options.messages[0] to be { role: 'system' | 'user' | 'assistant', content: string }, got { role: \"user\", content: undefined }",
    ],
    [
      { messages: nonsense('[{"role":"user","content":[{"type":"text","text":"x"}]}]') },
      'got { role: "user", content: an array }',
    ],
    [
      { messages: nonsense('[{"role":"tool","content":"x"}]') },
      'got { role: "tool", content: "x" }',
    ],
    [{ messages: nonsense('["do"]') }, 'got { role: undefined, content: undefined }'],
    [{ clock: nonsense('{}') }, 'expected options.clock to be an object with now, got an object'],
    [{ ids: nonsense('{}') }, 'expected options.ids to be an object with next, got an object'],
    [{ signal: nonsense('{}') }, 'expected options.signal to be an object with addEventListener'],
    [{ logger: nonsense('{}') }, 'expected options.logger to be an object with warn'],
    [{ onEvent: nonsense('5') }, 'expected options.onEvent to be a function, got 5'],
    [{ stream: nonsense('"yes"') }, 'expected options.stream to be true or false, got "yes"'],
    [{ budget: nonsense('5') }, 'expected an options object for a budget, got 5'],
    [{ locale: nonsense('"fr"') }, "expected options.locale to be 'en' or 'ja', got \"fr\""],
    [{ log: nonsense('"none"') }, "expected options.log to be 'full' or 'digest', got \"none\""],
    [
      { correction: { mode: nonsense('"all"') } },
      "expected options.correction.mode to be 'auto' or 'patch' or 'full', got \"all\"",
    ],
  ])('of the options %#', async (options, message) => {
    await expect(
      runGate(adviceGate, { client, context, messages: task, ...options }),
    ).rejects.toThrow(message);
  });

  const event =
    '{"runId":"r","at":"2026-01-01T00:00:00.000Z","attempt":0,"type":"run-started","gate":"g","budget":{}}';
  it.each([
    ['no JSON', 'not json'],
    ['an unknown type', event.replace('run-started', 'run-stopped')],
    ['no run', event.replace('"runId":"r",', '')],
    ['no time', event.replace('"at":"2026-01-01T00:00:00.000Z",', '')],
    ['no attempt', event.replace('"attempt":0', '"attempt":0.5')],
    ['a list', `[${event}]`],
    ['null', 'null'],
  ])('of a log with %s', (_name, line) => {
    expect(thrownBy(() => parseRun(`${event}\n\n${line}\n`))).toHaveProperty(
      'message',
      `expected an event of a gate run as JSON on line 3, got ${JSON.stringify(line.slice(0, 80))}; pass the text that serializeRun wrote`,
    );
    expect(parseRun(`${event}\n \n`)).toHaveLength(1);
    expect(() => parseRun(undefined as never)).toThrow(
      'expected the text that serializeRun wrote, got undefined',
    );
    for (const write of [serializeRun, toEvents]) {
      expect(() => write({ events: [] } as never)).toThrow(
        'expected the events of a run, such as outcome.events, got an object',
      );
    }
  });
});
