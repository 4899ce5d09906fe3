import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { childPath } from '../value/child-path.ts';
import type { AnyRule, SelectorState } from './selector.ts';

/** Called for every node and every rule that selects it. */
export type NodeVisitor = (rule: AnyRule, node: JsonValue, path: JsonPointer) => void;

/**
 * Visits the selected nodes of a value in document order, each rule once per node. Subtrees that no
 * rule selects anything of are not entered. Recursion is bounded by the depth limit of `copyJson`.
 */
export function selectNodes(
  value: JsonValue,
  path: JsonPointer,
  state: SelectorState,
  visit: NodeVisitor,
): void {
  for (const rule of state.rules) visit(rule, value, path);
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const next = state.next(String(index));
      const element = value[index];
      if (next !== null && element !== undefined) {
        selectNodes(element, `${path}/${index}`, next, visit);
      }
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const next = state.next(key);
      const member = value[key];
      if (next !== null && member !== undefined) {
        selectNodes(member, childPath(path, key), next, visit);
      }
    }
  }
}
