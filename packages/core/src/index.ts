export type {
  JsonArray,
  JsonObject,
  JsonPointer,
  JsonSchema,
  JsonValue,
} from './vocabulary/json-value.ts';
export type { Language, Locale } from './vocabulary/locale.ts';
export { isRecord } from './vocabulary/record.ts';
export type { Finding, Severity, ValidationResult } from './vocabulary/finding.ts';

export type { Catalog, Message } from './messages/catalog.ts';
export { coreCatalog } from './messages/core-catalog.ts';
export { formatFinding, type FormatOptions } from './messages/format-finding.ts';
export { mergeCatalogs } from './messages/merge-catalogs.ts';
export { toValidationResult } from './messages/validation-result.ts';

export { KanmonError, type KanmonErrorOptions } from './errors/kanmon-error.ts';
export { InvalidArgumentError } from './errors/invalid-argument-error.ts';
export { MissingConfigurationError } from './errors/missing-configuration-error.ts';
export { GateDefinitionError } from './errors/gate-definition-error.ts';
export { NotGatedError } from './errors/not-gated-error.ts';
export { ReplayMismatchError } from './errors/replay-mismatch-error.ts';
export { VersionConflictError } from './errors/version-conflict-error.ts';
export { FencedError, type FencedReason } from './errors/fenced-error.ts';
export { EventStoreError, type EventStoreErrorCode } from './errors/event-store-error.ts';
export { LlmError, type LlmErrorKind, type LlmErrorOptions } from './errors/llm-error.ts';
export { redactSecrets } from './errors/redact-secrets.ts';

export { type Clock, systemClock } from './ports/clock.ts';
export type { Timer } from './ports/timer.ts';
export { systemTimer } from './ports/system-timer.ts';
export type { IdSource } from './ports/id-source.ts';
export { randomIds } from './ports/random-ids.ts';
export { type Logger, type LogMethod, silentLogger } from './ports/logger.ts';
export type { Embedder } from './ports/embedder.ts';
export type {
  LlmCallOptions,
  LlmCapabilities,
  LlmClient,
  LlmEvent,
  LlmFinish,
  LlmMessage,
  LlmOutput,
  LlmRequest,
  LlmResponse,
  LlmUsage,
} from './ports/llm-client.ts';
export type {
  AppendOptions,
  AppendResult,
  EventStore,
  Lease,
  NewEvent,
  ReadAllOptions,
  ReadOptions,
  StoredEvent,
  StreamSummary,
} from './ports/event-store.ts';

export { canonicalJson } from './json/canonical-json.ts';
export { formatPointer } from './json/pointer.ts';
export { contentHash } from './hashing/content-hash.ts';
export { sha256Hex } from './hashing/sha256.ts';

export type {
  Budget,
  BudgetLimit,
  BudgetMeter,
  Price,
  RecordOptions,
  TokenSource,
  UsageTotal,
} from './budget/budget.ts';
export { type BudgetMeterOptions, createBudgetMeter } from './budget/budget-meter.ts';
export { retry, type RetryOptions } from './budget/retry.ts';

export { detectLanguage } from './language/detect-language.ts';

export {
  chainHash,
  type ChainHead,
  type ChainVerdict,
  GENESIS_HASH,
  verifyChain,
  type VerifyChainOptions,
} from './event-store/chain.ts';
export { type Checkpoint, createCheckpoint } from './event-store/checkpoint.ts';
export { followAll, type FollowOptions } from './event-store/follow-all.ts';
export { eventStoreLimits } from './event-store/limits.ts';
export { createMemoryEventStore } from './event-store/memory-event-store.ts';
export {
  createMemoryCounter,
  type PointRequest,
  type SharedCounter,
  type TakeAnswer,
  type TakenPoints,
} from './event-store/shared-counter.ts';
