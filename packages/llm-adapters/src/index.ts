export {
  createMockClient,
  type MockClient,
  type MockClientOptions,
  type MockScript,
} from './mock/create-mock-client.ts';
export { asJson, type MockDelay, type MockDeltas, type MockReply } from './mock/mock-reply.ts';
export { draftCardsBehaviour, type DraftCardsOptions } from './mock/draft-cards-behaviour.ts';
export {
  createOpenAiCompatibleClient,
  type JsonMode,
  type OpenAiCompatibleOptions,
} from './compatible/create-open-ai-compatible-client.ts';
export type { ApiKey } from './compatible/api-key.ts';
export type { AdapterDefaults } from './request/adapter-defaults.ts';
export {
  lowerJsonSchema,
  type DroppedKeyword,
  type LoweredSchema,
} from './json-schema/lower-json-schema.ts';
export type { SchemaDialect } from './json-schema/dialect.ts';
export { mapProviderError, type ProviderErrorContext } from './errors/map-provider-error.ts';
export { redactSecrets, type RedactSecretsOptions } from './errors/redact-secrets.ts';
export {
  decodeServerSentEvents,
  type ServerSentEvent,
} from './stream/decode-server-sent-events.ts';
