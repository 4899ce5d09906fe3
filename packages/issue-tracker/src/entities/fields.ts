import '@kanmon/core/zod';
import { canonicalJson, formatPointer, type JsonValue } from '@kanmon/core';
import { isWellFormed, toWellFormed } from '@kanmon/core/kit';
import * as z from 'zod';
import { InvalidInputError } from '../errors/errors.ts';
import type { TextRange } from '../text/text-range.ts';

const severities = ['low', 'medium', 'high', 'critical'] as const;

/** Severity of an issue, from harmless to blocking. */
export type IssueSeverity = (typeof severities)[number];

/** A text that a store can hold: UTF-8 has no lone surrogates. */
export const storableText = z
  .string()
  .refine(isWellFormed, { error: 'must not contain a lone surrogate (half of a character)' });
/** SHA-256 of UTF-8 bytes: 64 lower-case hex digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/u);
/** ISO 8601 in UTC. */
export const timeSchema = z.iso.datetime();
/** An id from outside: text without control characters. It never becomes part of a path. */
export const idSchema = idOfLength(400);
/** A share from 0 to 1. */
export const shareSchema = z.number().min(0).max(1);
/** The category of an issue. */
export const categorySchema = storableText.min(1).max(128);
/** Free text of a finding, a plan or a fix. */
export const descriptionSchema = storableText.max(4_000);
/** From harmless to blocking. */
export const severitySchema = z.enum(severities);
/** An episode: its number, or a short name. */
export const episodeNumberSchema = z.union([z.int().min(0), idOfLength(64)], {
  error: 'give a whole number from 0, or a name of 1 to 64 characters without control characters',
});
/** A range in UTF-16 units. */
export const textRangeSchema: z.ZodType<TextRange> = z
  .looseObject({
    start: z.int().min(0),
    end: z.int().min(0),
    unit: z.literal('utf16').default('utf16'),
    start_line: z.int().min(1).optional(),
    end_line: z.int().min(1).optional(),
  })
  .refine(({ start, end }) => start <= end, { error: 'start must not be after end' });

/** Rank of a severity from 1 (low) to 4 (critical). */
export function severityRank(severity: IssueSeverity): number {
  return severities.indexOf(severity) + 1;
}

function idOfLength(longest: number): z.ZodType<string> {
  return storableText
    .min(1)
    .max(longest)
    .refine((id) => !hasControlCharacter(id), { error: 'must not contain control characters' });
}

/** True for the characters that no id may contain (U+0000-001F, U+007F). */
export function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

/** Cuts a text to a length in UTF-16 units; half a character at the end becomes U+FFFD. */
export function cutText(text: string, longest: number): string {
  return toWellFormed(text.slice(0, longest));
}

/**
 * Parses a value by its schema.
 *
 * @throws {InvalidInputError} `path` is the JSON Pointer of the first problem.
 */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [problem] = result.error.issues;
  const path = formatPointer((problem?.path ?? []).map(String));
  throw new InvalidInputError(
    `expected a valid ${what}, got a problem at ${path === '' ? 'its root' : path}: ${problem?.message ?? 'unknown'}`,
    { path, cause: result.error },
  );
}

/** Throws `InvalidInputError` unless the value is an object: a program without types may leave it out. */
export function assertObject(value: unknown, what: string): void {
  parseInput(z.looseObject({}), value, what);
}

/**
 * Copies the output of a transaction with a key, which a repeated call reads from the history. Undefined becomes null.
 *
 * @throws {InvalidInputError} The output is not JSON.
 */
export function toOutputData(output: unknown): JsonValue {
  try {
    // It checks the type that the compiler was promised.
    canonicalJson((output ?? null) as JsonValue);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : '';
    throw new InvalidInputError(
      `expected JSON as the output of a transaction with a key: ${problem}`,
      { path: '', cause },
    );
  }
  return toEventData(output);
}

/** Copies a value as the plain JSON of an event. Undefined members are left out, undefined becomes null. */
export function toEventData(value: unknown): JsonValue {
  // JSON.stringify writes JSON, so JSON.parse returns a JsonValue.
  return JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
}
