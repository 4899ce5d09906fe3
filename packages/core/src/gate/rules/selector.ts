import {
  isJsonArray,
  isJsonObject,
  type JsonPointer,
  type JsonValue,
} from '../../vocabulary/json-value.ts';
import { childPath } from '../value/child-path.ts';
import { parsePointer } from '../../json/pointer.ts';
import type { Rule } from './rule.ts';

/** A rule of which neither node nor context is known here; both were checked where it was defined. */
export type AnyRule = Rule<never, never>;

/**
 * The state of a node among the patterns of all rules: an automaton, so that one walk over a value
 * serves every rule and a step costs one look-up, however many patterns there are.
 */
export interface SelectorState {
  /** Rules that judge a node in this state, in the order of their definition. */
  readonly rules: readonly AnyRule[];
  /** State of the member `token`; null when no rule judges it or anything below it. */
  readonly next: (token: string) => SelectorState | null;
}

/** All patterns as a tree: each step the names that may follow, and what ends here. */
interface Step {
  readonly named: Map<string, Step>;
  star: Step | null;
  /** Rules with a pattern that ends here. */
  readonly here: Set<AnyRule>;
  /** Rules with a pattern that ends in `**` here: this node and all below. */
  readonly deep: Set<AnyRule>;
}

/** Compiles the patterns of rules; throws `InvalidArgumentError` on a bad form. */
export function compileSelector(rules: readonly AnyRule[]): SelectorState {
  const root = makeStep();
  for (const rule of rules) {
    for (const pattern of rule.select ?? ['']) addPattern(root, pattern, rule);
  }
  const order = new Map(rules.map((rule, index) => [rule, index]));
  return makeState(
    [root],
    new Set(),
    (left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0),
  );
}

function makeStep(): Step {
  return { named: new Map(), star: null, here: new Set(), deep: new Set() };
}

function addPattern(root: Step, pattern: string, rule: AnyRule): void {
  const tokens = parsePointer(pattern);
  const isDeep = tokens.at(-1) === '**';
  let step = root;
  for (const token of isDeep ? tokens.slice(0, -1) : tokens) step = stepAfter(step, token);
  (isDeep ? step.deep : step.here).add(rule);
}

function stepAfter(step: Step, token: string): Step {
  if (token === '*') {
    step.star ??= makeStep();
    return step.star;
  }
  const known = step.named.get(token) ?? makeStep();
  step.named.set(token, known);
  return known;
}

/**
 * The state of being at all these steps at once. States are made when a value first leads there, and
 * only for names in a pattern: text of a model cannot make their number grow.
 */
function makeState(
  steps: readonly Step[],
  inherited: ReadonlySet<AnyRule>,
  inOrder: (left: AnyRule, right: AnyRule) => number,
): SelectorState {
  const deep = new Set(inherited);
  const judged = new Set<AnyRule>();
  for (const step of steps) {
    for (const rule of step.deep) deep.add(rule);
    for (const rule of step.here) judged.add(rule);
  }
  for (const rule of deep) judged.add(rule);

  const names = new Set(steps.flatMap((step) => [...step.named.keys()]));
  const known = new Map<string, SelectorState>();
  let other: SelectorState | null | undefined;

  const stateOf = (following: readonly Step[]): SelectorState | null => {
    if (following.length > 0) return makeState(following, deep, inOrder);
    if (deep.size === 0) return null;
    // Below a `**`, where no pattern goes on, nothing changes any more.
    return steps.length === 0 ? state : makeState([], deep, inOrder);
  };
  const stars = steps.flatMap((step) => step.star ?? []);

  const state: SelectorState = {
    rules: [...judged].toSorted(inOrder),
    next(token) {
      if (!names.has(token)) {
        if (other === undefined) other = stateOf(stars);
        return other;
      }
      const before = known.get(token);
      if (before !== undefined) return before;
      const made = makeState(
        [...steps.flatMap((step) => step.named.get(token) ?? []), ...stars],
        deep,
        inOrder,
      );
      known.set(token, made);
      return made;
    },
  };
  return state;
}

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
