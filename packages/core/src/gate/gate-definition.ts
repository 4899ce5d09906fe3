import type { ExtractOptions, ExtractResult } from '../json/extract/types.ts';
import type { Catalog } from '../messages/catalog.ts';
import type { Finding, ValidationResult } from '../vocabulary/finding.ts';
import type { JsonSchema } from '../vocabulary/json-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Gated } from './gated.ts';
import type { Rule } from './rules/rule.ts';
import type { StandardSchemaV1 } from './schema/standard-schema.ts';

/** The parts of a gate. `Input` is the type of a value before defaults and transforms, where the schema names it. */
export interface GateDefinition<T, Context, Input = unknown> {
  /** Sent as the name of the output and as `metadata.gate`; gated values carry it. */
  readonly name: string;
  /** Any synchronous Standard Schema. It judges the raw value; its output is the value that passes. */
  readonly schema: StandardSchemaV1<Input, T>;
  readonly rules?: readonly Rule<never, Context>[];
  /** Options for finding the value in a text. @default { allow: 'guess' } and the keys of the JSON Schema */
  readonly extract?: ExtractOptions;
  /** Texts by code; they win over those beside the rules. */
  readonly catalog?: Catalog;
  /** Sent with every request. @default what the schema offers through Standard JSON Schema, else none */
  readonly jsonSchema?: JsonSchema;
  /**
   * The base of this gate, which differs in severities or texts only: what this gate passes counts
   * as passed by that one for `isGated` and `assertGated`.
   */
  readonly variantOf?: { readonly definition: object };
}

/** In whose language `errors` and `warnings` are written, and with whose texts first. */
export interface ValidateOptions {
  /** @default 'en' */
  readonly locale?: Locale;
  readonly catalog?: Catalog;
}

/** A gate for values that are parsed already. Created by `defineValueGate`. */
export interface ValueGate<T, Context = undefined, Input = unknown> {
  readonly name: string;
  readonly definition: GateDefinition<T, Context, Input>;
  /** For a gate that needs no context. */
  validate(this: ValueGate<T>, value: unknown): GateVerdict<T>;
  /**
   * Judges a raw value, before any default or transform. Never throws because of the value: cycles,
   * getters, proxies, what is not JSON and a schema or rule that throws become findings.
   */
  validate(value: unknown, context: Context, options?: ValidateOptions): GateVerdict<T>;
  /** Returns the text of a finding: of the call's catalog, the gate's, the rule's, the built-in one. */
  format(finding: Finding, options?: ValidateOptions): string;
}

/** A name, a schema and rules that together decide what passes. Created by `defineGate`. */
export interface Gate<T, Context = undefined, Input = unknown> extends ValueGate<
  T,
  Context,
  Input
> {
  /** For a gate that needs no context. */
  read(this: Gate<T>, text: string): GateReading<T>;
  /**
   * Finds the value in a model's text, as `runGate` does, and judges it. A text without the value, or with a value
   * that is cut off, is not ok: a finding of rule `extract` names the reason (`empty` also for null and undefined). Never
   * throws because of the text.
   */
  read(text: string, context: Context, options?: ValidateOptions): GateReading<T>;
}

/** The gated value, or the findings that speak against it. */
export type GateVerdict<T> =
  | (ValidationResult & { readonly ok: true; readonly value: Gated<T> })
  | (ValidationResult & { readonly ok: false });

/** A verdict over a text, with the extraction: its repairs, or the reason why there is no value. */
export type GateReading<T> = GateVerdict<T> & { readonly extraction: ExtractResult };
