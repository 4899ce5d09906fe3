import { type GateOutcome, GateRejectedError } from '@kanmon/core/gate';

/** Codes in the message of the error; more of them help no reader. */
const shownCodes = 5;

/**
 * Creates the error of a rejected outcome. A host may show it to a reader, in a stream too. So its message has codes
 * only, and the outcome, which holds text of the model, is not enumerable.
 */
export function createRejectedError(
  gate: string,
  outcome: Extract<GateOutcome<unknown>, { readonly status: 'rejected' }>,
): GateRejectedError {
  const { reason, best } = outcome;
  const musts = (best?.findings ?? []).filter(({ severity }) => severity === 'must');
  const codes = [...new Set(musts.map(({ rule, code }) => `${rule}/${code}`))];
  const error = new GateRejectedError(
    [`gate "${gate}" rejected the answer: ${reason}`, ...codes.slice(0, shownCodes)].join('; '),
    outcome,
  );
  return Object.defineProperty(error, 'outcome', { value: outcome, enumerable: false });
}
