// app/api/tasks/route.ts of a Next project. A route handler is a function from Request to Response, so that this file
// needs no package of Next; it also runs in Hono, Deno, Bun and workers.
import { GateRejectedError } from '@kanmon/core/gate';
import { createMockClient } from '@kanmon/llm-adapters';
import { toAiSdk, withGate } from '@kanmon/llm-adapters/ai-sdk';
import { generateText } from 'ai';
import { context, gate } from './task-gate.ts';

// Instead of a model such as openai('gpt-5-mini').
const model = toAiSdk(
  createMockClient([
    "Sure: {'title': 'Write the FAQ', 'owner': 'kim',}",
    '{"title": "Write the FAQ", "owner": "mallory"}',
    'I would ask Mallory.',
  ]),
);

export async function POST(request: Request): Promise<Response> {
  const { topic } = (await request.json()) as { topic: unknown };
  if (typeof topic !== 'string') return Response.json({ error: 'topic' }, { status: 400 });
  try {
    const { output } = await generateText({
      ...withGate(gate, { model, context, budget: { maxAttempts: 2, maxMs: 30_000 } }),
      prompt: `Plan this: ${topic}`,
      abortSignal: request.signal,
    });
    return Response.json(output);
  } catch (error) {
    if (!GateRejectedError.isInstance(error)) throw error;
    // The places and codes of what was wrong. The texts may quote the model.
    const findings = (error.outcome.best?.findings ?? []).map(({ path, code }) => ({ path, code }));
    return Response.json({ error: error.outcome.reason, findings }, { status: 422 });
  }
}

// Next calls it like this:
for (const topic of ['the spring release', 'the summer release']) {
  const body = JSON.stringify({ topic });
  const response = await POST(new Request('https://example.com', { method: 'POST', body }));
  console.log(response.status, await response.text());
}
