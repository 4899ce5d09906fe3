import { once } from 'node:events';
import { createServer } from 'node:http';
import * as z from 'zod';

const bodySchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** One request that a program made of the model. */
export interface ModelRequest {
  readonly path: string;
  readonly model: string;
  /** The contents of all messages, one below the other. */
  readonly prompt: string;
  /** Resolves when the client has disconnected or has received the answer. */
  readonly closed: Promise<void>;
}

/** A server that speaks the OpenAI protocol, on a free port. */
export interface ModelServer {
  /** The environment variables that make a program use this server. */
  readonly variables: Readonly<Record<string, string>>;
  /** Every request so far, in order. */
  readonly asked: readonly ModelRequest[];
  close(): void;
}

/** Starts a server that returns the result of `answer`: the content of a message, now or later. */
export async function startModelServer(
  answer: (request: ModelRequest) => string | Promise<string>,
): Promise<ModelServer> {
  const asked: ModelRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const closed = new Promise<void>((resolve) => {
      outgoing.once('close', resolve);
    });
    const reply = async (): Promise<void> => {
      const body: unknown = JSON.parse(Buffer.concat(await incoming.toArray()).toString());
      const { model, messages } = bodySchema.parse(body);
      const prompt = messages.map(({ content }) => content).join('\n');
      const request = { path: incoming.url ?? '', model, prompt, closed };
      asked.push(request);
      const content = await answer(request);
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify(completion(model, content)));
    };
    // A program that asks wrongly, or a test without an answer left, meets a server that hangs up.
    reply().catch((error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    variables: variablesOf(`http://127.0.0.1:${address.port}/v1`),
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A model that is gone: no server listens at its address. */
export const goneModel: Readonly<Record<string, string>> = variablesOf('http://127.0.0.1:9/v1');

function variablesOf(baseUrl: string): Readonly<Record<string, string>> {
  return {
    KANMON_LLM_PROVIDER: 'openai-compatible',
    OPENAI_COMPATIBLE_BASE_URL: baseUrl,
    OPENAI_COMPATIBLE_MODEL: 'local',
  };
}

function completion(model: string, content: string): object {
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };
}
