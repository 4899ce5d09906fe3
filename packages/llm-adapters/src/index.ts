export {
  createMockClient,
  type MockClient,
  type MockClientOptions,
  type MockScript,
} from './mock/create-mock-client.ts';
export { asJson, type MockDelay, type MockDeltas, type MockReply } from './mock/mock-reply.ts';
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
export {
  createOpenAiCompatibleEmbedder,
  type OpenAiCompatibleEmbedderOptions,
} from './embeddings/create-open-ai-compatible-embedder.ts';
export { type Decorator, type TimeOptions, unwrapClient } from './decorators/decorator.ts';
export { pipe } from './decorators/pipe.ts';
export { composeClient, type ComposeOptions, decoratorOrder } from './decorators/compose-client.ts';
export {
  type FailedAttempt,
  type RetriedError,
  type RetryOptions,
  withRetry,
} from './decorators/with-retry.ts';
export { type TimeoutOptions, withTimeout } from './decorators/with-timeout.ts';
export { type BudgetOptions, withBudget } from './decorators/with-budget.ts';
export {
  type BudgetLedger,
  type ChargeDetails,
  type BudgetSnapshot,
  createBudgetLedger,
} from './decorators/budget-ledger.ts';
export { BudgetExceededError, type ClientBudgetLimit } from './decorators/budget-exceeded-error.ts';
export { type CachedResponse, type CacheOptions, withCache } from './decorators/with-cache.ts';
export { type CacheEntry, type CacheStore, createMemoryCache } from './decorators/memory-cache.ts';
export { requestKey } from './decorators/request-key.ts';
export { type CassetteMode, type CassetteOptions, withCassette } from './cassette/with-cassette.ts';
export {
  type CassetteStore,
  createMemoryCassetteStore,
  type MemoryCassetteStore,
} from './cassette/cassette-store.ts';
export { CassetteFormatError, CassetteMissError } from './cassette/cassette-errors.ts';
export {
  type FallbackClient,
  type FallbackError,
  type FallbackOptions,
  withFallback,
} from './decorators/with-fallback.ts';
export { type RoutedClients, withRouter } from './decorators/with-router.ts';
export { type RateLimitOptions, withRateLimit } from './decorators/with-rate-limit.ts';
export {
  type TraceEvent,
  type TraceOptions,
  type TraceSink,
  withTrace,
} from './decorators/with-trace.ts';
export { type RedactionOptions, withRedaction } from './redaction/with-redaction.ts';
export { type BuiltInRuleName, type RedactionRule } from './redaction/redaction-rules.ts';
export { type JsonOutputOptions, withJsonOutput } from './decorators/with-json-output.ts';
