import { NotGatedError } from '../errors/not-gated-error.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { ValueGate } from './gate-definition.ts';
import { type Gated, type GateIdentity, isGated } from './gated.ts';

/** Throws `NotGatedError` for a value that no gate, or another one than this, has passed. Only objects and arrays can be known again. Throws `InvalidArgumentError` for a gate that is not an object. */
export function assertGated<T>(
  value: unknown,
  gate?: ValueGate<T, never> | GateIdentity,
): asserts value is Gated<T> {
  if (isGated(value, gate)) return;
  if (typeof value !== 'object' || value === null) {
    throw new NotGatedError(
      `expected an object or an array, got ${describeValue(value)}, which cannot be told from another one like it; put it into an object before the gate`,
    );
  }
  const wanted = gate === undefined ? 'a gate' : `the gate "${gate.name}"`;
  const got = isGated(value) ? 'one that another gate passed' : 'one that no gate passed';
  throw new NotGatedError(
    `expected a value that ${wanted} passed, got ${got}; take it from validate() or runGate() and hand it on as it is, not as a copy`,
  );
}
