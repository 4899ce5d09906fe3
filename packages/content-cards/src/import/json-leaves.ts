import { formatPointer } from '@kanmon/core/json';

/** A value without members, as it is written; strings as what they say. */
export interface JsonLeaf {
  /** Of the whole document. */
  readonly pointer: string;
  readonly text: string;
}

/** A member of the top level, or the whole document where that is one value. */
export interface JsonMember {
  /** Null for the elements of a list and for a single value. */
  readonly key: string | null;
  readonly leaves: readonly JsonLeaf[];
}

interface Frame {
  readonly isList: boolean;
  /** Key or index of the member that is being read. */
  token: string;
  count: number;
  awaitsKey: boolean;
}

/**
 * The leaves of a JSON text in the order in which they stand there: parsed objects put keys that are
 * numbers first, and numbers lose their digits. Only for texts that parse. Linear, without recursion.
 */
export function readJsonLeaves(text: string): readonly JsonMember[] {
  const members: { key: string | null; leaves: JsonLeaf[] }[] = [];
  const open: Frame[] = [];
  const begin = (): void => {
    const frame = open.at(-1);
    if (frame === undefined) {
      members.push({ key: null, leaves: [] });
      return;
    }
    frame.count += 1;
    if (frame.isList) frame.token = String(frame.count - 1);
    if (open.length === 1) members.push({ key: frame.isList ? null : frame.token, leaves: [] });
  };
  const add = (value: string): void => {
    const pointer = formatPointer(open.map(({ token }) => token));
    members.at(-1)?.leaves.push({ pointer, text: value });
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (' \t\n\r,:'.includes(character)) {
      const frame = open.at(-1);
      if (character === ',' && frame !== undefined) frame.awaitsKey = !frame.isList;
      continue;
    }
    if (character === '}' || character === ']') {
      const closed = open.pop();
      // Nothing in it: the pair of brackets is the leaf. At the top level there is no member at all.
      if (closed?.count === 0 && open.length > 0) add(closed.isList ? '[]' : '{}');
      continue;
    }
    const frame = open.at(-1);
    const end = endOfToken(text, index);
    if (character === '"' && frame?.awaitsKey === true) {
      frame.token = parseString(text.slice(index, end));
      frame.awaitsKey = false;
    } else if (character === '{' || character === '[') {
      if (open.length > 0) begin();
      open.push({ isList: character === '[', token: '', count: 0, awaitsKey: character === '{' });
    } else {
      begin();
      const token = text.slice(index, end);
      add(character === '"' ? parseString(token) : token);
    }
    index = end - 1;
  }
  return members;
}

const parseString: (token: string) => string = JSON.parse;

/** Index behind a bracket, a string or a number; of texts that parse. */
function endOfToken(text: string, start: number): number {
  let index = start + 1;
  if (text[start] === '"') {
    while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
    return index + 1;
  }
  if (text[start] === '{' || text[start] === '[') return index;
  while (index < text.length && !',]} \t\n\r'.includes(text.charAt(index))) index += 1;
  return index;
}
