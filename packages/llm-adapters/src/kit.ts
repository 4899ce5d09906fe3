/** Building blocks for an adapter of another provider. */

export { unwrapClient } from './decorators/decorator.ts';
export { mapProviderError, type ProviderErrorContext } from './errors/map-provider-error.ts';
export {
  type DroppedKeyword,
  type LoweredSchema,
  lowerJsonSchema,
  type SchemaDialect,
} from './request/lower-json-schema.ts';
export type { OutputPlan } from './request/plan-output.ts';
export type { AdapterDefaults } from './wire/adapter-defaults.ts';
export { createWireClient } from './wire/create-wire-client.ts';
export { decodeServerSentEvents, type ServerSentEvent } from './wire/server-sent-events.ts';
export type {
  PreparedRequest,
  StreamFold,
  Wire,
  WireAbilities,
  WireAnswer,
  WireCall,
  WireOrigin,
} from './wire/wire.ts';
