import type { JsonValue } from '../../vocabulary/json-value.ts';
import { type Frame, setMember } from './frame.ts';
import { type ParserState, repair } from './parser-state.ts';

/** Deepest level whose places are traced; unwrapping goes no deeper. */
const deepestTrace = 6;

/** Opens a container, whose bracket ends `length` after the position. */
export function open(state: ParserState, frame: Frame, length = 1): void {
  state.position += length;
  state.frames.push(frame);
  state.deepest = Math.max(state.deepest, state.frames.length);
  state.separator = false;
}

/** Puts a finished value into the innermost container, or makes it the root. */
export function attach(state: ParserState, value: JsonValue, start: number, end: number): void {
  const { frames, trace } = state;
  const frame = frames.at(-1);
  state.separator = true;
  if (!frame) {
    state.root = value;
    return;
  }
  const { list, members, key = '' } = frame;
  if (trace && frames.length < deepestTrace) {
    trace.push({ depth: frames.length, key: list ? list.length : key, start, end });
  }
  frame.count += 1;
  frame.comma = -1;
  frame.key = undefined;
  if (list) {
    list.push(value);
  } else {
    if (Object.hasOwn(members, key)) repair(state, 'duplicate-key', frame.keyAt);
    setMember(members, key, value);
  }
}

/** Takes the innermost container, which ends at `end`, into its parent. */
export function close(state: ParserState, end: number = state.position): void {
  const frame = state.frames.pop();
  if (!frame) return;
  const parent = state.frames.at(-1);
  if (parent && (frame.solid > 0 || frame.count === 0)) parent.solid += 1;
  if (!parent || parent.list || parent.key !== undefined)
    attach(state, valueOf(frame), frame.start, end);
}

/** A tuple or call of one element stands for that element, unless a comma makes it a tuple. */
function valueOf({ list, members, closer, comma }: Frame): JsonValue {
  if (!list) return members;
  const [only] = list;
  return closer === ')' && comma < 0 && list.length === 1 && only !== undefined ? only : list;
}
