/** The value that a test file expects of the function under test for one text. */
export interface Assertion {
  readonly input: string;
  /** The expected value; undefined where no value is expected. */
  readonly value: unknown;
}

/** Returns the assertions about `calls` in the source of a test file. */
export type Collector = (source: string, calls: readonly string[]) => readonly Assertion[];
