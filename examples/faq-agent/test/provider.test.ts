import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { run } from './processes.ts';

const requestSchema = z.object({ messages: z.array(z.object({ content: z.string() })) });
const plan =
  '{"steps": [{"type": "search", "query": " 保証 期間 "}], "needsClarification": false, "confidence": "high"}';
const statement = {
  text: '保証は、お届けから1年です。',
  source: 'warranty',
  quote: 'お届けから1年の保証が付きます',
};
const answers = [
  { statements: [statement] },
  { statements: [{ ...statement, text: '保証は3年です。' }] },
];
let server: Server;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { messages } = requestSchema.parse(JSON.parse(body));
      const isPlanner = messages.some(({ content }) => content.includes('followup_search'));
      const content = isPlanner ? plan : JSON.stringify(answers.shift());
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          id: 'chat-1',
          object: 'chat.completion',
          created: 0,
          model: 'local',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
        }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  variables = {
    KANMON_LLM_PROVIDER: 'openai-compatible',
    OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_COMPATIBLE_MODEL: 'local',
  };
});

afterAll(() => {
  server.close();
});

it('lets the model plan and answer, and quotes the FAQ where its answer does not hold', async () => {
  const question = '保証期間はどのくらいですか？\n';
  const { code, stdout } = await run(['chat', '--verbose'], question + question, variables);
  expect(code).toBe(0);
  const [first = '', second = ''] = stdout.split('\n\n');
  expect(first).toContain('計画（llm-repaired）\n  - search: 保証 期間 (top 8)');
  expect(first).toContain('回答: 保証は、お届けから1年です。 [1]');
  expect(second).toContain('FAQ の文をそのまま引用しました（number-not-in-source）');
  expect(second).toContain('回答: すべての商品に、お届けから1年の保証が付きます。');
});

it('does not start without the variables of its provider', async () => {
  const ending = await run(['chat'], '', { KANMON_LLM_PROVIDER: 'openai' });
  expect(ending).toMatchObject({ code: 2, stdout: '' });
  expect(ending.stderr).toContain('OPENAI_API_KEY is not set');
});
