import { InvalidArgumentError, type LlmClient } from '@kanmon/core';
import { checkArgument, isRecord, withoutUndefined } from '@kanmon/core/kit';
import { createMockClient } from '../mock/create-mock-client.ts';
import { type AnthropicLike, fromAnthropic } from '../providers/claude.ts';
import {
  type BedrockLike,
  type ConverseCommands,
  fromBedrockConverse,
} from '../providers/bedrock.ts';
import { fromAzureOpenAI, fromOpenAI } from '../providers/openai.ts';
import { createOpenAiCompatibleClient, type JsonMode } from '../providers/openai-compatible.ts';
import { limitFetch } from '../wire/adapter-defaults.ts';
import type { UnknownRecord } from '../wire/read.ts';

/** One environment variable of a provider. */
export interface ProviderVariable {
  readonly name: string;
  /** Other names of the same thing, in order of preference after `name`. */
  readonly alternatives?: readonly string[];
  readonly required: boolean;
  /** Must be set when this one is. */
  readonly togetherWith?: string;
  readonly default?: string;
  /** A key or token: its value goes into no message. */
  readonly secret?: boolean;
  readonly description: string;
}

/** The parts a provider is built from: values of its variables by their first name, and the two effects. */
export interface ProviderContext {
  readonly values: Readonly<Record<string, string>>;
  /** Values that may appear in no message. */
  readonly secrets: readonly string[];
  /** Loads the provider's package and returns one of its exports. */
  readonly loadExport: (specifier: string, name: string) => Promise<unknown>;
  readonly fetch?: typeof fetch;
}

/** A provider that an environment can choose. */
export interface ProviderEntry {
  readonly name: string;
  readonly variables: readonly ProviderVariable[];
  /** The npm package it needs. */
  readonly package?: string;
  /** The advice for a user without that package. */
  readonly alternative?: string;
  create(context: ProviderContext): Promise<LlmClient>;
}

/** One provider as documentation: its name, package and variables. */
export interface ProviderDescription {
  readonly provider: string;
  readonly package?: string;
  readonly required: readonly ProviderVariable[];
  readonly optional: readonly ProviderVariable[];
}

type Details = Omit<ProviderVariable, 'name' | 'required' | 'description'>;

const required = (name: string, description: string, details: Details = {}): ProviderVariable => ({
  name,
  required: true,
  ...details,
  description,
});

const optional = (name: string, description: string, details: Details = {}): ProviderVariable => ({
  ...required(name, description, details),
  required: false,
});

const secret: Details = { secret: true };

const mockNotice =
  'This is the answer of the mock provider: no model was asked. Set KANMON_LLM_PROVIDER to ask one.';

/** No model at all: every answer is the notice. */
const mock: ProviderEntry = {
  name: 'mock',
  variables: [optional('MOCK_LLM_MODEL', 'name shown as the model')],
  create: async ({ values }) =>
    createMockClient(() => mockNotice, withoutUndefined({ model: values['MOCK_LLM_MODEL'] })),
};

const openAi: ProviderEntry = {
  name: 'openai',
  package: 'openai',
  alternative: 'use the provider openai-compatible, which needs no package',
  variables: [
    required('OPENAI_API_KEY', 'API key', secret),
    optional('OPENAI_MODEL', 'model', { default: 'gpt-5-mini' }),
    optional('OPENAI_BASE_URL', 'address of the API', { default: 'https://api.openai.com/v1' }),
    optional('OPENAI_ORG_ID', 'organization'),
    optional('OPENAI_PROJECT_ID', 'project'),
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const client = constructClient(await loadExport('openai', 'OpenAI'), {
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

/** OpenAI models on Azure. */
const azureOpenAi: ProviderEntry = {
  name: 'azure-openai',
  package: 'openai',
  alternative: 'use the provider openai-compatible with the v1 address of the resource',
  variables: [
    required('AZURE_OPENAI_API_KEY', 'API key', secret),
    required('AZURE_OPENAI_ENDPOINT', 'address of the resource'),
    required('AZURE_OPENAI_DEPLOYMENT', 'name of the deployment'),
    optional(
      'AZURE_OPENAI_API_VERSION',
      'version of the API; the default is the last one that is generally available',
      { alternatives: ['OPENAI_API_VERSION'], default: '2024-10-21' },
    ),
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const deployment = values['AZURE_OPENAI_DEPLOYMENT'] ?? '';
    const client = constructClient(await loadExport('openai', 'AzureOpenAI'), {
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

const claude: ProviderEntry = {
  name: 'claude',
  package: '@anthropic-ai/sdk',
  alternative: 'use another provider',
  variables: [
    required('ANTHROPIC_API_KEY', 'API key', secret),
    optional('ANTHROPIC_MODEL', 'model', { default: 'claude-sonnet-5-5' }),
    optional('ANTHROPIC_BASE_URL', 'address of the API', { default: 'https://api.anthropic.com' }),
    optional('ANTHROPIC_MAX_TOKENS', 'limit of an answer that asks for none', { default: '4096' }),
  ],
  async create({ values, secrets, loadExport, fetch }) {
    const maxOutputTokens = wholeNumber('ANTHROPIC_MAX_TOKENS', values['ANTHROPIC_MAX_TOKENS']);
    const client = constructClient(await loadExport('@anthropic-ai/sdk', 'Anthropic'), {
      apiKey: values['ANTHROPIC_API_KEY'],
      // Null keeps the SDK from looking for a token itself.
      authToken: null,
      baseURL: values['ANTHROPIC_BASE_URL'],
      maxRetries: 0,
      fetch: limitFetch('claude', fetch),
    });
    const model = values['ANTHROPIC_MODEL'] ?? '';
    // The adapter checks the client.
    return fromAnthropic(client as AnthropicLike, {
      model,
      maxOutputTokens,
      defaults: { secrets },
    });
  },
};

const awsPackage = '@aws-sdk/client-bedrock-runtime';

/** Claude on Amazon Bedrock. Without keys the SDK's credential chain is used, which may read files. */
const awsClaude: ProviderEntry = {
  name: 'aws-claude',
  package: awsPackage,
  alternative: 'use the provider claude',
  variables: [
    required('AWS_REGION', 'region', { alternatives: ['AWS_DEFAULT_REGION'] }),
    required('AWS_CLAUDE_MODEL_ID', 'model id or ARN of an inference profile'),
    optional('AWS_ACCESS_KEY_ID', 'access key, with its secret or not at all', {
      ...secret,
      togetherWith: 'AWS_SECRET_ACCESS_KEY',
    }),
    optional('AWS_SECRET_ACCESS_KEY', 'secret of the access key', {
      ...secret,
      togetherWith: 'AWS_ACCESS_KEY_ID',
    }),
    optional('AWS_SESSION_TOKEN', 'token of temporary credentials', secret),
    optional('AWS_PROFILE', 'profile of the credential chain'),
    optional('AWS_BEARER_TOKEN_BEDROCK', 'Bedrock API key, instead of an access key', secret),
    optional('AWS_CLAUDE_MAX_TOKENS', 'limit of an answer that asks for none'),
  ],
  async create({ values, secrets, loadExport }) {
    const limit = values['AWS_CLAUDE_MAX_TOKENS'];
    const maxOutputTokens =
      limit === undefined ? undefined : wholeNumber('AWS_CLAUDE_MAX_TOKENS', limit);
    const [Client, Converse, ConverseStream] = await Promise.all(
      ['BedrockRuntimeClient', 'ConverseCommand', 'ConverseStreamCommand'].map((name) =>
        loadExport(awsPackage, name),
      ),
    );
    const client = constructClient(Client, {
      region: values['AWS_REGION'],
      // The decorators retry; one attempt here.
      maxAttempts: 1,
      ...credentialOptions(values),
    });
    // The adapter checks the client, and `loadExport` that the commands are classes.
    return fromBedrockConverse(client as BedrockLike, {
      modelId: values['AWS_CLAUDE_MODEL_ID'] ?? '',
      commands: { Converse, ConverseStream } as ConverseCommands,
      // The SDK gives region and credentials asynchronously; keys of the environment are known.
      defaults: withoutUndefined({ secrets, identity: awsIdentity(values), maxOutputTokens }),
    });
  },
};

/** Ollama, vLLM, LM Studio, Groq and their like, by plain `fetch`. */
const openAiCompatible: ProviderEntry = {
  name: 'openai-compatible',
  variables: [
    required(
      'OPENAI_COMPATIBLE_BASE_URL',
      'address up to and with the version, e.g. http://localhost:11434/v1',
    ),
    required('OPENAI_COMPATIBLE_MODEL', 'model name of the server'),
    optional('OPENAI_COMPATIBLE_API_KEY', 'key, if the server asks for one', secret),
    optional(
      'OPENAI_COMPATIBLE_JSON_MODE',
      'schema, object or prompt: how far the server can be made to answer in JSON',
      { default: 'object' },
    ),
  ],
  create: async ({ values, fetch }) =>
    createOpenAiCompatibleClient({
      baseUrl: values['OPENAI_COMPATIBLE_BASE_URL'] ?? '',
      model: values['OPENAI_COMPATIBLE_MODEL'] ?? '',
      jsonMode: jsonModeOf(values['OPENAI_COMPATIBLE_JSON_MODE']),
      ...withoutUndefined({ apiKey: values['OPENAI_COMPATIBLE_API_KEY'], fetch }),
    }),
};

/** Every provider that `createClientFromEnv` knows, in the order of the documentation. */
export const providerRegistry: readonly ProviderEntry[] = [
  mock,
  openAi,
  azureOpenAi,
  claude,
  awsClaude,
  openAiCompatible,
];

/** Returns the table of providers and their variables as data, for README and `--help` texts. */
export function describeProviders(
  registry: readonly ProviderEntry[] = providerRegistry,
): readonly ProviderDescription[] {
  checkArgument('registry of describeProviders', 'a list', registry);
  return registry.map((entry) => ({
    provider: entry.name,
    ...withoutUndefined({ package: entry.package }),
    required: entry.variables.filter((variable) => variable.required),
    optional: entry.variables.filter((variable) => !variable.required),
  }));
}

/** Creates an instance of an SDK's client class, which is known only at run time. */
function constructClient(constructor: unknown, options: UnknownRecord): object {
  if (typeof constructor !== 'function') {
    throw new InvalidArgumentError('expected an SDK to export a client class, got something else');
  }
  const instance: unknown = Reflect.construct(constructor, [options]);
  return isRecord(instance) ? instance : {};
}

/** Returns a variable's value as a whole number of at least 1; the error names it and not its value. */
function wholeNumber(name: string, value: string | undefined): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError(
    `expected ${name} to be a whole number of at least 1, got something else`,
  );
}

function jsonModeOf(value: string | undefined): JsonMode {
  const mode = value?.toLowerCase();
  if (mode === 'schema' || mode === 'object' || mode === 'prompt') return mode;
  throw new InvalidArgumentError(
    'expected OPENAI_COMPATIBLE_JSON_MODE to be schema, object or prompt, got something else',
  );
}

function credentialOptions(values: Readonly<Record<string, string>>): UnknownRecord {
  const token = values['AWS_BEARER_TOKEN_BEDROCK'];
  if (token !== undefined) return { token: { token }, authSchemePreference: ['httpBearerAuth'] };
  const accessKeyId = values['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = values['AWS_SECRET_ACCESS_KEY'];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    return withoutUndefined({ profile: values['AWS_PROFILE'] });
  }
  const sessionToken = values['AWS_SESSION_TOKEN'];
  return { credentials: withoutUndefined({ accessKeyId, secretAccessKey, sessionToken }) };
}

/** Undefined where the SDK's credential chain decides. */
function awsIdentity(values: Readonly<Record<string, string>>): string | undefined {
  const key = values['AWS_BEARER_TOKEN_BEDROCK'] ?? values['AWS_ACCESS_KEY_ID'];
  return key === undefined ? undefined : JSON.stringify([values['AWS_REGION'], key]);
}
