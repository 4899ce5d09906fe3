import { toArrayIndex } from '../../json/pointer.ts';
import { childPath } from '../value/child-path.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { advance, isSelected, leadsOn, onlyToken, type SelectorState } from './selector.ts';

/** Called for every selected node. */
export type NodeVisitor = (node: JsonValue, path: JsonPointer) => void;

/**
 * Visits the selected nodes of a value in document order, each once. Recursion is bounded by the
 * depth limit of `copyJson`, and by the length of the patterns where none ends in `**`.
 */
export function selectNodes(
  value: JsonValue,
  path: JsonPointer,
  state: SelectorState,
  visit: NodeVisitor,
): void {
  if (isSelected(state)) visit(value, path);
  if (typeof value !== 'object' || value === null || !leadsOn(state)) return;
  const only = onlyToken(state);
  if (only !== null) {
    const member = ownMember(value, only);
    if (member !== undefined) enter(member, path, only, state, visit);
  } else if (isJsonArray(value)) {
    let index = 0;
    for (const element of value) {
      enter(element, path, String(index), state, visit);
      index += 1;
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member !== undefined) enter(member, path, key, state, visit);
    }
  }
}

function enter(
  member: JsonValue,
  path: JsonPointer,
  token: string,
  state: SelectorState,
  visit: NodeVisitor,
): void {
  const next = advance(state, token);
  if (next.length > 0) selectNodes(member, childPath(path, token), next, visit);
}

function ownMember(value: JsonValue, token: string): JsonValue | undefined {
  if (isJsonArray(value)) {
    const index = toArrayIndex(token);
    return index === null ? undefined : value[index];
  }
  return isJsonObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
