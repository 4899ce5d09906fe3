import { InvalidArgumentError } from '@kanmon/core';
import type { AnthropicLike } from '../../claude/anthropic-like.ts';
import { fromAnthropic } from '../../claude/from-anthropic.ts';
import { hasCreate } from '../../openai/open-ai-like.ts';
import { limitFetch } from '../../stream/response-limit.ts';
import type { ProviderEntry } from '../provider-entry.ts';
import { constructClient, wholeNumber } from './sdk-values.ts';

/** Claude at Anthropic. */
export const claudeEntry: ProviderEntry = {
  name: 'claude',
  package: '@anthropic-ai/sdk',
  alternative: 'use another provider',
  variables: [
    { name: 'ANTHROPIC_API_KEY', required: true, secret: true, description: 'API key' },
    {
      name: 'ANTHROPIC_MODEL',
      required: false,
      default: 'claude-sonnet-5-5',
      description: 'model',
    },
    {
      name: 'ANTHROPIC_BASE_URL',
      required: false,
      default: 'https://api.anthropic.com',
      description: 'address of the API',
    },
    {
      name: 'ANTHROPIC_MAX_TOKENS',
      required: false,
      default: '4096',
      description: 'limit of an answer that asks for none',
    },
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const maxOutputTokens = wholeNumber('ANTHROPIC_MAX_TOKENS', values['ANTHROPIC_MAX_TOKENS']);
    const Anthropic = await loadExport('@anthropic-ai/sdk', 'Anthropic');
    const client = constructClient(Anthropic, {
      apiKey: values['ANTHROPIC_API_KEY'],
      // Null keeps the SDK from looking for a token itself.
      authToken: null,
      baseURL: values['ANTHROPIC_BASE_URL'],
      maxRetries: 0,
      fetch: limitFetch('claude', fetch),
    });
    if (!isAnthropicLike(client)) {
      throw new InvalidArgumentError(
        'expected @anthropic-ai/sdk to give a client with messages.create, got something else; install version 1',
      );
    }
    return fromAnthropic(client, {
      model: values['ANTHROPIC_MODEL'] ?? '',
      maxOutputTokens,
      defaults: { secrets },
    });
  },
};

function isAnthropicLike(client: object): client is AnthropicLike {
  return 'messages' in client && hasCreate(client.messages);
}
