import { InvalidArgumentError } from '@kanmon/core';
import {
  createOpenAiCompatibleClient,
  type JsonMode,
} from '../../compatible/create-open-ai-compatible-client.ts';
import { optional } from '../../support/read.ts';
import type { ProviderEntry } from '../provider-entry.ts';

/** Ollama, vLLM, LM Studio, Groq and their like, by plain `fetch`. */
export const openAiCompatibleEntry: ProviderEntry = {
  name: 'openai-compatible',
  variables: [
    {
      name: 'OPENAI_COMPATIBLE_BASE_URL',
      required: true,
      description: 'address up to and with the version, e.g. http://localhost:11434/v1',
    },
    { name: 'OPENAI_COMPATIBLE_MODEL', required: true, description: 'model name of the server' },
    {
      name: 'OPENAI_COMPATIBLE_API_KEY',
      required: false,
      secret: true,
      description: 'key, if the server asks for one',
    },
    {
      name: 'OPENAI_COMPATIBLE_JSON_MODE',
      required: false,
      default: 'object',
      description: 'schema, object or prompt: how far the server can be made to answer in JSON',
    },
  ],
  create: async ({ values, fetch }) =>
    createOpenAiCompatibleClient({
      baseUrl: values['OPENAI_COMPATIBLE_BASE_URL'] ?? '',
      model: values['OPENAI_COMPATIBLE_MODEL'] ?? '',
      jsonMode: jsonModeOf(values['OPENAI_COMPATIBLE_JSON_MODE']),
      ...optional('apiKey', values['OPENAI_COMPATIBLE_API_KEY']),
      ...optional('fetch', fetch),
    }),
};

function jsonModeOf(value: string | undefined): JsonMode {
  const mode = value?.toLowerCase();
  if (mode === 'schema' || mode === 'object' || mode === 'prompt') return mode;
  throw new InvalidArgumentError(
    'expected OPENAI_COMPATIBLE_JSON_MODE to be schema, object or prompt, got something else',
  );
}
