import { LlmError, type LlmErrorOptions } from '@kanmon/core';

/**
 * Returns a copy of an error with some fields changed. Message, cause, class and the members of
 * subclasses are those of the original. Errors are never mutated.
 */
export function copyLlmError(
  error: LlmError,
  changes: Partial<LlmErrorOptions>,
  message: string = error.message,
): LlmError {
  if (Object.keys(changes).length === 0 && message === error.message) return error;
  const { kind, code, retryable, cause } = error;
  const copy = new LlmError(message, {
    kind,
    code,
    retryable,
    ...('cause' in error ? { cause } : {}),
    ...changes,
  });
  // The constructor redacts: it does not know the name of the model.
  copy.message = message;
  const prototype: object = Reflect.getPrototypeOf(error) ?? LlmError.prototype;
  Object.setPrototypeOf(copy, prototype);
  // Status, usage and the like, the name, and the marks and members of subclasses.
  for (const key of Reflect.ownKeys(error)) {
    const member = Object.getOwnPropertyDescriptor(error, key);
    if (member === undefined || (Object.hasOwn(copy, key) && key !== 'name')) continue;
    Object.defineProperty(copy, key, member);
  }
  return copy;
}
