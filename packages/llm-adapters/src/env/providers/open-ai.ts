import { fromOpenAI } from '../../openai/from-open-ai.ts';
import { limitFetch } from '../../stream/response-limit.ts';
import type { ProviderEntry } from '../provider-entry.ts';
import { constructClient } from './sdk-values.ts';

/** OpenAI's own API. */
export const openAiEntry: ProviderEntry = {
  name: 'openai',
  package: 'openai',
  alternative: 'use the provider openai-compatible, which needs no package',
  variables: [
    { name: 'OPENAI_API_KEY', required: true, secret: true, description: 'API key' },
    { name: 'OPENAI_MODEL', required: false, default: 'gpt-5-mini', description: 'model' },
    {
      name: 'OPENAI_BASE_URL',
      required: false,
      default: 'https://api.openai.com/v1',
      description: 'address of the API',
    },
    { name: 'OPENAI_ORG_ID', required: false, description: 'organization' },
    { name: 'OPENAI_PROJECT_ID', required: false, description: 'project' },
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const OpenAI = await loadExport('openai', 'OpenAI');
    const client = constructClient(OpenAI, {
      apiKey: values['OPENAI_API_KEY'],
      baseURL: values['OPENAI_BASE_URL'],
      // Null keeps the SDK from looking into the process environment itself.
      organization: values['OPENAI_ORG_ID'] ?? null,
      project: values['OPENAI_PROJECT_ID'] ?? null,
      maxRetries: 0,
      fetch: limitFetch('openai', fetch),
    });
    return fromOpenAI(client, { model: values['OPENAI_MODEL'] ?? '', defaults: { secrets } });
  },
};
