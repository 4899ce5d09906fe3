import { GateRejectedError } from '@kanmon/core/gate';
import type { HostGate } from '../hosts/host-gate.ts';
import { asList, asRecord, signalIn } from '../wire/read.ts';
import {
  endingOf,
  isAsWritten,
  isToolCall,
  type ModelCall,
  optionsFor,
  type Received,
  toRunAnswer,
} from './gated-call.ts';
import { readGenerated } from './read-ai-sdk.ts';
import { asNoObjectError } from './rejected-error.ts';

/** Calls a model until its answer passes the gate. Returns the result of the first call with the JSON that passed. */
export async function generateGated(gate: HostGate<unknown>, call: ModelCall): Promise<object> {
  const { model } = call;
  const received: Received[] = [];
  const run = gate.run(
    async (ask, signal) => {
      const options = optionsFor(ask, call, signal);
      const reply = asRecord(await model.doGenerate(options));
      const read = readGenerated(reply, model.provider);
      const isStep =
        read.finish === 'tool-calls' || asList(reply['content']).map(asRecord).some(isToolCall);
      received.push({ answer: read, ending: reply, response: reply['response'] });
      return { reply, answer: toRunAnswer(read, options, call), isStep };
    },
    signalIn(call.params, 'abortSignal'),
  );
  const result = await run.catch((error: unknown) => {
    throw GateRejectedError.isInstance(error) ? asNoObjectError(error, received.at(-1)) : error;
  });
  if (result.kind === 'step') return result.reply;
  const { outcome, text } = result;
  const first = received[0]?.ending ?? {};
  const ended = { ...first, ...endingOf(outcome, received, call) };
  if (isAsWritten(outcome, received)) return ended;
  const others = asList(first['content']).filter((part) => asRecord(part)['type'] !== 'text');
  return {
    ...ended,
    content: [...others, { type: 'text', text }],
    ...('structuredOutputText' in first ? { structuredOutputText: text } : {}),
    response: received.at(-1)?.response,
  };
}
