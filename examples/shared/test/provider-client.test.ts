import { expect, it } from 'vitest';
import { chooseProviderClient, createProviderClient } from '@kanmon/example-shared/provider-client';
import { UsageError } from '@kanmon/example-shared/usage-error';

const local = {
  OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_COMPATIBLE_MODEL: 'local',
};

it.each([{}, { KANMON_LLM_PROVIDER: '' }, { KANMON_LLM_PROVIDER: ' Mock ' }])(
  'finds no model in %j',
  async (environment) => {
    expect(await createProviderClient(environment)).toBeUndefined();
  },
);

it.each([
  { KANMON_LLM_PROVIDER: 'openai-compatible' },
  { PPTX_LLM_PROVIDER: 'openai-compatible' },
  // A variable that is set to nothing is not set.
  { KANMON_LLM_PROVIDER: '', PPTX_LLM_PROVIDER: 'openai-compatible' },
])('finds the model that %j names', async (environment) => {
  const client = await createProviderClient({ ...environment, ...local });
  expect(client).toMatchObject({ provider: 'openai-compatible', model: 'local' });
});

it('names the missing variable in one line', async () => {
  const problem = await chooseProviderClient({ KANMON_LLM_PROVIDER: 'openai' }).catch(
    (error: unknown) => error,
  );
  expect(UsageError.isInstance(problem)).toBe(true);
  expect(String(problem)).toMatch(/^UsageError: .*OPENAI_API_KEY is not set.*$/);
});
