import { generate } from '@genkit-ai/ai';
import type { Registry } from '@genkit-ai/core/registry';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import type { Runnable } from '@langchain/core/runnables';
import type { ChatOpenAI } from '@langchain/openai';
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { type Gated, gateSchema } from '@kanmon/core/gate';
import { Agent, type Model, OpenAIChatCompletionsModel, run } from '@openai/agents';
import { createAgent } from 'langchain';
import type OpenAI from 'openai';
import { expectTypeOf } from 'vitest';
import * as z from 'zod';
import { gateMiddleware as genkitMiddleware } from '../../src/genkit.ts';
import { fromLangChain, gated, gateMiddleware } from '../../src/langchain.ts';
import { gatedTool, readToolResult } from '../../src/mcp.ts';
import { gateGuardrail, gateModel } from '../../src/openai-agents.ts';
import { context, taskGate } from './cases.ts';

type Task = Gated<{ title: string; owner: string; notes?: string[] | undefined }>;

// LangChain: one line in a chain, and one in an agent.
declare const chat: ChatOpenAI;
const chain = ChatPromptTemplate.fromTemplate('{question}').pipe(
  gated(chat, taskGate, { context }),
);
expectTypeOf(chain).toExtend<Runnable<{ question: string }, Task>>();
expectTypeOf(chain.invoke({ question: '' })).resolves.toEqualTypeOf<Task>();
expectTypeOf(fromLangChain).toBeCallableWith(chat);
const planner = createAgent({
  model: chat,
  responseFormat: z.object({ title: z.string() }),
  middleware: [gateMiddleware(taskGate, { context })],
});
// The type is that of the response format; the value is the gated one.
expectTypeOf((await planner.invoke({ messages: [] })).structuredResponse).toEqualTypeOf<{
  title: string;
}>();
// @ts-expect-error the rules need their context
gated(chat, taskGate, {});
// @ts-expect-error the rules need their context
gateMiddleware(taskGate);

// OpenAI Agents: two lines, and `finalOutput` is gated.
declare const openai: OpenAI;
const model = gateModel(new OpenAIChatCompletionsModel(openai, 'gpt-5-mini'), taskGate, {
  context,
});
expectTypeOf(model).toExtend<Model>();
const agent = new Agent({
  name: 'planner',
  model,
  outputType: gateSchema(taskGate, { context }),
  outputGuardrails: [gateGuardrail(taskGate, { context })],
});
expectTypeOf((await run(agent, '')).finalOutput).toEqualTypeOf<Task | undefined>();
// @ts-expect-error a name is not a model
gateModel('gpt-5-mini', taskGate, { context });

// Genkit: one line.
declare const registry: Registry;
expectTypeOf(generate).toBeCallableWith(registry, {
  prompt: '',
  output: { format: 'json' },
  use: [genkitMiddleware(taskGate, { context })],
});

// MCP: the handler gets the typed input of the tool, and a gate is an output schema.
const about = z.object({ topic: z.string() });
new McpServer({ name: 'tasks', version: '1.0.0' }).registerTool(
  'task',
  { inputSchema: about, outputSchema: gateSchema(taskGate, { context }) },
  gatedTool(taskGate, { context }, ({ topic }) => {
    expectTypeOf(topic).toEqualTypeOf<string>();
    return { title: topic };
  }),
);
expectTypeOf(gateSchema(taskGate, { context })).toExtend<StandardSchemaWithJSON>();
expectTypeOf(readToolResult(taskGate, {}, { context })).toEqualTypeOf<Task>();
