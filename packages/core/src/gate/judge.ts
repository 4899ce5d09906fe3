import { sha256Hex } from '../hashing/sha256.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';
import { toWellFormed } from '../vocabulary/well-formed.ts';
import type { CompiledGate } from './compile-gate.ts';
import type { Gated } from './gated.ts';
import { registerGated } from './gated.ts';
import { isMust, runRules } from './rules/rule-findings.ts';
import { problemFinding, runSchema } from './schema/run-schema.ts';
import { copyJson } from './value/copy-value.ts';

/** The findings of a gate, and the frozen output of its schema when no Must is among them. */
export interface Judgement<T> {
  readonly findings: readonly Finding[];
  readonly passed: PassedRules<T> | null;
}

/** A value without a Must, frozen: what the schema made of it, and what it was. */
export interface PassedRules<T> {
  readonly output: T;
  readonly raw: JsonValue;
}

/**
 * Judges a raw value: schema issues first, then rules in the order of definition, nodes in document
 * order, equal findings once. The value is copied before anything looks at it, so a getter cannot
 * show one thing to the rules and another to the reader.
 */
export function judge<T>(gate: CompiledGate<T>, value: unknown, context: unknown): Judgement<T> {
  const copied = copyJson(value);
  if (!copied.ok)
    return { findings: Object.freeze([problemFinding(copied.problem)]), passed: null };
  const raw: JsonValue = copied.value;
  const schema = runSchema(gate.definition.schema, raw);
  const selector = schema.ok ? gate.selector : gate.freeSelector;
  const told = runRules(gate.rules, selector, raw, context);
  const findings = schema.ok ? told : [...schema.findings, ...told];
  const distinct = deduplicate(findings);
  if (!schema.ok || distinct.some(isMust)) return { findings: distinct, passed: null };
  return { findings: distinct, passed: { output: schema.output, raw } };
}

/** Longer keys are hashed: V8 hashes strings past 16,383 units by their length alone. */
const maxKeyLength = 16_383;

/** Equal (rule, code, path, params) have equal keys, whatever the order of the parameters. */
export function findingKey({ rule, code, path, params }: Finding): string {
  const key = JSON.stringify([rule, code, path, Object.entries(params).toSorted(byName)]);
  return key.length <= maxKeyLength ? key : sha256Hex(toWellFormed(key));
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

/** Returns equal findings once, frozen. */
export function deduplicate(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return Object.freeze(findings);
  const byKey = new Map(findings.map((finding) => [findingKey(finding), finding]));
  return Object.freeze([...byKey.values()]);
}

/**
 * Marks an output of `judge` as passed: the only place where the brand is given. Strings and numbers
 * pass, but have no identity to mark.
 */
export function brand<T>(output: T, { definition }: CompiledGate<T>): Gated<T> {
  const { name } = definition;
  if (typeof output === 'object' && output !== null) registerGated(output, { name, definition });
  // The brand exists in types only; what counts at run time is the registry.
  return output as Gated<T>;
}
