import { parseJson } from '../../json/parse-json.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import { childPath } from '../value/child-path.ts';
import { setOwn } from '../../vocabulary/set-own.ts';
import { createValueFinder } from './skip-to-value.ts';

/** Called for every node below the root as soon as it is closed. `State` follows the place. */
export interface NodeListener<State> {
  readonly root: State;
  /** Returns the state of a member; null when the text is not the expected one and is not followed further. */
  enter(state: State, token: string, depth: number, isElement: boolean): State | null;
  closed(node: JsonValue, path: JsonPointer, state: State, root: JsonValue): void;
}

/** Follows a text that arrives in pieces; each character is looked at once. */
export interface IncrementalParser {
  feed(chunk: string): void;
}

interface Frame<State> {
  readonly container: JsonValue[] | Record<string, JsonValue>;
  readonly path: JsonPointer;
  readonly state: State;
  /** Key of the member that is being read, in an object. */
  key: string;
  member: State;
}

/** The tokens that may come next, outside of strings and other scalars. */
type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

/** Deeper than extraction follows by default. */
const maxDepth = 256;

/**
 * Parses the first JSON value of a text strictly while it arrives. Anything that is not JSON ends
 * it for good: such a text is judged when it is complete.
 */
export function createIncrementalParser<State>(listener: NodeListener<State>): IncrementalParser {
  const finder = createValueFinder();
  const frames: Frame<State>[] = [];
  let phase: 'searching' | 'structure' | 'string' | 'scalar' | 'ended' = 'searching';
  let expected: Expected = 'value';
  let pieces: string[] = [];
  let isEscaping = false;

  const end = (): void => {
    phase = 'ended';
    frames.length = 0;
    pieces = [];
  };

  const open = (bracket: string): void => {
    if (frames.length >= maxDepth) return end();
    const above = frames.at(-1);
    const place =
      above === undefined
        ? { path: '', state: listener.root }
        : { path: childPath(above.path, above.key), state: above.member };
    const container = bracket === '[' ? [] : {};
    frames.push({ container, ...place, key: '', member: place.state });
    expected = bracket === '[' ? 'value-or-end' : 'key-or-end';
    return undefined;
  };

  /** Before a member of the innermost container is read. */
  const enterMember = (frame: Frame<State>, key: string): boolean => {
    const member = listener.enter(frame.state, key, frames.length, Array.isArray(frame.container));
    if (member === null) return false;
    frame.key = key;
    frame.member = member;
    return true;
  };

  const beginElement = (): boolean => {
    const frame = frames.at(-1);
    if (frame === undefined || !Array.isArray(frame.container)) return true;
    return enterMember(frame, String(frame.container.length));
  };

  const addValue = (value: JsonValue): void => {
    const [root] = frames;
    const frame = frames.at(-1);
    if (frame === undefined || root === undefined) return;
    if (Array.isArray(frame.container)) frame.container.push(value);
    else setOwn(frame.container, frame.key, value);
    expected = 'comma-or-end';
    listener.closed(value, childPath(frame.path, frame.key), frame.member, root.container);
  };

  const close = (bracket: string): void => {
    const frame = frames.at(-1);
    if (frame === undefined || Array.isArray(frame.container) !== (bracket === ']')) return end();
    frames.pop();
    if (frames.length === 0) return end();
    return addValue(frame.container);
  };

  const takeScalar = (text: string): void => {
    let value: JsonValue;
    try {
      value = parseJson(text);
    } catch {
      return end();
    }
    if (expected !== 'key' && expected !== 'key-or-end') return addValue(value);
    const frame = frames.at(-1);
    if (frame === undefined || typeof value !== 'string' || !enterMember(frame, value))
      return end();
    expected = 'colon';
    return undefined;
  };

  /** One structural character. */
  const step = (character: string): void => {
    const wantsValue = expected === 'value' || expected === 'value-or-end';
    switch (character) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        return undefined;
      case '{':
      case '[':
        return wantsValue && beginElement() ? open(character) : end();
      case '}':
        return expected === 'key-or-end' || expected === 'comma-or-end' ? close(character) : end();
      case ']':
        return expected === 'value-or-end' || expected === 'comma-or-end'
          ? close(character)
          : end();
      case ':':
        if (expected !== 'colon') return end();
        expected = 'value';
        return undefined;
      case ',':
        if (expected !== 'comma-or-end') return end();
        expected = Array.isArray(frames.at(-1)?.container) ? 'value' : 'key';
        return undefined;
      default:
        return beginScalar(character, wantsValue);
    }
  };

  const beginScalar = (character: string, wantsValue: boolean): void => {
    const isString = character === '"';
    const wantsKey = expected === 'key' || expected === 'key-or-end';
    if (isString ? !wantsValue && !wantsKey : !wantsValue) return end();
    if (wantsValue && !beginElement()) return end();
    phase = isString ? 'string' : 'scalar';
    pieces = [character];
    return undefined;
  };

  /** Index after what belongs to the string. */
  const readString = (chunk: string, from: number): number => {
    for (let index = from; index < chunk.length; index += 1) {
      const character = chunk.charAt(index);
      if (isEscaping) isEscaping = false;
      else if (character === '\\') isEscaping = true;
      else if (character === '"') {
        pieces.push(chunk.slice(from, index + 1));
        phase = 'structure';
        takeScalar(pieces.join(''));
        return index + 1;
      }
    }
    pieces.push(chunk.slice(from));
    return chunk.length;
  };

  /** Numbers and literals end at a separator, a bracket or white space. */
  const readScalar = (chunk: string, from: number): number => {
    for (let index = from; index < chunk.length; index += 1) {
      if (',]} \n\r\t'.includes(chunk.charAt(index))) {
        pieces.push(chunk.slice(from, index));
        phase = 'structure';
        takeScalar(pieces.join(''));
        return index;
      }
    }
    pieces.push(chunk.slice(from));
    return chunk.length;
  };

  return {
    feed(chunk) {
      let index = 0;
      while (index < chunk.length && phase !== 'ended') {
        if (phase === 'searching') {
          index = finder.find(chunk);
          if (index < 0) return;
          phase = 'structure';
        }
        if (phase === 'string') index = readString(chunk, index);
        else if (phase === 'scalar') index = readScalar(chunk, index);
        else {
          step(chunk.charAt(index));
          index += 1;
        }
      }
    },
  };
}
