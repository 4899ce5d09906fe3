import { runGate, unwrap } from '@kanmon/core/gate';
import { composeClient, createOpenAiCompatibleClient } from '../../src/index.ts';
import { describeHost, type HostAnswer, type HostCall } from './describe-host.ts';

/** `runGate` itself is the measure: what it does with a case is what a gate in a host has to do. */
describeHost({
  name: 'runGate',
  cannot: {
    stream: 'it returns an outcome; events of a stream stay inside',
    tools: 'it has no tools',
    'plain-text': 'a gate is always asked',
  },
  open({ baseUrl, gate, context, budget, onOutcome }) {
    const client = composeClient(createOpenAiCompatibleClient({ baseUrl, model: 'fake-1' }), {
      retry: { baseMs: 1 },
    });
    const ask = async ({ prompt, signal }: HostCall): Promise<HostAnswer> => {
      const outcome = await runGate(gate, {
        client,
        context,
        budget,
        messages: [{ role: 'user', content: prompt }],
        ...(signal === undefined ? {} : { signal }),
      });
      onOutcome(outcome);
      try {
        return { value: unwrap(gate, outcome), usage: outcome.usage };
      } catch (error) {
        return { error };
      }
    };
    return { generate: ask, stream: ask };
  },
});
