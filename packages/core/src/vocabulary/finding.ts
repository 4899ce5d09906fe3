import type { JsonPointer } from './json-value.ts';

/** `must`: a value with this finding is refused. `should`: it passes with a warning. */
export type Severity = 'must' | 'should';

/** One thing found wrong. Text is made from it later, in the reader's language. */
export interface Finding<Code extends string = string> {
  /** Id of the rule that reported it; `schema` for issues of the schema itself. */
  readonly rule: string;
  /** Stable code, the key of the message catalogs. Those of core are kebab-case. */
  readonly code: Code;
  readonly severity: Severity;
  /** The place in the judged value. */
  readonly path: JsonPointer;
  /** The values in the message: ids, limits, lengths. */
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** The result of a gate, and of the validators that write texts: errors = Must, warnings = Should. */
export interface ValidationResult {
  readonly ok: boolean;
  readonly errors: string[];
  readonly warnings: string[];
  readonly findings: readonly Finding[];
}
