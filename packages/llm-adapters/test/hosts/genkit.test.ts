import { generate, generateStream, type MessageData } from '@genkit-ai/ai';
import { configureFormats } from '@genkit-ai/ai/formats';
import { defineModel, type GenerateResponseData, type ModelMiddleware } from '@genkit-ai/ai/model';
import { retry } from '@genkit-ai/ai/model/middleware';
import { defineTool } from '@genkit-ai/ai/tool';
import { GenkitError, z } from '@genkit-ai/core';
import { logger } from '@genkit-ai/core/logging';
import { initNodeFeatures } from '@genkit-ai/core/node';
import { Registry } from '@genkit-ai/core/registry';
import { GateRejectedError, isGated } from '@kanmon/core/gate';
import OpenAI, { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { gateMiddleware } from '../../src/genkit.ts';
import { asRecord } from '../../src/wire/read.ts';
import { context as team, faq, taskGate } from './cases.ts';
import { describeHost, type HostAnswer, type HostCall } from './describe-host.ts';
import { promptOf, startFakeOpenAi } from './fake-openai.ts';

// The package `genkit` does so when it is loaded.
initNodeFeatures();
// Its retries warn of what the cases provoke.
logger.setLogLevel('error');

/** Defines a model over the SDK of its provider, as a plugin of Genkit does. */
function createRegistry(baseURL: string): Registry {
  const registry = new Registry();
  configureFormats(registry);
  const openai = new OpenAI({ apiKey: 'test', baseURL, maxRetries: 0 });
  defineModel(
    registry,
    { apiVersion: 'v2', name: 'fake', supports: { tools: true, multiturn: true } },
    async (
      { messages, tools = [], toolChoice },
      { streamingRequested, sendChunk, abortSignal },
    ) => {
      const body = {
        model: 'fake-1',
        messages: messages.map(toChatMessage),
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map(({ name, inputSchema }) => ({
                type: 'function' as const,
                function: { name, parameters: asRecord(inputSchema) },
              })),
              tool_choice: toolChoice ?? ('auto' as const),
            }),
      };
      const ask = (): PromiseLike<OpenAI.ChatCompletion> => {
        if (!streamingRequested)
          return openai.chat.completions.create(body, { signal: abortSignal });
        const stream = openai.chat.completions.stream(
          { ...body, stream_options: { include_usage: true } },
          { signal: abortSignal },
        );
        stream.on('content', (text) => sendChunk({ content: [{ text }] }));
        return stream.finalChatCompletion();
      };
      try {
        return toResponse(await ask());
      } catch (error) {
        if (!(error instanceof APIError) || error.status !== 429) throw error;
        throw new GenkitError({ status: 'RESOURCE_EXHAUSTED', message: error.message });
      }
    },
  );
  return registry;
}

function toChatMessage({ role, content }: MessageData): OpenAI.ChatCompletionMessageParam {
  const text = content.map((part) => part.text ?? '').join('');
  const call = content.find((part) => part.toolRequest !== undefined)?.toolRequest;
  const answer = content.find((part) => part.toolResponse !== undefined)?.toolResponse;
  if (answer !== undefined) {
    const output = JSON.stringify(answer.output);
    return { role: 'tool', tool_call_id: answer.ref ?? '', content: output };
  }
  if (call !== undefined) {
    const { name, ref = '', input } = call;
    const made = { name, arguments: JSON.stringify(input) };
    return { role: 'assistant', tool_calls: [{ id: ref, type: 'function', function: made }] };
  }
  return {
    role: role === 'model' ? 'assistant' : role === 'system' ? role : 'user',
    content: text,
  };
}

function toResponse({ choices: [choice], usage }: OpenAI.ChatCompletion): GenerateResponseData {
  const { content, tool_calls = [] } = choice?.message ?? {};
  const finish = choice?.finish_reason;
  const calls = tool_calls.flatMap((call) =>
    call.type === 'function'
      ? {
          toolRequest: {
            name: call.function.name,
            ref: call.id,
            input: JSON.parse(call.function.arguments) as unknown,
          },
        }
      : [],
  );
  return {
    message: {
      role: 'model',
      content: [
        ...(content === null || content === undefined ? [] : [{ text: content }]),
        ...calls,
      ],
    },
    finishReason: finish === 'content_filter' ? 'blocked' : finish === 'length' ? 'length' : 'stop',
    usage: {
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
      cachedContentTokens: usage?.prompt_tokens_details?.cached_tokens,
      thoughtsTokens: usage?.completion_tokens_details?.reasoning_tokens,
    },
  };
}

describeHost({
  name: 'gateMiddleware in generate of Genkit',
  cannot: {},
  open({ baseUrl, gate, context, budget, onOutcome }) {
    const registry = createRegistry(baseUrl);
    defineTool(
      registry,
      {
        name: 'lookup',
        description: 'Looks a person up',
        inputSchema: z.object({ name: z.string() }),
        outputSchema: z.object({ known: z.boolean() }),
      },
      async () => ({ known: true }),
    );
    const middleware = gateMiddleware(gate, { context, budget, onOutcome });
    const prepare = ({ prompt, json, tool, signal }: HostCall) => {
      // The response of Genkit has the usage of the last step only.
      const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, reasoningTokens: 0 };
      const meter: ModelMiddleware = async (request, next) => {
        const response = await next(request);
        usage.inputTokens += response.usage?.inputTokens ?? 0;
        usage.outputTokens += response.usage?.outputTokens ?? 0;
        usage.cachedInputTokens += response.usage?.cachedContentTokens ?? 0;
        usage.reasoningTokens += response.usage?.thoughtsTokens ?? 0;
        return response;
      };
      const options = {
        model: 'fake',
        prompt,
        tools: tool ? ['lookup'] : [],
        ...(json ? { output: { format: 'json' } } : {}),
        ...(signal === undefined ? {} : { abortSignal: signal }),
        use: [meter, middleware, retry({ maxRetries: 1, initialDelayMs: 1, noJitter: true })],
      };
      const answerOf = (response: {
        readonly output: unknown;
        readonly text: string;
      }): HostAnswer => {
        // As the docs describe: Genkit copies the output, so that it is judged again.
        const verdict = gate.validate(response.output, context);
        const { text } = response;
        return json
          ? { value: verdict.ok ? verdict.value : undefined, text, usage }
          : { text, usage };
      };
      return { options, answerOf };
    };
    return {
      async generate(call) {
        const { options, answerOf } = prepare(call);
        try {
          return answerOf(await generate(registry, options));
        } catch (error) {
          return { error };
        }
      },
      async stream(call) {
        const { options, answerOf } = prepare(call);
        const events: unknown[] = [];
        const { stream, response } = generateStream(registry, options);
        try {
          for await (const chunk of stream) events.push(chunk.toJSON());
          return { ...answerOf(await response), events };
        } catch (error) {
          await response.catch(() => undefined);
          return { error, events };
        }
      },
    };
  },
});

describe('Genkit', () => {
  const ask = async (text: string, options: object): Promise<unknown> => {
    const server = await startFakeOpenAi();
    server.play('once', [{ text }]);
    const registry = createRegistry(server.baseUrl);
    const { output }: { readonly output: unknown } = await generate(registry, {
      model: 'fake',
      prompt: promptOf('once'),
      ...options,
    });
    await server.close();
    return output;
  };

  it('lets a value through that a refinement of its schema refuses, without a gate', async () => {
    const owner = z.string().refine((name) => name !== 'bob');
    const output = await ask('{"owner": "bob"}', { output: { schema: z.object({ owner }) } });
    // Once this fails, Genkit has closed the gap: the docs that name it are to be changed.
    expect(output).toEqual({ owner: 'bob' });
  });

  it.each([
    { contentType: 'application/json' },
    { contentType: 'Application/JSON; charset=utf-8' },
    { format: 'array' },
  ])('is judged when it is asked for by %j', async (output) => {
    const refused = ask(JSON.stringify({ ...asRecord(faq), owner: 'nobody' }), {
      output,
      use: [gateMiddleware(taskGate, { context: team, budget: { maxAttempts: 1 } })],
    });
    await expect(refused).rejects.toThrow(GateRejectedError);
  });

  it.each([
    {},
    { format: 'text' },
    { contentType: 'text/plain' },
    { contentType: 'application/jsonl' },
  ])('is left alone when it is asked for by %j', async (output) => {
    const use = [gateMiddleware(taskGate, { context: team, budget: { maxAttempts: 1 } })];
    await expect(ask('The owner is bob.', { output, use })).resolves.toBeDefined();
  });

  it('copies an output that has passed, so that the copy is to be judged again', async () => {
    const output = await ask(JSON.stringify(faq), {
      output: { format: 'json' },
      use: [gateMiddleware(taskGate, { context: team })],
    });
    expect(output).toEqual(faq);
    expect(isGated(output)).toBe(false);
    expect(taskGate.validate(output, team).ok).toBe(true);
  });
});
