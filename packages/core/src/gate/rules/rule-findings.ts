import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import type { Finding, Severity } from '../../vocabulary/finding.ts';
import { isJsonArray, type JsonPointer, type JsonValue } from '../../vocabulary/json-value.ts';
import { describeValue } from '../../vocabulary/describe-value.ts';
import { toWellFormed } from '../../vocabulary/well-formed.ts';
import { rememberTexts } from '../../messages/finding-texts.ts';
import { selectNodes } from './select-nodes.ts';
import { messagesByLocale, type NodeType } from './rule.ts';
import type { AnyRule, SelectorState } from './selector.ts';

/**
 * Longest places of the findings of one rule together, in UTF-16 units; further findings are left out
 * (the first Must is kept in any case). Each finding holds its whole path, so a key that
 * a model chose is repeated by every finding below it: 34 KB of answer once took 54 s. Ten thousand
 * findings at places of 100 units fit.
 */
export const maxPathUnits = 1_000_000;

/**
 * Runs rules over every node they select. Findings come by rule in the order of definition, then by
 * place in document order. Never throws.
 */
export function runRules(
  rules: readonly AnyRule[],
  selector: SelectorState,
  root: JsonValue,
  context: unknown,
): readonly Finding[] {
  // Most values are fine: a list is created only for a rule that reports something.
  const byRule = new Map<AnyRule, { readonly findings: Finding[]; units: number }>();
  selectNodes(root, '', selector, (rule, node, path) => {
    judgeNode(rule, node, { path, root }, context, (finding) => {
      const found = byRule.get(rule) ?? { findings: [], units: 0 };
      const { findings } = found;
      const isFull = found.units > maxPathUnits;
      if (isFull && (finding.severity === 'should' || findings.some(isMustFinding))) return;
      byRule.set(rule, found);
      findings.push(finding);
      found.units += finding.path.length;
    });
  });
  return byRule.size === 0 ? [] : rules.flatMap((rule) => byRule.get(rule)?.findings ?? []);
}

function isMustFinding({ severity }: Finding): boolean {
  return severity === 'must';
}

/** Runs a rule on one node, if it is of the rule's type. Never throws. */
export function judgeNode(
  rule: AnyRule,
  node: JsonValue,
  at: { readonly path: JsonPointer; readonly root: JsonValue },
  context: unknown,
  add: (finding: Finding) => void,
): void {
  if (rule.type !== undefined && rule.type !== 'any' && rule.type !== nodeTypeOf(node)) return;
  const report = (
    code: string,
    options: { readonly path?: JsonPointer; readonly params?: Finding['params'] } = {},
  ): void => {
    const { path: below = '', params = {} } = options;
    if (typeof code !== 'string' || code === '') {
      throw new InvalidArgumentError(
        `expected a code to report in rule "${rule.id}", got ${describeValue(code)}`,
      );
    }
    if (!isPointer(below)) {
      throw new InvalidArgumentError(
        `expected a JSON Pointer below the node ('' or '/member') in rule "${rule.id}", got ${describeValue(below)}`,
      );
    }
    const finding = makeFinding(rule.id, code, rule.severity, at.path + below, params);
    if (rule.messages !== undefined) rememberTexts(finding, messagesByLocale(rule.messages));
    add(finding);
  };
  try {
    const returned: unknown = Reflect.apply(rule.check, rule, [node, context, report, at]);
    if (returned !== undefined) {
      // `false` of a predicate, or a promise whose report would come too late: neither is a pass.
      if (returned instanceof Promise) returned.catch(() => undefined);
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
    code,
    severity,
    path,
    params: Object.freeze(cleanParams(params)),
  });
}

/** JSON type name of a node. */
export function nodeTypeOf(node: JsonValue): Exclude<NodeType, 'any'> | 'null' {
  if (node === null) return 'null';
  if (isJsonArray(node)) return 'array';
  if (typeof node === 'string') return 'string';
  if (typeof node === 'number') return 'number';
  return typeof node === 'boolean' ? 'boolean' : 'object';
}

function cleanParams(params: Readonly<Record<string, unknown>>): Finding['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, cleanParam(value)]),
  );
}

/** Findings are hashed, logged and sent: what canonical JSON cannot carry becomes text. */
function cleanParam(value: unknown): string | number | boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return toWellFormed(String(value));
}
