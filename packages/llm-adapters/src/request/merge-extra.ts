import type { UnknownRecord } from '../support/read.ts';

/**
 * `body` with the caller's raw provider options merged last. What decides who is asked and how the
 * answer is read cannot be replaced by them.
 */
export function mergeExtra(
  body: UnknownRecord,
  extra: UnknownRecord,
  fixed: ReadonlySet<string>,
): UnknownRecord {
  const allowed = Object.entries(extra).filter(
    ([key, value]) => !fixed.has(key) && value !== undefined,
  );
  return { ...body, ...Object.fromEntries(allowed) };
}
