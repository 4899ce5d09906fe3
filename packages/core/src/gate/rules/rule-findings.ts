import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import type { Finding, Severity } from '../../vocabulary/finding.ts';
import { isJsonArray, type JsonPointer, type JsonValue } from '../../vocabulary/json-value.ts';
import { isWellFormed } from '../../vocabulary/well-formed.ts';
import { selectNodes } from './select-nodes.ts';
import type { NodeType, Rule } from './rule.ts';
import type { SelectorState } from './selector.ts';

/** A rule with its patterns compiled. */
export interface CompiledRule<Context> {
  readonly rule: Rule<never, Context>;
  readonly selector: SelectorState;
}

/** Runs a rule over every node it selects and hands each finding to `add`. Never throws. */
export function runRule<Context>(
  { rule, selector }: CompiledRule<Context>,
  root: JsonValue,
  context: Context,
  add: (finding: Finding) => void,
): void {
  selectNodes(root, '', selector, (node, path) => {
    judgeNode(rule, node, { path, root }, context, add);
  });
}

/** Runs a rule on one node, if it is of the rule's type. Never throws. */
export function judgeNode<Context>(
  rule: Rule<never, Context>,
  node: JsonValue,
  at: { readonly path: JsonPointer; readonly root: JsonValue },
  context: Context,
  add: (finding: Finding) => void,
): void {
  if (rule.type !== undefined && rule.type !== 'any' && rule.type !== nodeTypeOf(node)) return;
  const report = (
    code: string,
    options: { readonly path?: JsonPointer; readonly params?: Finding['params'] } = {},
  ): void => {
    const { path: below = '', params = {} } = options;
    if (!isPointer(below)) {
      throw new InvalidArgumentError(
        `expected a JSON Pointer below the node ('' or '/member') in rule "${rule.id}", got ${String(below)}`,
      );
    }
    add(makeFinding(rule.id, code, rule.severity, at.path + below, params));
  };
  try {
    const { check } = rule as Rule<JsonValue, Context>;
    const returned: unknown = check(node, context, report, at);
    if (returned instanceof Promise) {
      // What it would report comes too late to count, so it must not look like a pass.
      returned.catch(() => undefined);
      add(ruleThrew(rule.id, at.path));
    }
  } catch {
    add(ruleThrew(rule.id, at.path));
  }
}

/** The Must finding for a rule, or a value, that could not be judged to the end: fail closed. */
export function ruleThrew(rule: string, path: JsonPointer): Finding {
  return makeFinding(rule, 'rule-threw', 'must', path, { rule });
}

/** A frozen finding whose parameters are safe to write as JSON. */
export function makeFinding(
  rule: string,
  code: string,
  severity: Severity,
  path: JsonPointer,
  params: Finding['params'],
): Finding {
  return Object.freeze({
    rule,
    code: String(code),
    severity,
    path,
    params: Object.freeze(cleanParams(params)),
  });
}

/** JSON type name of a node. */
export function nodeTypeOf(node: JsonValue): Exclude<NodeType, 'any'> | 'null' {
  if (node === null) return 'null';
  if (isJsonArray(node)) return 'array';
  switch (typeof node) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

function cleanParams(params: Readonly<Record<string, unknown>>): Finding['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, cleanParam(value)]),
  );
}

/** Findings are hashed, logged and sent: what canonical JSON cannot carry becomes text. */
function cleanParam(value: unknown): string | number | boolean {
  if (typeof value === 'boolean' || Number.isFinite(value)) return value as boolean | number;
  const text = String(value);
  return isWellFormed(text) ? text : text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
