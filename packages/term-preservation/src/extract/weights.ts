import type { TermKind } from '../vocabulary/terms.ts';

/** Literals, quotes and the caller's own terms: losing one was wrong in every case of the corpus. */
export const literalWeight = 1;
/** Two words or more: names one thing rather precisely. */
export const compoundWeight = 0.8;
export const wordWeight = 0.7;
/** A general word (画面, 一覧, data) that another word modifies: its loss alone says little. */
export const genericWeight = 0.3;

/** Kinds that are found or not found, with nothing between. */
const exactKinds: ReadonlySet<TermKind> = new Set([
  'quoted',
  'code',
  'endpoint',
  'path',
  'identifier',
  'version',
]);

export function isExactKind(kind: TermKind): boolean {
  return exactKinds.has(kind);
}

/** Exact kinds and quantities: what `rejectOn: 'literals'` rejects for. */
export function isLiteralKind(kind: TermKind): boolean {
  return exactKinds.has(kind) || kind === 'quantity';
}

export const termKinds: ReadonlySet<string> = new Set<TermKind>([
  ...exactKinds,
  'quantity',
  'word',
  'phrase',
  'custom',
]);
