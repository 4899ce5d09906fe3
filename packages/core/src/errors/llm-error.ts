import { withoutUndefined } from '../kit/without-undefined.ts';
import type { LlmUsage } from '../ports/llm-client.ts';
import { KanmonError } from './kanmon-error.ts';
import { redactSecrets } from './redact-secrets.ts';

/** The kind of a failed model call, the same for every provider. */
export type LlmErrorKind =
  | 'auth'
  | 'permission'
  | 'bad-request'
  | 'not-found'
  | 'rate-limit'
  | 'quota'
  | 'overloaded'
  | 'server'
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'context-length'
  | 'content-filter'
  | 'protocol'
  /** A limit of the caller's own budget was reached; no call was made. */
  | 'budget';

const retryableKinds: ReadonlySet<LlmErrorKind> = new Set([
  'rate-limit',
  'overloaded',
  'server',
  'timeout',
  'network',
]);

/** Constructor options of `LlmError`; `retryable` defaults by kind. */
export interface LlmErrorOptions {
  readonly kind: LlmErrorKind;
  /** For subclasses. @default `llm-` and the kind */
  readonly code?: string;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly status?: number;
  readonly usage?: LlmUsage;
  readonly provider?: string;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** A model call failed. What looks like a key is redacted from the message and the request id. */
export class LlmError extends KanmonError {
  static override readonly errorName: string = 'LlmError';

  readonly kind: LlmErrorKind;
  readonly retryable: boolean;
  declare readonly retryAfterMs?: number;
  declare readonly status?: number;
  /** Tokens that were spent although the call failed. */
  declare readonly usage?: LlmUsage;
  declare readonly provider?: string;
  declare readonly requestId?: string;

  constructor(message: string, options: LlmErrorOptions) {
    const { kind, code = `llm-${kind}`, retryable = retryableKinds.has(kind) } = options;
    const { retryAfterMs, status, usage, provider, requestId } = options;
    super(redactSecrets(message), {
      code,
      ...('cause' in options ? { cause: options.cause } : {}),
    });
    this.kind = kind;
    this.retryable = retryable;
    const redactedId = requestId === undefined ? undefined : redactSecrets(requestId);
    const known = { retryAfterMs, status, usage, provider, requestId: redactedId };
    Object.assign(this, withoutUndefined(known));
  }
}
