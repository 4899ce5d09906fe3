import { contentHash, formatFinding, type JsonValue, type Locale } from '@kanmon/core';
import { applyPatch, extractJson } from '@kanmon/core/json';
import {
  advisorReportSchema,
  organizerReportSchema,
  proposalCatalog,
} from '@kanmon/proposal-quality';
import type { AttemptView, RunView } from './read-run.ts';

/** A finding with its message. */
export type ReadableFinding = AttemptView['findings'][number] & { readonly message: string };

/** An attempt with the value that its findings point into. */
export interface ReadableAttempt extends AttemptView {
  /** Null when the answer had none, or the studio cannot read it as the gate did. */
  readonly value: JsonValue | null;
  readonly findings: readonly ReadableFinding[];
}

/** A run whose values and findings a person can read. */
export interface ReadableRun extends Omit<RunView, 'attempts'> {
  readonly attempts: readonly ReadableAttempt[];
}

/** The members of the report of each gate: an answer may hold other objects. */
const keysOfGate: Readonly<Record<string, readonly string[]>> = {
  'organizer-report': Object.keys(organizerReportSchema.shape),
  'advisor-report': Object.keys(advisorReportSchema.shape),
};

/** Adds the value of each attempt, and the messages of findings in one language. */
export function readableRun(run: RunView, locale: Locale): ReadableRun {
  const keys = keysOfGate[run.gate] ?? [];
  let before: JsonValue | null = null;
  const attempts = run.attempts.map((attempt): ReadableAttempt => {
    const value = valueOf(attempt, before, keys);
    before = value ?? before;
    const findings = attempt.findings.map((finding) => ({
      ...finding,
      message: formatFinding(finding, { locale, catalog: proposalCatalog }),
    }));
    return { ...attempt, value, findings };
  });
  return { ...run, attempts };
}

/** A correction changes the value before it; any other answer has its own. A value with another hash than the recorded one is not shown. */
function valueOf(
  { answer, patches, value_hash: hash }: AttemptView,
  before: JsonValue | null,
  keys: readonly string[],
): JsonValue | null {
  if (answer === null || hash === null) return null;
  const value = patches.length > 0 ? patched(before, patches) : extracted(answer, keys);
  return value !== null && hasHash(value, hash) ? value : null;
}

function hasHash(value: JsonValue, hash: string): boolean {
  try {
    return contentHash(value) === hash;
  } catch {
    // A text of the model holds half a surrogate pair.
    return false;
  }
}

function patched(before: JsonValue | null, patches: AttemptView['patches']): JsonValue | null {
  const result = applyPatch(before, patches);
  return result.ok ? result.value : null;
}

function extracted(answer: string, keys: readonly string[]): JsonValue | null {
  const found = extractJson(answer, { allow: 'guess', ...(keys.length > 0 ? { keys } : {}) });
  return found.status === 'none' ? null : found.value;
}
