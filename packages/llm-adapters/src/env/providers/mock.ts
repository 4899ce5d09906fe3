import { createMockClient } from '../../mock/create-mock-client.ts';
import { draftCardsBehaviour } from '../../mock/draft-cards-behaviour.ts';
import { optional } from '../../support/read.ts';
import type { ProviderEntry } from '../provider-entry.ts';

/** No model at all: drafts cards from the request, as the seed's mock does. */
export const mockEntry: ProviderEntry = {
  name: 'mock',
  variables: [{ name: 'MOCK_LLM_MODEL', required: false, description: 'name shown as the model' }],
  create: async ({ values }) =>
    createMockClient(draftCardsBehaviour(), optional('model', values['MOCK_LLM_MODEL'])),
};
