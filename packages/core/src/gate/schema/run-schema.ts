import { GateDefinitionError } from '../../errors/gate-definition-error.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import type { JsonValue } from '../../vocabulary/json-value.ts';
import { ignoreRejection, maxPathUnits, ruleThrew } from '../rules/rule-findings.ts';
import { errorText } from '../../vocabulary/describe-value.ts';
import { type CopyProblem, copyOutput } from '../value/copy-value.ts';
import { isJsonEqual } from '../../json/json-equal.ts';
import { must, schemaFinding, schemaRule } from './schema-findings.ts';
import type {
  StandardSchemaIssue,
  StandardSchemaResult,
  StandardSchemaV1,
} from './standard-schema.ts';

/** The frozen output of the schema, or its findings; never both. */
export type SchemaOutcome<T> =
  | { readonly ok: true; readonly output: T }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/**
 * Runs a schema over a raw value. What the value makes it do is a finding. An asynchronous schema and
 * one that returns class instances or functions are mistakes of the definition: no answer of a model
 * can repair them, so they throw `GateDefinitionError`.
 */
export function runSchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  raw: JsonValue,
): SchemaOutcome<T> {
  const outcome = tryOut(schema, raw);
  if (outcome instanceof GateDefinitionError) throw outcome;
  return outcome;
}

/** The outcome, or a mistake of the definition. What the schema throws is a finding, whatever it is. */
function tryOut<T>(
  schema: StandardSchemaV1<unknown, T>,
  raw: JsonValue,
): SchemaOutcome<T> | GateDefinitionError {
  try {
    const result = schema['~standard'].validate(raw);
    if (isThenable(result)) {
      ignoreRejection(result);
      parseSynchronously(schema, raw);
      return new GateDefinitionError(
        `expected a synchronous schema, got one of ${schema['~standard'].vendor} that returns a promise; move asynchronous refinements and transforms before or after the gate`,
      );
    }
    if (result.issues !== undefined || !('value' in result)) {
      const findings = findingsOf(result.issues ?? [], raw);
      // A failure without issues is a failure too.
      if (findings.length > 0) return { ok: false, findings };
      return failure(must('schema-mismatch', '', { message: 'refused without an issue' }));
    }
    const { value } = result;
    if (isSameAs(value, raw)) return { ok: true, output: raw };
    const copied = copyOutput(value);
    if (copied.ok) return { ok: true, output: copied.value };
    if (copied.problem.kind !== 'not-data') return failure(problemFinding(copied.problem));
    const place = copied.problem.path === '' ? 'its root' : JSON.stringify(copied.problem.path);
    return new GateDefinitionError(
      `expected a schema whose output is plain data, got a class instance or a function at ${place}; let the gate pass the JSON form (an ISO string for a date, an array for a Set) and convert it afterwards`,
    );
  } catch (error) {
    // An error of a refinement or transform (`new URL(text)`) is how it refuses a value.
    return failure(must('schema-mismatch', '', { message: `it threw ${errorText(error)}` }));
  }
}

/**
 * Zod returns a promise after any error, since it parses again. Its synchronous parser throws the error itself; one
 * that names a promise is no error of the value.
 */
function parseSynchronously(
  schema: StandardSchemaV1 & { readonly safeParse?: (value: unknown) => unknown },
  raw: JsonValue,
): void {
  try {
    schema.safeParse?.(raw);
  } catch (error) {
    if (!/synchronous parse/i.test(errorText(error))) throw error;
  }
}

/** Findings of the issues in their order, until their places are longer than `maxPathUnits`. */
function findingsOf(issues: Iterable<StandardSchemaIssue>, raw: JsonValue): readonly Finding[] {
  const findings: Finding[] = [];
  let units = 0;
  for (const issue of issues) {
    const finding = schemaFinding(issue, raw);
    findings.push(finding);
    units += finding.path.length;
    if (units > maxPathUnits) break;
  }
  return findings;
}

/** The Must finding for a value that cannot be judged at all. */
export function problemFinding({ kind, path, message }: CopyProblem): Finding {
  return kind === 'unreadable'
    ? ruleThrew(schemaRule, path, message)
    : must('schema-mismatch', path, { message });
}

/** `isSame`, as a guard: what is the same as an output is of its type. */
function isSameAs<T>(output: T, raw: JsonValue | T): raw is T {
  return isJsonEqual(output, raw);
}

/** A promise of this realm, of another one, or of a library. */
function isThenable<T>(
  result: StandardSchemaResult<T> | PromiseLike<StandardSchemaResult<T>>,
): result is PromiseLike<StandardSchemaResult<T>> {
  return 'then' in result && typeof result.then === 'function';
}

function failure<T>(finding: Finding): SchemaOutcome<T> {
  return { ok: false, findings: [finding] };
}
