export type { Finding, Severity, ValidationResult } from './vocabulary/finding.ts';

export {
  defineRule,
  type NodePlace,
  type NodeType,
  type Rule,
  type RuleInput,
  type RuleMessages,
  type RuleReport,
} from './gate/rules/rule.ts';
export { defineGate } from './gate/define-gate.ts';
export type {
  ContextArgument,
  Gate,
  GateDefinition,
  GateVerdict,
  ValidateOptions,
} from './gate/gate-definition.ts';
export { type DeepReadonly, type Gated, isGated } from './gate/gated.ts';
export { assertGated } from './gate/assert-gated.ts';
export type {
  StandardSchemaIssue,
  StandardSchemaProps,
  StandardSchemaResult,
  StandardSchemaV1,
} from './gate/schema/standard-schema.ts';
