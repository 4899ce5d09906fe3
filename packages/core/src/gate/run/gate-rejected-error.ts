import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { KanmonError } from '../../errors/kanmon-error.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import { checkGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import type { Gated } from '../gated.ts';
import type { GateOutcome } from './outcome.ts';

/** A rejected outcome, for hosts that expect an error. */
export class GateRejectedError extends KanmonError {
  static override readonly errorName: string = 'GateRejectedError';

  readonly outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>;

  constructor(
    message: string,
    outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>,
  ) {
    super(message, { code: 'gate-rejected', cause: outcome.cause });
    this.outcome = outcome;
  }
}

/** Findings in the message of the error; more of them help no reader. */
const shownFindings = 5;

/**
 * Returns the gated value of an outcome.
 *
 * @throws {GateRejectedError} The outcome is rejected; its message names the reason and the first findings.
 * @throws {InvalidArgumentError} There is no outcome, such as a promise of one.
 * @example
 * const value = unwrap(gate, await runGate(gate, { client, messages }));
 */
export function unwrap<T>(gate: Gate<T, never>, outcome: GateOutcome<T>): Gated<T> {
  checkGate(gate);
  // A promise of an outcome has no events.
  if (!Array.isArray(Reflect.get(Object(outcome), 'events'))) {
    throw new InvalidArgumentError(`expected an awaited outcome, got ${describeValue(outcome)}`);
  }
  if (outcome.status === 'passed') return outcome.value;
  const { reason, best } = outcome;
  const findings = (best?.findings ?? []).slice(0, shownFindings);
  const texts = [...new Set(findings.map((finding) => gate.format(finding)))];
  throw new GateRejectedError(
    [`gate "${gate.name}" rejected the answer: ${reason}`, ...texts].join('; '),
    outcome,
  );
}
