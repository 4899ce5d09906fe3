import { GateDefinitionError } from '../errors/gate-definition-error.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { isPointer, parsePointer } from '../json/pointer.ts';
import type { Catalog } from '../messages/catalog.ts';
import { findingCatalog } from '../messages/finding-catalog.ts';
import { findingText } from '../messages/finding-text.ts';
import { textsOf } from '../messages/finding-texts.ts';
import { checkOneOf, checkOptions } from '../vocabulary/check-options.ts';
import { describeValue } from '../vocabulary/describe-value.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { GateDefinition } from './gate-definition.ts';
import { messagesByLocale } from './rules/rule.ts';
import { type AnyRule, compileSelector, type SelectorState } from './rules/selector.ts';
import { schemaRule } from './schema/schema-findings.ts';
import { canHavePlace } from './schema/schema-places.ts';

/** The places that a patch may change to repair a finding; see `Rule.repair`. */
export type RepairScope = 'node' | 'append' | 'parent';

/** Writes findings in one language. */
export type FindingWriter = (finding: Finding) => string;

/** A definition that was checked, with its patterns compiled and its texts merged. */
export interface CompiledGate<T> {
  readonly definition: GateDefinition<T, never>;
  readonly rules: readonly AnyRule[];
  /** Over all rules. */
  readonly selector: SelectorState;
  /** Over the rules that run although the schema has refused the value. */
  readonly freeSelector: SelectorState;
  /** Over the Must rules of single nodes, which keep nodes of a streamed answer from being shown; null without such rules. */
  readonly streamSelector: SelectorState | null;
  readonly repairOf: (finding: Finding) => RepairScope;
  /** Takes texts of the call before those of the gate, those of the rule and the built-in ones. */
  readonly writer: (options?: {
    readonly locale?: Locale;
    readonly catalog?: Catalog;
  }) => FindingWriter;
}

/** Checks a definition and prepares it for judging; throws `GateDefinitionError`. */
export function compileGate<T>(definition: GateDefinition<T, never>): CompiledGate<T> {
  const { name, rules = [] } = definition;
  const byId = new Map<string, AnyRule>();
  for (const rule of [rules].flat()) {
    checkRule(rule, name, byId);
    byId.set(rule.id, rule);
  }
  const streamRules = rules.filter(decidesWhileStreaming);
  return {
    definition,
    rules,
    selector: compileSelector(rules),
    freeSelector: compileSelector(rules.filter(({ needs }) => needs !== 'schema')),
    streamSelector: streamRules.length > 0 ? compileSelector(streamRules) : null,
    repairOf: (finding) => {
      if (finding.rule === schemaRule) return finding.code === 'too-few' ? 'append' : 'node';
      return byId.get(finding.rule)?.repair ?? 'node';
    },
    writer: (options = {}) => {
      checkOptions(options, 'locale catalog', `gate "${name}"`);
      const { locale, catalog = {} } = options;
      checkOneOf('locale', locale, 'en ja');
      return (finding) =>
        findingText(finding, locale, [
          catalog,
          definition.catalog ?? {},
          messagesByLocale(byId.get(finding.rule)?.messages ?? {}),
          textsOf(finding) ?? {},
          findingCatalog,
        ]);
    },
  };
}

/** Throws `InvalidArgumentError` for a value that is not a gate. */
export function checkGate(gate: unknown): void {
  if (typeof Reflect.get(Object(gate), 'definition') === 'object') return;
  throw new InvalidArgumentError(`expected a gate of defineGate, got ${describeValue(gate)}`);
}

/** Throws `GateDefinitionError` for a definition without a name or a Standard Schema. */
export function checkSchema({ name, schema }: GateDefinition<unknown, never>): void {
  if (typeof name !== 'string' || name === '') {
    throw new GateDefinitionError(`expected a name for the gate, got ${JSON.stringify(name)}`);
  }
  if (!isStandardSchema(schema)) {
    throw new GateDefinitionError(
      `expected a Standard Schema (zod 4, valibot, ArkType ...) as the schema of gate "${name}", got ${typeof schema} without "~standard"`,
    );
  }
}

/** A schema may be a function with members, as those of ArkType are. */
function isStandardSchema(schema: unknown): boolean {
  const standard: unknown = Reflect.get(Object(schema), '~standard');
  return typeof Reflect.get(Object(standard), 'validate') === 'function';
}

/** The members of a rule that are one of a few words. A rule with another word would never be asked. */
const ruleChoices = [
  ['type', 'string array object number boolean any'],
  ['needs', 'nothing schema'],
  ['decidable', 'node end'],
  ['repair', 'node append parent'],
] as const;

function checkRule(given: AnyRule, gateName: string, known: ReadonlyMap<string, unknown>): void {
  // A value of another kind lacks all that a rule has.
  const rule = Object(given) as AnyRule;
  const fail = (expected: string): never => {
    throw new GateDefinitionError(
      `gate "${gateName}", rule ${JSON.stringify(rule.id)}: ${expected}`,
    );
  };
  if (typeof rule.id !== 'string' || rule.id === '') fail('expected an id');
  if (rule.id === schemaRule) fail(`the id "${schemaRule}" belongs to findings of the schema`);
  if (known.has(rule.id)) fail('another rule has this id; give each rule its own');
  if (!Array.isArray(rule.codes) || rule.codes.length === 0) {
    fail('expected at least one code in `codes`, or texts in `messages`');
  }
  if (rule.severity !== 'must' && rule.severity !== 'should') {
    fail(`expected the severity 'must' or 'should', got ${JSON.stringify(rule.severity)}`);
  }
  if (typeof rule.check !== 'function') fail('expected a function `check`');
  for (const [member, allowed] of ruleChoices) {
    const got: unknown = Reflect.get(rule, member);
    if (got !== undefined && !allowed.split(' ').includes(got as string))
      fail(`expected \`${member}\` to be one of ${allowed}, got ${JSON.stringify(got)}`);
  }
  const select: unknown = rule.select ?? [''];
  if (!Array.isArray(select) || select.length === 0 || !select.every(isPointer)) {
    fail(
      `expected a list of JSON Pointer patterns in \`select\` (['/options/*/risks']), got ${JSON.stringify(select)}`,
    );
  }
}

/**
 * Throws `GateDefinitionError` for a pattern that selects no place of the schema: the rule would
 * never be asked, and its gate would pass what it should refuse.
 */
export function checkSelections({
  name,
  rules = [],
  jsonSchema,
}: GateDefinition<unknown, never>): void {
  if (jsonSchema === undefined) return;
  for (const { id, select = [] } of rules) {
    const wrong = select.find((pattern) => !canHavePlace(jsonSchema, parsePointer(pattern)));
    if (wrong === undefined) continue;
    throw new GateDefinitionError(
      `gate "${name}", rule "${id}": \`select\` has ${JSON.stringify(wrong)}, a place that the schema does not have; correct the spelling, or allow further members in the schema (z.looseObject)`,
    );
  }
}

function decidesWhileStreaming(rule: AnyRule): boolean {
  return rule.severity === 'must' && rule.decidable === 'node';
}
