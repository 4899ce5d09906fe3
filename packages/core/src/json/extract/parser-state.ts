import type { JsonValue } from '../../vocabulary/json-value.ts';
import type { Frame } from './frame.ts';
import { note } from './repair-log.ts';
import type { SourceText } from './source-text.ts';
import type { Repair, RepairKind } from './types.ts';

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
  readonly text: string;
  readonly log: Repair[];
  /** Open containers, the root first. */
  readonly frames: Frame[];
  position: number;
  /** A separator is due at `position`; else a key or a value. */
  separator: boolean;
  /** Name of the XML-like wrapper around the value: its closing tag ends a string that has no end. */
  readonly wrapper: string | undefined;
  /** A member or element was read: from here on the text is data, however broken. */
  committed: boolean;
  /** Keys of the root, which show inside of it that a bracket is missing. */
  readonly rootKeys: readonly string[] | undefined;
  /** Close everything below the root at such a key; else only tell that one was met there. */
  readonly closeAtRootKeys: boolean;
  metRootKey: boolean;
  readonly trace: TraceEntry[] | undefined;
  /** Containers below this depth are skipped: a text of brackets alone would cost memory for nothing. */
  readonly maxDepth: number;
  deepest: number;
  ellipses: number;
  root: JsonValue;
}

/** Notes a repair, at the position unless told otherwise. */
export function repair(state: ParserState, kind: RepairKind, at: number = state.position): void {
  note(state.log, kind, at);
}

/** Notes full-width punctuation that is read as structure at the position. */
export function noteFullWidth(state: ParserState): void {
  if (state.text.charCodeAt(state.position) > 0x7f) repair(state, 'full-width-structure');
}
