import { GateDefinitionError } from '../../errors/gate-definition-error.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import { ruleThrew } from '../rules/rule-findings.ts';
import { type CopyProblem, copyOutput } from '../value/copy-value.ts';
import { isSame } from '../value/is-same.ts';
import { must, schemaFinding, schemaRule } from './schema-findings.ts';
import type { StandardSchemaResult, StandardSchemaV1 } from './standard-schema.ts';

/** The frozen output of the schema, or its findings; never both. */
export type SchemaOutcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Runs a schema over a raw value. What the value makes it do is a finding; an asynchronous schema is
 * a mistake of the definition, and throws `GateDefinitionError`.
 */
export function runSchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  raw: JsonValue,
): SchemaOutcome<T> {
  const result = callSchema(schema, raw);
  if (result === null) return { ok: false, findings: [ruleThrew(schemaRule, '')] };
  try {
    if (result.issues !== undefined) {
      const findings = Array.from(result.issues, (issue) => schemaFinding(issue, raw));
      // A failure is a failure even if the schema does not say why.
      if (findings.length > 0) return { ok: false, findings };
      return failure(must('schema-mismatch', '', { message: 'refused without an issue' }));
    }
    const { value } = result;
    if (isSameAs(value, raw)) return { ok: true, output: raw };
    const copied = copyOutput(value);
    if (copied.ok) return { ok: true, output: copied.value };
    return failure(problemFinding(copied.problem));
  } catch {
    return failure(ruleThrew(schemaRule, ''));
  }
}

/** The Must finding for a value that cannot be judged at all. */
export function problemFinding({ kind, path, message }: CopyProblem): Finding {
  return kind === 'unreadable'
    ? ruleThrew(schemaRule, path)
    : must('schema-mismatch', path, { message });
}

/** `isSame`, as a guard: what is the same as an output is of its type. */
function isSameAs<T>(output: T, raw: JsonValue | T): raw is T {
  return isSame(output, raw);
}

/** Null when the schema threw or returned nothing that could be a result. */
function callSchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  raw: JsonValue,
): StandardSchemaResult<T> | null {
  let result: StandardSchemaResult<T> | Promise<StandardSchemaResult<T>>;
  try {
    result = schema['~standard'].validate(raw);
  } catch {
    return null;
  }
  if (result instanceof Promise) {
    result.catch(() => undefined);
    throw asynchronousSchema(schema['~standard'].vendor);
  }
  return typeof result === 'object' && result !== null ? result : null;
}

/** The error for a schema that answers with a promise. */
function asynchronousSchema(vendor: string): GateDefinitionError {
  return new GateDefinitionError(
    `expected a synchronous schema, got one of ${vendor} that returns a promise; take asynchronous refinements and transforms out of it and check those before or after the gate`,
  );
}

function failure<T>(finding: Finding): SchemaOutcome<T> {
  return { ok: false, findings: [finding] };
}
