import { openai } from '@ai-sdk/openai';
import { openai as openaiV2 } from '@ai-sdk/openai-v2';
import { openai as openaiV3 } from '@ai-sdk/openai-v3';
import { defineGate, type Gated } from '@kanmon/core/gate';
import type { DeepPartial } from '@kanmon/core/stream';
import * as ai7 from 'ai';
import * as ai5 from 'ai-v5';
import * as ai6 from 'ai-v6';
import { expectTypeOf } from 'vitest';
import * as z from 'zod';
import { gateMiddleware, gateOutput, repairToolCall, withGate } from '../../src/ai-sdk.ts';
import { context, taskGate } from './cases.ts';

type Task = { title: string; owner: string; notes?: string[] | undefined };
const prompt = 'x';

// AI SDK 7: one spread; the output is gated without a cast.
const model = openai('gpt-5-mini');
const { output } = await ai7.generateText({ ...withGate(taskGate, { model, context }), prompt });
expectTypeOf(output).toEqualTypeOf<Gated<Task>>();
const streamed = ai7.streamText({ ...withGate(taskGate, { model, context }), prompt });
expectTypeOf(await streamed.output).toEqualTypeOf<Gated<Task>>();
for await (const partial of streamed.partialOutputStream) {
  // The type of a gate that was written by hand has no input.
  expectTypeOf(partial).toEqualTypeOf<unknown>();
}
const due = defineGate({
  name: 'due',
  schema: z.object({
    due: z.iso.date().transform((date) => new Date(date).getTime()),
    size: z.number().default(1),
    tags: z.string().transform((text) => text.split(',')),
  }),
});
type Due = { due: string; size?: number | undefined; tags: string };
for await (const partial of ai7.streamText({ ...withGate(due, { model }), prompt })
  .partialOutputStream) {
  expectTypeOf(partial).toEqualTypeOf<DeepPartial<Due>>();
}
for await (const partial of ai6.streamText({
  ...withGate(due, { model: openaiV3('gpt-5-mini') }),
  prompt,
}).partialOutputStream) {
  expectTypeOf(partial).toEqualTypeOf<DeepPartial<Due>>();
}
for await (const partial of ai5.streamText({
  ...withGate(due, { model: openaiV2('gpt-5-mini') }),
  prompt,
}).experimental_partialOutputStream) {
  expectTypeOf(partial).toEqualTypeOf<DeepPartial<Due>>();
}
expectTypeOf(
  (await ai7.generateText({ ...withGate(due, { model }), prompt })).output,
).toEqualTypeOf<Gated<{ due: number; size: number; tags: string[] }>>();
const agent = new ai7.ToolLoopAgent({ ...withGate(taskGate, { model, context }) });
expectTypeOf((await agent.generate({ prompt })).output).toEqualTypeOf<Gated<Task>>();

// The parts of withGate.
const wrapped = ai7.wrapLanguageModel({ model, middleware: gateMiddleware(taskGate, { context }) });
const parts = await ai7.generateText({
  model: wrapped,
  output: gateOutput(taskGate, { context }),
  experimental_repairToolCall: repairToolCall(),
  prompt,
});
expectTypeOf(parts.output).toEqualTypeOf<Gated<Task>>();

// AI SDK 6.
const modelV3 = openaiV3('gpt-5-mini');
const six = withGate(taskGate, { model: modelV3, context });
expectTypeOf((await ai6.generateText({ ...six, prompt })).output).toEqualTypeOf<Gated<Task>>();
expectTypeOf(await ai6.streamText({ ...six, prompt }).output).toEqualTypeOf<Gated<Task>>();
ai6.wrapLanguageModel({
  model: modelV3,
  middleware: gateMiddleware(taskGate, { context, specificationVersion: 'v3' }),
});
expectTypeOf(ai6.generateText).toBeCallableWith({
  model: modelV3,
  prompt,
  experimental_repairToolCall: repairToolCall(),
});

// AI SDK 5 calls the option `experimental_output`.
const modelV2 = openaiV2('gpt-5-mini');
const five = await ai5.generateText({
  ...withGate(taskGate, { model: modelV2, context }),
  experimental_repairToolCall: repairToolCall(),
  prompt,
});
expectTypeOf(five.experimental_output).toEqualTypeOf<Gated<Task>>();
ai5.wrapLanguageModel({
  model: modelV2,
  middleware: gateMiddleware(taskGate, { context, specificationVersion: 'v2' }),
});

// A gate without a context needs none, and one with a context needs it.
const plain = defineGate({ name: 'plain', schema: z.object({ n: z.number() }) });
withGate(plain, { model });
gateOutput(plain);
gateMiddleware(plain);
// @ts-expect-error the rules need a team
withGate(taskGate, { model });
// @ts-expect-error the rules need a team
gateOutput(taskGate);
// @ts-expect-error the rules need a team
gateMiddleware(taskGate);
// @ts-expect-error a string names a model of the gateway; pass a model
withGate(taskGate, { model: 'openai/gpt-5-mini', context });
// @ts-expect-error there is no version 1
gateMiddleware(taskGate, { context, specificationVersion: 'v1' });
