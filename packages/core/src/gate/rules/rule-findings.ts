import { InvalidArgumentError } from '../../errors/invalid-argument-error.ts';
import { isPointer } from '../../json/pointer.ts';
import type { Finding, Severity } from '../../vocabulary/finding.ts';
import { isJsonArray, type JsonPointer, type JsonValue } from '../../vocabulary/json-value.ts';
import { describeValue, errorText } from '../../vocabulary/describe-value.ts';
import { toWellFormed } from '../../vocabulary/well-formed.ts';
import { rememberTexts } from '../../messages/finding-texts.ts';
import { type AnyRule, selectNodes, type SelectorState } from './selector.ts';
import { messagesByLocale, type NodeType, type RuleReport } from './rule.ts';

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
  const byRule = new Map<AnyRule, FindingList>();
  selectNodes(root, '', selector, (rule, node, path) => {
    judgeNode(rule, node, { path, root }, context, (finding) => {
      const list = byRule.get(rule) ?? createFindingList();
      byRule.set(rule, list);
      list.add(finding);
    });
  });
  return byRule.size === 0 ? [] : rules.flatMap((rule) => byRule.get(rule)?.findings ?? []);
}

/** The findings of one judge. */
export interface FindingList {
  readonly findings: readonly Finding[];
  add(finding: Finding): void;
}

/** Creates a list that leaves findings out once their places are longer than `maxPathUnits`. */
export function createFindingList(): FindingList {
  const findings: Finding[] = [];
  let units = 0;
  return {
    findings,
    add(finding) {
      const isFull = units > maxPathUnits;
      if (isFull && (finding.severity === 'should' || findings.some(isMust))) return;
      findings.push(finding);
      units += finding.path.length;
    },
  };
}

/** Returns true for a finding that keeps the value from passing. */
export function isMust({ severity }: Finding): boolean {
  return severity === 'must';
}

/** Creates the `report` that a rule or a review gets. Its misuse throws. */
export function createReport(
  judge: Pick<AnyRule, 'id' | 'severity' | 'messages'>,
  path: JsonPointer,
  add: (finding: Finding) => void,
): RuleReport {
  return (code, options = {}) => {
    const { path: below = '', params = {} } = options;
    if (typeof code !== 'string' || code === '') {
      throw new InvalidArgumentError(
        `expected a code to report in rule "${judge.id}", got ${describeValue(code)}`,
      );
    }
    if (!isPointer(below)) {
      throw new InvalidArgumentError(
        `expected a JSON Pointer below the node ('' or '/member') in rule "${judge.id}", got ${describeValue(below)}`,
      );
    }
    const finding = makeFinding(judge.id, code, judge.severity, path + below, params);
    if (judge.messages !== undefined) rememberTexts(finding, messagesByLocale(judge.messages));
    add(finding);
  };
}

/** Returns true for a node of the rule's type. */
export function canJudge({ type = 'any' }: AnyRule, node: JsonValue): boolean {
  return type === 'any' || type === nodeTypeOf(node);
}

/** Runs a rule on one node, if it is of the rule's type. Never throws. */
export function judgeNode(
  rule: AnyRule,
  node: JsonValue,
  at: { readonly path: JsonPointer; readonly root: JsonValue },
  context: unknown,
  add: (finding: Finding) => void,
): void {
  if (!canJudge(rule, node)) return;
  const report = createReport(rule, at.path, add);
  try {
    const returned: unknown = Reflect.apply(rule.check, rule, [node, context, report, at]);
    if (returned !== undefined) {
      // `false` of a predicate, or a promise whose report would come too late: neither is a pass.
      ignoreRejection(returned);
      throw new InvalidArgumentError(
        `expected \`check\` to return nothing, got ${describeValue(returned)}`,
      );
    }
  } catch (error) {
    const finding = ruleThrew(rule.id, at.path, errorText(error));
    causes.set(finding, error);
    add(finding);
  }
}

/** The errors of rules, for as long as their findings live. */
const causes = new WeakMap<object, unknown>();

/** Returns the error of the first rule that threw. */
export function causeOf(findings: readonly Finding[]): unknown {
  return causes.get(findings.find((finding) => causes.has(finding)) ?? {});
}

/** Returns true for a Must that another answer of the model can remove: not for a rule that threw. */
export function isCorrectable(finding: Finding): boolean {
  return isMust(finding) && finding.code !== 'rule-threw';
}

/** Keeps the rejection of a promise that is not awaited from ending the process. */
export function ignoreRejection(returned: unknown): void {
  if (returned instanceof Promise) returned.catch(() => undefined);
}

/** The Must finding for a rule, or a value, that could not be judged to the end: fail closed. */
export function ruleThrew(rule: string, path: JsonPointer, error: string): Finding {
  return makeFinding(rule, 'rule-threw', 'must', path, { rule, error });
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
  // JSON has no other types than these of `typeof`.
  return isJsonArray(node) ? 'array' : (typeof node as Exclude<NodeType, 'any'>);
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
