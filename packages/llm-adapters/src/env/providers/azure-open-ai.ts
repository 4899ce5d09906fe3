import { fromAzureOpenAI } from '../../azure-openai/from-azure-open-ai.ts';
import { limitFetch } from '../../stream/response-limit.ts';
import type { ProviderEntry } from '../provider-entry.ts';
import { constructClient } from './sdk-values.ts';

/** OpenAI models on Azure. */
export const azureOpenAiEntry: ProviderEntry = {
  name: 'azure-openai',
  package: 'openai',
  alternative: 'use the provider openai-compatible with the v1 address of the resource',
  variables: [
    { name: 'AZURE_OPENAI_API_KEY', required: true, secret: true, description: 'API key' },
    { name: 'AZURE_OPENAI_ENDPOINT', required: true, description: 'address of the resource' },
    { name: 'AZURE_OPENAI_DEPLOYMENT', required: true, description: 'name of the deployment' },
    {
      name: 'AZURE_OPENAI_API_VERSION',
      alternatives: ['OPENAI_API_VERSION'],
      required: false,
      default: '2024-10-21',
      description: 'version of the API; the default is the last one that is generally available',
    },
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const AzureOpenAI = await loadExport('openai', 'AzureOpenAI');
    const deployment = values['AZURE_OPENAI_DEPLOYMENT'] ?? '';
    const client = constructClient(AzureOpenAI, {
      apiKey: values['AZURE_OPENAI_API_KEY'],
      endpoint: values['AZURE_OPENAI_ENDPOINT'],
      apiVersion: values['AZURE_OPENAI_API_VERSION'],
      deployment,
      organization: null,
      project: null,
      maxRetries: 0,
      fetch: limitFetch('azure-openai', fetch),
    });
    return fromAzureOpenAI(client, { deployment, defaults: { secrets } });
  },
};
