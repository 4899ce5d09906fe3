import { extractJson as extract, type ExtractOptions } from '@kanmon/core/json';
import { hostileText, type Subject, type TextShape } from '@kanmon/test-support';

/** A text that was hard for `extractJson` once. `%` in it becomes a number that counts up. */
export interface HostileCase {
  readonly name: string;
  readonly shape: TextShape;
  readonly options?: ExtractOptions;
}

export const extractJson: Subject<HostileCase> = (size, { shape, options }) => {
  let count = 0;
  const text = hostileText(shape, size).replaceAll('%', () => String(count++));
  return () => extract(text, options);
};
