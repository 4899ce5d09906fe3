import { Char, END, isCloser } from './characters.ts';
import type { Frame } from './frame.ts';
import { isElementAt, isKeyAt } from './lookahead.ts';
import type { ParserState } from './parser-state.ts';
import { skipTrivia, type SourceText, structureAt } from './source-text.ts';

/** What a closing bracket that does not fit the innermost container is taken for. */
export type BracketReading = 'mismatch' | 'missing' | 'extra';

/** True when `code` closes `frame` as it was opened. */
export function isCloserOf(frame: Frame, code: number): boolean {
  if (frame.shape === 'object') {
    return code === (frame.bracketed ? Char.closeBracket : Char.closeBrace);
  }
  return code === (frame.shape === 'array' ? Char.closeBracket : Char.closeParen);
}

/**
 * Reads a wrong closing bracket by what follows it: brackets are missing before it if an outer
 * container can go on there, it was mistyped if the parent of the innermost can, else it is extra.
 */
export function readWrongCloser(state: ParserState, code: number): BracketReading {
  const { source, frames, position } = state;
  const next = skipTrivia(source, position + 1);
  const owner = frames.findLastIndex((frame) => isCloserOf(frame, code));
  if (owner >= 0 && goesOn(source, next, frames[owner - 1])) return 'missing';
  if (goesOn(source, next, frames[frames.length - 2])) return 'mismatch';
  if (goesOn(source, next, frames[frames.length - 1])) return 'extra';
  return owner >= 0 ? 'missing' : 'mismatch';
}

/** True when `frame` can go on, after a value, with what stands at `index`. No frame: the root closed. */
function goesOn(source: SourceText, index: number, frame: Frame | undefined): boolean {
  const code = structureAt(source, index);
  if (!frame) return code !== Char.comma && code !== Char.colon && !isCloser(code);
  if (code === END || isCloserOf(frame, code)) return true;
  if (code !== Char.comma) return false;
  const next = skipTrivia(source, index + 1);
  if (isCloserOf(frame, structureAt(source, next))) return true;
  return frame.shape === 'object'
    ? isKeyAt(source, next, !frame.quotedKeys)
    : !isKeyAt(source, next, false) && isElementAt(source, next);
}
