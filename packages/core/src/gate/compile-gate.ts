import { GateDefinitionError } from '../errors/gate-definition-error.ts';
import type { Catalog } from '../messages/catalog.ts';
import { formatFinding } from '../messages/format-finding.ts';
import { mergeCatalogs } from '../messages/merge-catalogs.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { GateDefinition } from './gate-definition.ts';
import { messagesByLocale, type Rule } from './rules/rule.ts';
import type { CompiledRule } from './rules/rule-findings.ts';
import { compileSelector } from './rules/selector.ts';
import { schemaRule } from './schema/schema-findings.ts';

/** What a patch may touch to repair a finding; see `Rule.repair`. */
export type RepairScope = 'node' | 'append' | 'parent';

/** Writes findings in one language. */
export type FindingWriter = (finding: Finding) => string;

/** A definition that was checked, with its patterns compiled and its texts merged. */
export interface CompiledGate<T> {
  readonly definition: GateDefinition<T, never>;
  readonly rules: readonly CompiledRule[];
  /** Rules whose Must may end a streamed answer early. */
  readonly streamRules: readonly CompiledRule[];
  readonly repairOf: (finding: Finding) => RepairScope;
  /** Text of a rule's own code wins over the same code of another rule. */
  readonly writer: (options?: {
    readonly locale?: Locale;
    readonly catalog?: Catalog;
  }) => FindingWriter;
}

/** Checks a definition and prepares it for judging; throws `GateDefinitionError`. */
export function compileGate<T>(definition: GateDefinition<T, never>): CompiledGate<T> {
  const { name, schema, rules = [] } = definition;
  if (typeof name !== 'string' || name === '') {
    throw new GateDefinitionError(`expected a name for the gate, got ${JSON.stringify(name)}`);
  }
  if (!isStandardSchema(schema)) {
    throw new GateDefinitionError(
      `expected a Standard Schema (zod 4, valibot, ArkType ...) as the schema of gate "${name}", got ${typeof schema} without "~standard"`,
    );
  }
  const byId = new Map<string, Rule<never, never>>();
  for (const rule of rules) {
    checkRule(rule, name, byId);
    byId.set(rule.id, rule);
  }
  const compiled = rules.map((rule) => compileRule(rule, name));
  return {
    definition,
    rules: compiled,
    streamRules: compiled.filter(({ rule }) => decidesWhileStreaming(rule)),
    repairOf: (finding) => {
      if (finding.rule === schemaRule) return finding.code === 'too-few' ? 'append' : 'node';
      return byId.get(finding.rule)?.repair ?? 'node';
    },
    writer: (options = {}) => makeWriter(definition.catalog, byId, options),
  };
}

/** A schema may be a function with members, as those of ArkType are. */
function isStandardSchema(schema: unknown): boolean {
  const standard: unknown = Reflect.get(Object(schema), '~standard');
  return typeof Reflect.get(Object(standard), 'validate') === 'function';
}

function checkRule(
  rule: Rule<never, never>,
  gateName: string,
  known: ReadonlyMap<string, unknown>,
): void {
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
}

function compileRule(rule: Rule<never, never>, gateName: string): CompiledRule {
  try {
    return { rule, selector: compileSelector(rule.select ?? ['']) };
  } catch (cause) {
    throw new GateDefinitionError(
      `gate "${gateName}", rule "${rule.id}": expected JSON Pointer patterns in \`select\` ('' or '/options/*/risks'), got ${JSON.stringify(rule.select)}`,
      { cause },
    );
  }
}

function decidesWhileStreaming(rule: Rule<never, never>): boolean {
  return rule.severity === 'must' && rule.decidable === 'node' && rule.needs !== 'schema';
}

function makeWriter(
  gateCatalog: Catalog = {},
  rules: ReadonlyMap<string, Rule<never, never>>,
  options: { readonly locale?: Locale; readonly catalog?: Catalog },
): FindingWriter {
  const { locale = 'en', catalog: ownCatalog = {} } = options;
  const catalogs = new Map<string, Catalog>();
  const catalogOf = (ruleId: string): Catalog => {
    const known = catalogs.get(ruleId);
    if (known !== undefined) return known;
    const messages = rules.get(ruleId)?.messages ?? {};
    const merged = mergeCatalogs(messagesByLocale(messages), gateCatalog, ownCatalog);
    catalogs.set(ruleId, merged);
    return merged;
  };
  return (finding) => formatFinding(finding, { locale, catalog: catalogOf(finding.rule) });
}
