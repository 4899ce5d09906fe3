import { InvalidArgumentError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { gateOutput } from '../src/ai-sdk.ts';
import { describeProviders } from '../src/env.ts';
import { answerStep, createMockClient, requestKey } from '../src/index.ts';
import { gateGuardrail } from '../src/openai-agents.ts';

const client = createMockClient(['a']);
const functions: Readonly<Record<string, (value: never) => unknown>> = {
  answerStep: async (value) => answerStep(client, value),
  'requestKey without a request': (value) => requestKey(client, value),
  'requestKey without a client': (value) => requestKey(value, { messages: [] }),
  describeProviders: (value) => describeProviders(value ?? (5 as never)),
  gateOutput: (value) => gateOutput(value),
  gateGuardrail: (value) => gateGuardrail(value),
};

describe('an argument that is absent', () => {
  it.each(Object.entries(functions))('is named by %s', async (_name, call) => {
    for (const value of [undefined as never, null as never]) {
      const error: unknown = await Promise.resolve()
        .then(() => call(value))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect(String(error)).toMatch(/expected .* got (?:undefined|null|5|a number)/);
    }
  });
});
