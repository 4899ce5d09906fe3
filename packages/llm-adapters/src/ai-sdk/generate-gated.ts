import type { Gate } from '@kanmon/core/gate';
import { mapProviderError } from '../errors/map-provider-error.ts';
import { runInHost, type RunOptions } from '../hosts/run-in-host.ts';
import { asList, asRecord } from '../wire/read.ts';
import {
  endingOf,
  isToolCall,
  type ModelCall,
  optionsFor,
  passedText,
  type Received,
  signalsOf,
  toRunAnswer,
} from './gated-call.ts';
import { readGenerated } from './read-ai-sdk.ts';
import { createRejectedError } from './rejected-error.ts';

/** Calls a model until its answer passes the gate. Returns the result of the first call with what has passed in it. */
export async function generateGated<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: RunOptions<Context>,
  call: ModelCall,
): Promise<object> {
  const { model } = call;
  const received: Received[] = [];
  const outcome = await runInHost(gate, options, {
    provider: model.provider,
    signal: signalsOf(call)[0],
    toError: mapProviderError,
    async ask(step, signal) {
      const bounded = optionsFor(step, call, signal);
      const ending = asRecord(await model.doGenerate(bounded));
      const answer = readGenerated(ending, model.provider);
      received.push({ answer, ending, response: ending['response'] });
      const isToolStep =
        answer.finish === 'tool-calls' || asList(ending['content']).map(asRecord).some(isToolCall);
      return step.attempt === 1 && isToolStep ? null : toRunAnswer(answer, bounded, call);
    },
  });
  const first = received[0]?.ending ?? {};
  if (outcome === null) return first;
  const last = received.at(-1);
  if (outcome.status === 'rejected') throw createRejectedError(gate.name, outcome, last);
  const ending = endingOf(outcome, received, call);
  const text = passedText(outcome, received);
  if (text === null) return { ...first, ...ending };
  const others = asList(first['content']).filter((part) => asRecord(part)['type'] !== 'text');
  return {
    ...first,
    ...ending,
    content: [...others, { type: 'text', text }],
    ...('structuredOutputText' in first ? { structuredOutputText: text } : {}),
    response: last?.response,
  };
}
