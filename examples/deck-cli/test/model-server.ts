import { createServer } from 'node:http';

/** A server that speaks the OpenAI protocol and gives one answer, after a while when asked to wait. */
export async function startModelServer(
  answer: string,
  { waitMs = 0 }: { readonly waitMs?: number } = {},
): Promise<{
  readonly variables: Readonly<Record<string, string>>;
  readonly asked: () => number;
  readonly close: () => void;
}> {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      asked += 1;
      const body = JSON.stringify({
        id: 'chat-1',
        object: 'chat.completion',
        created: 0,
        model: 'local',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      });
      setTimeout(() => {
        response.setHeader('content-type', 'application/json');
        response.end(body);
      }, waitMs);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    variables: {
      KANMON_LLM_PROVIDER: 'openai-compatible',
      OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_COMPATIBLE_MODEL: 'local',
    },
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
