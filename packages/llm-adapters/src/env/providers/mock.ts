import { createMockClient } from '../../mock/create-mock-client.ts';
import { optional } from '../../support/read.ts';
import type { ProviderEntry } from '../provider-entry.ts';

const notice =
  'This is the answer of the mock provider: no model was asked. Set KANMON_LLM_PROVIDER to ask one.';

/** No model at all: every answer says so. */
export const mockEntry: ProviderEntry = {
  name: 'mock',
  variables: [{ name: 'MOCK_LLM_MODEL', required: false, description: 'name shown as the model' }],
  create: async ({ values }) =>
    createMockClient(() => notice, optional('model', values['MOCK_LLM_MODEL'])),
};
