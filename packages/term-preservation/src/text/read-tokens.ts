import { InvalidArgumentError, isRecord } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import type { Token, Tokenizer } from '../vocabulary/terms.ts';

/** Refuses an option that lacks its method, before a text is read. An absent option is allowed. */
export function checkMethod(option: string, value: unknown, method: string): void {
  if (value === undefined || (isRecord(value) && typeof value[method] === 'function')) return;
  throw new InvalidArgumentError(
    `expected options.${option} to have a function ${method}, got ${describeValue(value)}`,
  );
}

/** Returns a problem of the tokens of a text, or undefined. */
export function findTokenProblem(text: string, tokens: unknown): string | undefined {
  if (!Array.isArray(tokens)) return 'it gave no array';
  let floor = 0;
  for (const [index, token] of tokens.entries()) {
    const given: unknown = token;
    if (!isToken(given)) return `token ${index} has no surface and start`;
    if (given.start < floor)
      return `token ${index} ("${given.surface}") overlaps the one before it or is out of order`;
    if (text.slice(given.start, given.start + given.surface.length) !== given.surface) {
      return `token ${index} ("${given.surface}") is not what stands at ${given.start}`;
    }
    floor = given.start + given.surface.length;
  }
  return undefined;
}

/**
 * Returns the checked tokens of a text. There is no silent fallback.
 *
 * @throws {InvalidArgumentError} Names a tokenizer that throws, or whose tokens do not slice the text.
 */
export function readTokens(tokenizer: Tokenizer, text: string): readonly Token[] {
  let tokens: readonly Token[];
  try {
    tokens = tokenizer.tokenize(text);
  } catch (error) {
    throw new InvalidArgumentError(
      `the tokenizer "${tokenizer.name}" threw on the text; leave the tokenizer option out or repair it`,
      { cause: error },
    );
  }
  const problem = findTokenProblem(text, tokens);
  if (problem !== undefined) {
    throw new InvalidArgumentError(
      `the tokenizer "${tokenizer.name}" cannot be used: ${problem}; offsets are UTF-16 units of the text it was given`,
    );
  }
  return tokens;
}

function isToken(value: unknown): value is Token {
  if (!isRecord(value)) return false;
  const { surface, start } = value;
  return typeof surface === 'string' && surface !== '' && Number.isInteger(start);
}
