import { InvalidArgumentError } from '@kanmon/core';
import type { BedrockLike, CommandClass } from '../../bedrock/bedrock-like.ts';
import { fromBedrockConverse } from '../../bedrock/from-bedrock-converse.ts';
import { optional, type UnknownRecord } from '../../support/read.ts';
import type { ProviderEntry } from '../provider-entry.ts';
import { constructClient, wholeNumber } from './sdk-values.ts';

const packageName = '@aws-sdk/client-bedrock-runtime';

/** Claude on Amazon Bedrock. Without keys of its own the SDK's credential chain is asked, which may read files. */
export const awsClaudeEntry: ProviderEntry = {
  name: 'aws-claude',
  package: packageName,
  alternative: 'use the provider claude',
  variables: [
    {
      name: 'AWS_REGION',
      alternatives: ['AWS_DEFAULT_REGION'],
      required: true,
      description: 'region',
    },
    {
      name: 'AWS_CLAUDE_MODEL_ID',
      required: true,
      description: 'model id or ARN of an inference profile',
    },
    {
      name: 'AWS_ACCESS_KEY_ID',
      required: false,
      secret: true,
      togetherWith: 'AWS_SECRET_ACCESS_KEY',
      description: 'access key, with its secret or not at all',
    },
    {
      name: 'AWS_SECRET_ACCESS_KEY',
      required: false,
      secret: true,
      togetherWith: 'AWS_ACCESS_KEY_ID',
      description: 'secret of the access key',
    },
    {
      name: 'AWS_SESSION_TOKEN',
      required: false,
      secret: true,
      description: 'token of temporary credentials',
    },
    { name: 'AWS_PROFILE', required: false, description: 'profile of the credential chain' },
    {
      name: 'AWS_BEARER_TOKEN_BEDROCK',
      required: false,
      secret: true,
      description: 'Bedrock API key, instead of an access key',
    },
    {
      name: 'AWS_CLAUDE_MAX_TOKENS',
      required: false,
      description: 'limit of an answer that asks for none',
    },
  ],
  async create({ values, secrets, loadExport }) {
    const limit = values['AWS_CLAUDE_MAX_TOKENS'];
    const maxOutputTokens =
      limit === undefined ? undefined : wholeNumber('AWS_CLAUDE_MAX_TOKENS', limit);
    const [Client, Converse, ConverseStream] = await Promise.all([
      loadExport(packageName, 'BedrockRuntimeClient'),
      loadExport(packageName, 'ConverseCommand'),
      loadExport(packageName, 'ConverseStreamCommand'),
    ]);
    const client = constructClient(Client, {
      region: values['AWS_REGION'],
      // The decorators retry; one attempt here.
      maxAttempts: 1,
      ...credentialOptions(values),
    });
    if (!isBedrockLike(client) || !isCommand(Converse) || !isCommand(ConverseStream)) {
      throw new InvalidArgumentError(
        `expected ${packageName} to give a client and the Converse commands, got something else; install version 3`,
      );
    }
    return fromBedrockConverse(client, {
      modelId: values['AWS_CLAUDE_MODEL_ID'] ?? '',
      commands: { Converse, ConverseStream },
      defaults: {
        secrets,
        // The SDK gives region and credentials asynchronously; keys of the environment are known.
        ...optional('identity', identityOf(values)),
        ...optional('maxOutputTokens', maxOutputTokens),
      },
    });
  },
};

function credentialOptions(values: Readonly<Record<string, string>>): UnknownRecord {
  const token = values['AWS_BEARER_TOKEN_BEDROCK'];
  if (token !== undefined) {
    return { token: { token }, authSchemePreference: ['httpBearerAuth'] };
  }
  const accessKeyId = values['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = values['AWS_SECRET_ACCESS_KEY'];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    return optional('profile', values['AWS_PROFILE']);
  }
  const sessionToken = optional('sessionToken', values['AWS_SESSION_TOKEN']);
  return { credentials: { accessKeyId, secretAccessKey, ...sessionToken } };
}

/** Undefined where the SDK's credential chain decides. */
function identityOf(values: Readonly<Record<string, string>>): string | undefined {
  const key = values['AWS_BEARER_TOKEN_BEDROCK'] ?? values['AWS_ACCESS_KEY_ID'];
  return key === undefined ? undefined : JSON.stringify([values['AWS_REGION'], key]);
}

function isBedrockLike(client: object): client is BedrockLike {
  return 'send' in client && typeof client.send === 'function';
}

function isCommand(value: unknown): value is CommandClass {
  return typeof value === 'function';
}
