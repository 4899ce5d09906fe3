import type { Span } from '@kanmon/issue-tracker';

/** A change of the text, as textlint and our own fixes give it. */
export interface TextChange {
  readonly range: Span;
  readonly text: string;
}
