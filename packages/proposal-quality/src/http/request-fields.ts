import { isRecord } from '@kanmon/core';
import { ownValue } from '../run/nodes-of.ts';
import { validationProblem } from './http-problem.ts';

/** Members of a body, each checked when it is asked for. */
export type Fields = Readonly<Record<string, unknown>>;

const maxIdBytes = 256;
/** A lone surrogate has no place in UTF-8, so no store could keep it. */
const control = /\p{Cc}|\p{Surrogate}/u;

/** The body as an object; 400 otherwise. */
export function fieldsOf(body: unknown): Fields {
  if (isRecord(body)) return body;
  throw validationProblem([{ path: '', issue: 'expected an object' }]);
}

/** A name or id: not blank, no control characters, short enough for every store. */
export function requiredId(fields: Fields, name: string): string {
  const value = ownValue(fields, name);
  if (value === undefined) throw problem(name, 'is required');
  if (typeof value !== 'string' || value.trim() === '') {
    throw problem(name, 'expected a text that is not blank');
  }
  if (control.test(value)) {
    throw problem(name, 'expected a text without control characters');
  }
  if (new TextEncoder().encode(value).byteLength > maxIdBytes) {
    throw problem(name, `expected at most ${maxIdBytes} bytes`);
  }
  return value;
}

/** The same, where it may be left out. */
export function optionalId(fields: Fields, name: string): string | undefined {
  return ownValue(fields, name) === undefined ? undefined : requiredId(fields, name);
}

/** Any value, as long as it was sent. */
export function requiredValue(fields: Fields, name: string): unknown {
  const value = ownValue(fields, name);
  if (value === undefined) throw problem(name, 'is required');
  return value;
}

/** One of a few words. */
export function optionalWord<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = ownValue(fields, name);
  if (value === undefined) return undefined;
  const word = words.find((one) => one === value);
  if (word === undefined) throw problem(name, `expected ${words.join(' or ')}`);
  return word;
}

function problem(name: string, issue: string): ReturnType<typeof validationProblem> {
  return validationProblem([{ path: `/${name}`, issue }]);
}
