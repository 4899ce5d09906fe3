import { type ModelServer, startModelServer } from '@kanmon/example-shared/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from './processes.ts';

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
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer(({ prompt }) =>
    prompt.includes('followup_search') ? plan : JSON.stringify(answers.shift()),
  );
});

afterAll(() => {
  server.close();
});

it('lets the model plan and answer, and quotes the FAQ where its answer does not hold', async () => {
  const question = '保証期間はどのくらいですか？\n';
  const { code, stdout } = await run(['chat', '--verbose'], question + question, server.variables);
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
