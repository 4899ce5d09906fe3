import { contentHash, type Locale } from '@kanmon/core';
import type { JsonPatchOperation } from '@kanmon/core/json';
import type { JsonPointer, JsonValue } from '../model/json.ts';
import type { AutoFix, IssueSeverity, ReviewIssue } from '../model/review.ts';
import { reviewText, type ReviewTextCode } from './review-texts.ts';

/** An issue of a built-in rule with its sentence. */
export function makeIssue(
  code: ReviewTextCode,
  severity: IssueSeverity,
  path: JsonPointer | null,
  locale: Locale,
  params?: Readonly<Record<string, string | number>>,
): ReviewIssue {
  return {
    code,
    message: reviewText(code, locale, params),
    severity,
    path,
    ...(params === undefined ? {} : { params }),
  };
}

/** A fix whose id follows from what it does: the same proposal has the same id in every run. */
export function makeFix(
  kind: string,
  description: string,
  patch: readonly JsonPatchOperation[],
): AutoFix {
  const digest = contentHash(patch.map((operation) => ({ ...operation }))).slice(
    'sha256:'.length,
    'sha256:'.length + 10,
  );
  return { patch_id: `${kind.replaceAll('_', '-')}-${digest}`, description, base: 'card', patch };
}

/** Replaces a text if it is still what it was. */
export function replaceText(
  path: JsonPointer,
  from: JsonValue,
  to: JsonValue,
): JsonPatchOperation[] {
  return [
    { op: 'test', path, value: from },
    { op: 'replace', path, value: to },
  ];
}
