export {
  CassetteFormatError,
  CassetteMissError,
  type CassetteStore,
  createMemoryCassetteStore,
  type MemoryCassetteStore,
} from './cassette/cassette.ts';
export { type CassetteMode, type CassetteOptions, withCassette } from './cassette/with-cassette.ts';
export {
  composeClient,
  type ComposeOptions,
  decoratorOrder,
  pipe,
} from './decorators/compose-client.ts';
export type { Decorator, TimeOptions } from './decorators/decorator.ts';
export {
  type BuiltInRuleName,
  type RedactionOptions,
  type RedactionRule,
  withRedaction,
} from './decorators/with-redaction.ts';
export { BudgetExceededError, type ClientBudgetLimit } from './decorators/budget-limits.ts';
export type { SharedLimit } from './decorators/shared-limit.ts';
export {
  type BudgetLedger,
  type BudgetOptions,
  type BudgetSnapshot,
  type ChargeDetails,
  createBudgetLedger,
  withBudget,
} from './decorators/with-budget.ts';
export {
  type CachedResponse,
  type CacheEntry,
  type CacheOptions,
  type CacheStore,
  createMemoryCache,
  withCache,
} from './decorators/with-cache.ts';
export {
  type FallbackClient,
  type FallbackError,
  type FallbackOptions,
  withFallback,
} from './decorators/with-fallback.ts';
export { type JsonOutputOptions, withJsonOutput } from './decorators/with-json-output.ts';
export { type RateLimitOptions, withRateLimit } from './decorators/with-rate-limit.ts';
export {
  type FailedAttempt,
  type RetriedError,
  type RetryOptions,
  withRetry,
} from './decorators/with-retry.ts';
export { type RoutedClients, withRouter } from './decorators/with-router.ts';
export {
  answerStep,
  type StepAnswer,
  type StepOptions,
  type StepRunner,
  withSteps,
} from './decorators/with-steps.ts';
export { type TimeoutOptions, withTimeout } from './decorators/with-timeout.ts';
export {
  type TraceEvent,
  type TraceOptions,
  type TraceSink,
  withTrace,
} from './decorators/with-trace.ts';
export {
  asJson,
  createMockClient,
  type MockClient,
  type MockClientOptions,
  type MockDelay,
  type MockDeltas,
  type MockReply,
  type MockScript,
} from './mock/create-mock-client.ts';
export type { ApiKey } from './providers/create-http.ts';
export {
  createOpenAiCompatibleClient,
  createOpenAiCompatibleEmbedder,
  type JsonMode,
  type OpenAiCompatibleEmbedderOptions,
  type OpenAiCompatibleOptions,
} from './providers/openai-compatible.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
export { requestKey } from './wire/client-facts.ts';
