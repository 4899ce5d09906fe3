import { parseExactly } from '../../json/parse-json.ts';
import { type MutableContainer, setMember } from '../../json/patch/copy-value.ts';
import type { JsonPointer, JsonValue } from '../../vocabulary/json-value.ts';
import { childPath } from '../value/child-path.ts';

/** Called for every node as soon as it is closed. `State` follows the place. */
export interface NodeListener<State> {
  readonly root: State;
  /** Returns the state of a member; null when the text is not the expected one and is not followed further. */
  enter(state: State, token: string, depth: number, isElement: boolean): State | null;
  closed(node: JsonValue, path: JsonPointer, state: State, root: JsonValue): void;
}

/** Follows a text that arrives in pieces; each character is looked at once. */
export interface IncrementalParser {
  feed(chunk: string): void;
  /** True when the text has begun with a value: without prose or reasoning before it. */
  readonly beginsWithValue: boolean;
}

interface Frame<State> {
  readonly container: MutableContainer;
  readonly path: JsonPointer;
  readonly state: State;
  /** Key of the member that is being read, in an object. */
  key: string;
  member: State;
}

/** The tokens that may come next: `v` a value, `k` a key, else the character itself. */
type Expected = 'v' | 'v]' | 'k' | 'k}' | ':' | ',]' | ',}';

const whiteSpace = ' \n\r\t';
const separators = `,]}${whiteSpace}`;

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
  let expected: Expected = 'v';
  let pieces: string[] = [];
  let isEscaping = false;

  const end = (): void => {
    phase = 'ended';
  };

  const open = (bracket: string): void => {
    if (frames.length >= maxDepth) return end();
    const isList = bracket === '[';
    const above = frames.at(-1);
    const path = above === undefined ? '' : childPath(above.path, above.key);
    const state = above === undefined ? listener.root : above.member;
    frames.push({ container: isList ? [] : {}, path, state, key: '', member: state });
    expected = isList ? 'v]' : 'k}';
    return undefined;
  };

  /** Before a member of the innermost container is read. */
  const enter = (key: string): boolean => {
    const frame = frames.at(-1);
    if (frame === undefined) return false;
    const member = listener.enter(frame.state, key, frames.length, Array.isArray(frame.container));
    if (member === null) return false;
    frame.key = key;
    frame.member = member;
    return true;
  };

  const beginElement = (): boolean => {
    const container = frames.at(-1)?.container;
    return !Array.isArray(container) || enter(String(container.length));
  };

  const addValue = (value: JsonValue): void => {
    const [root] = frames;
    const frame = frames.at(-1);
    if (frame === undefined || root === undefined) return;
    setMember(frame.container, frame.key, value);
    expected = Array.isArray(frame.container) ? ',]' : ',}';
    listener.closed(value, childPath(frame.path, frame.key), frame.member, root.container);
  };

  const close = (): void => {
    const frame = frames.pop();
    if (frame === undefined) return end();
    if (frames.length > 0) return addValue(frame.container);
    listener.closed(frame.container, '', frame.state, frame.container);
    return end();
  };

  const takeScalar = (text: string): void => {
    const value = parseExactly(text);
    if (value === undefined) return end();
    if (!expected.startsWith('k')) return addValue(value);
    if (typeof value !== 'string' || !enter(value)) return end();
    expected = ':';
    return undefined;
  };

  /** One character outside of strings and other scalars. */
  const step = (character: string): void => {
    if (whiteSpace.includes(character)) return undefined;
    const isKey = character === '"' && expected.startsWith('k');
    const token = isKey ? 'k' : ',:]}'.includes(character) ? character : 'v';
    if (!expected.includes(token)) return end();
    if (token === ',') expected = Array.isArray(frames.at(-1)?.container) ? 'v' : 'k';
    else if (token === ':') expected = 'v';
    else if (token === ']' || token === '}') close();
    else if (token === 'v' && !beginElement()) end();
    else if (character === '{' || character === '[') open(character);
    else {
      phase = character === '"' ? 'string' : 'scalar';
      pieces = [character];
    }
    return undefined;
  };

  /** Reads a string up to its closing quote, and numbers and literals up to a separator. Returns the index after it. */
  const readScalar = (chunk: string, from: number): number => {
    const isString = phase === 'string';
    for (let index = from; index < chunk.length; index += 1) {
      const character = chunk.charAt(index);
      const isEscaped = isEscaping;
      isEscaping = isString && !isEscaped && character === '\\';
      if (isString ? isEscaped || character !== '"' : !separators.includes(character)) continue;
      const after = isString ? index + 1 : index;
      pieces.push(chunk.slice(from, after));
      phase = 'structure';
      takeScalar(pieces.join(''));
      return after;
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
        if (phase === 'structure') {
          step(chunk.charAt(index));
          index += 1;
        } else index = readScalar(chunk, index);
      }
    },
    get beginsWithValue() {
      return phase !== 'searching' && finder.isFirst;
    },
  };
}

/** Nothing, or the opening of a fence with its label. */
const opening = /^(?:(?:`{3,}|~{3,})[ \t]*[\w.+-]*)?$/;
/** Longer texts before a value are taken for prose. */
const longestOpening = 100;

/** Tags of the blocks in which models think aloud; JSON in them is no answer. */
const reasoningTag = /^<(\/?)(think|thinking|reasoning|analysis|reflection|scratchpad)>$/;
const longestTag = '</scratchpad>'.length;

/** Finds the first bracket of the value in a text that arrives in pieces. */
interface ValueFinder {
  /** Returns the index of the bracket in the piece, or -1. */
  find(text: string): number;
  /** True when no other text has come before the bracket. */
  readonly isFirst: boolean;
}

/**
 * Creates a finder that skips prose, fences and reasoning, and holds back no more than one unfinished tag, so it is linear.
 */
function createValueFinder(): ValueFinder {
  /** The text before the bracket, up to a length. */
  let before = '';
  /** An unfinished tag, from its `<`. */
  let tag = '';
  /** The name of the reasoning block that the text is in. */
  let block: string | null = null;

  const takeTag = (): void => {
    const [, slash, name] = reasoningTag.exec(tag.toLowerCase()) ?? [];
    if (block === null && slash === '') block = name ?? null;
    else if (slash === '/' && name === block) block = null;
    tag = '';
  };

  const find = (text: string): number => {
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (block === null && (character === '{' || character === '[')) return index;
      if (before.length <= longestOpening) before += character;
      if (character === '<') tag = character;
      else if (tag !== '') tag += character;
      if (character === '>') takeTag();
      else if (tag.length > longestTag) tag = '';
    }
    return -1;
  };

  return {
    find,
    get isFirst() {
      return before.length <= longestOpening && opening.test(before.trim());
    },
  };
}
