import { z } from 'zod';
import type { ExtractOptions, ExtractResult, JsonValue } from '../../src/json.ts';
import { readCases } from '../support.ts';

/** A text as a model wrote it, and what it means or why it is refused. */
export interface CorpusCase {
  readonly name: string;
  readonly raw: string;
  readonly options?: ExtractOptions;
  readonly value?: JsonValue;
  /** @default true */
  readonly complete?: boolean;
  readonly reason?: string;
  /** Not solved yet: the test asks that it still fails, so that solving it is noticed. */
  readonly open?: true;
}

/** A text that shows, or must not show, one kind of repair. */
export interface RepairCase {
  readonly kind: string;
  readonly raw: string;
  readonly options?: ExtractOptions;
  /** Every place where the kind is due; left out where it must not occur. */
  readonly at?: readonly number[];
  readonly value: JsonValue;
}

const options: z.ZodType<ExtractOptions> = z.strictObject({
  keys: z.array(z.string()).exactOptional(),
  allow: z.enum(['lossless', 'guess', 'lossy']).exactOptional(),
  root: z.enum(['object', 'array']).exactOptional(),
});
/** Untouched: a schema for JSON would drop a `__proto__` key. */
const value: z.ZodType<JsonValue> = z.custom<JsonValue>(() => true);

const corpusCase: z.ZodType<CorpusCase> = z.strictObject({
  name: z.string(),
  raw: z.string(),
  options: options.exactOptional(),
  value: value.exactOptional(),
  complete: z.boolean().exactOptional(),
  reason: z.string().exactOptional(),
  open: z.literal(true).exactOptional(),
});

const repairCase: z.ZodType<RepairCase> = z.strictObject({
  kind: z.string(),
  raw: z.string(),
  options: options.exactOptional(),
  at: z.array(z.number()).exactOptional(),
  value,
});

export function readCorpus(name: string): readonly CorpusCase[] {
  return readCases(`extract/${name}`, corpusCase);
}

export function readRepairs(name: 'positive' | 'negative'): readonly RepairCase[] {
  return readCases(`extract/kinds/${name}`, repairCase);
}

/** Returns the result, which must be a value; fails the test with the reason otherwise. */
export function okOf(result: ExtractResult): Extract<ExtractResult, { readonly status: 'ok' }> {
  if (result.status === 'none') throw new Error(`expected a value, got ${result.reason}`);
  return result;
}
