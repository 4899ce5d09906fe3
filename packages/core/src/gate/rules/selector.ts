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

/** A pattern of a rule, with the tokens that a walk has not followed yet. */
interface OpenPattern {
  readonly rule: AnyRule;
  readonly tokens: readonly string[];
}

/** Compiles the patterns of rules; throws `InvalidArgumentError` on a bad form. */
export function compileSelector(rules: readonly AnyRule[]): SelectorState {
  const patterns = rules.flatMap((rule) =>
    (rule.select ?? ['']).map((pattern) => ({ rule, tokens: parsePointer(pattern) })),
  );
  return createState(patterns);
}

/**
 * The state in which these patterns, in the order of their rules, can still select something. States are created when
 * a value first leads there, and only for names in a pattern: text of a model cannot make their number grow.
 */
function createState(patterns: readonly OpenPattern[]): SelectorState {
  const names: ReadonlySet<string | undefined> = new Set(patterns.map(({ tokens }) => tokens[0]));
  /** By name; undefined is any other name. */
  const known = new Map<string | undefined, SelectorState | null>();
  const ended = patterns.filter((pattern) => pattern.tokens.length === 0 || isDeep(pattern));

  const stateAfter = (token: string): SelectorState | null => {
    const open = patterns.flatMap((pattern) => advance(pattern, token));
    if (open.length === 0) return null;
    // Below a `**`, where no pattern goes on, nothing changes any more.
    const isSame = open.every((pattern, index) => pattern === patterns[index]);
    return isSame && open.length === patterns.length ? state : createState(open);
  };

  const state: SelectorState = {
    rules: [...new Set(ended.map(({ rule }) => rule))],
    next(token) {
      const name = names.has(token) ? token : undefined;
      let next = known.get(name);
      if (next === undefined) {
        next = stateAfter(token);
        known.set(name, next);
      }
      return next;
    },
  };
  return state;
}

/** A final `**` selects a place and all below it. */
function isDeep({ tokens }: OpenPattern): boolean {
  return tokens.length === 1 && tokens[0] === '**';
}

/** The pattern after a token, or none. */
function advance(pattern: OpenPattern, token: string): readonly OpenPattern[] {
  if (isDeep(pattern)) return [pattern];
  const [first, ...tokens] = pattern.tokens;
  return first === '*' || first === token ? [{ rule: pattern.rule, tokens }] : [];
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
