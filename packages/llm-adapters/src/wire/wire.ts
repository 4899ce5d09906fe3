import type { LlmCapabilities, LlmEvent, LlmFinish, LlmMessage, LlmUsage } from '@kanmon/core';
import type { SchemaDialect } from '../request/lower-json-schema.ts';
import type { OutputPlan } from '../request/plan-output.ts';
import type { UnknownRecord } from './read.ts';

/** The parts of a request that one wire format carries, besides those of `LlmCapabilities`. */
export interface WireAbilities {
  readonly dialect: SchemaDialect;
  readonly lenientSchema: boolean;
  readonly jsonObject: boolean;
  readonly stop: boolean;
  /** False where the limit is a setting of the client. @default true */
  readonly maxOutputTokens?: boolean;
  /** `user-id`: only the member `userId`. A function returns true for each pair to send; `extra` is that of the request. */
  readonly metadata:
    | 'all'
    | 'user-id'
    | 'none'
    | ((name: string, value: string, extra: UnknownRecord) => boolean);
  /** False where the client is bound to one model. @default true */
  readonly model?: boolean;
  /** `all`: the options of every provider go on, for a client that chooses among them. @default 'own' */
  readonly providerOptions?: 'own' | 'all';
}

/** A request after everything that is the same for all providers. Only what was set is there. */
export interface PreparedRequest {
  readonly model: string;
  readonly messages: readonly LlmMessage[];
  readonly output: OutputPlan;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly stop?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  /** Raw members for the body, of this provider only. */
  readonly extra: UnknownRecord;
  readonly warnings: readonly string[];
}

/** A provider's answer in our terms, before it becomes an `LlmResponse`. */
export interface WireAnswer {
  readonly text: string;
  readonly finish: LlmFinish;
  readonly usage: LlmUsage;
  readonly warnings: readonly string[];
  readonly id?: string;
  /** The model that really answered. */
  readonly model?: string;
}

/** The events of a streamed call. */
export type EventStream = AsyncGenerator<LlmEvent, void, undefined>;

/** The bounds of one request to the provider. */
export interface WireCall {
  /** Absent where nothing can interrupt the call. */
  readonly signal?: AbortSignal;
  /** Milliseconds that are left of the deadline. */
  readonly timeoutMs?: number;
}

/** Reads a stream part by part. */
export interface StreamFold {
  /** The text that `part` adds, `''` for none. Throws for an error that came as a part. */
  push(part: unknown): string;
  /** The answer without its text, or null while the end mark is missing. */
  end(): Omit<WireAnswer, 'text'> | null;
  /** Returns the tokens spent so far, for the error of a stream that breaks. */
  usage(): LlmUsage;
}

/**
 * One provider as data and pure functions around two effects (`send`, `openStream`). The rules that hold
 * for all providers live once, in `createWireClient`.
 */
export interface Wire {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: LlmCapabilities;
  readonly abilities: WireAbilities;
  encode(request: PreparedRequest, mode: 'generate' | 'stream'): UnknownRecord;
  send(body: UnknownRecord, call: WireCall): PromiseLike<unknown>;
  decode(answer: unknown): WireAnswer;
  openStream(body: UnknownRecord, call: WireCall): PromiseLike<AsyncIterable<unknown>>;
  createFold(): StreamFold;
  /** Keys of the adapter, to be kept out of messages. */
  secrets(): readonly string[];
  readonly origin: WireOrigin;
}

/** The values that distinguish a wire from another of the same provider and model, for caches and cassettes. */
export interface WireOrigin {
  /** Plain data: the base URL and settings that shape requests. */
  readonly server: UnknownRecord;
  /** The credentials in use, or an object that has them where they cannot be read. */
  credentials(): readonly string[] | object;
}
