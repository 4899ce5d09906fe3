import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { Frame } from './frame.ts';
import type { SourceText } from './source-text.ts';
import type { Repair } from './types.ts';

/** Where a value was found, in the order in which values were closed. */
export interface TraceEntry {
  readonly depth: number;
  readonly key: string | number;
  readonly start: number;
  readonly end: number;
}

/** Everything one attempt to read one value knows. */
export interface ParserState {
  readonly source: SourceText;
  readonly log: Repair[];
  readonly frames: Frame[];
  position: number;
  /** What the grammar waits for at `position`. */
  expect: 'key' | 'value' | 'separator';
  /** Name of the XML-like wrapper around the value: its closing tag ends a string that has no end. */
  readonly wrapper: string | undefined;
  /** A member or element was read: from here on the text is data, however broken. */
  committed: boolean;
  /** Keys of the root that close everything below it, when a bracket is known to be missing. */
  readonly rootKeys: ReadonlySet<string> | undefined;
  readonly trace: TraceEntry[] | undefined;
  deepest: number;
  ellipses: number;
  root: JsonValue | undefined;
}

/** The innermost open container. */
export function innermost(state: ParserState): Frame | undefined {
  return state.frames[state.frames.length - 1];
}
