import { stripTypeScriptTypes } from 'node:module';
import { createContext, runInContext } from 'node:vm';

/** An assertion of a test file about the function under test. */
interface Assertion {
  readonly input: string;
  readonly output: string;
}

type Note = (given: unknown, output: unknown) => void;

/**
 * The assertions in a test file of another project, as the lines of `cases.jsonl`. The file runs, in a context
 * without Node, with stand-ins for its test runner, for what it imports and for `call`, the function under
 * test; they only note what is given and what is expected. Each input once; `value` is what the expected text
 * means, and missing when that text is empty.
 */
export function collectCases(
  source: string,
  { call, values }: { readonly call: string; readonly values: 'all' | 'objects and arrays' },
): string {
  const lines = new Map<string, string>();
  for (const { input, output } of assertionsOf(source, call)) {
    const value: unknown = output === '' ? undefined : JSON.parse(output);
    const isContainer = typeof value === 'object' && value !== null;
    if (values === 'objects and arrays' && !isContainer) continue;
    if (!lines.has(input)) lines.set(input, JSON.stringify({ raw: input, value }));
  }
  return [...lines.values(), ''].join('\n');
}

function assertionsOf(source: string, call: string): readonly Assertion[] {
  const assertions: Assertion[] = [];
  const note: Note = (given, output) => {
    if (isCall(given) && typeof output === 'string')
      assertions.push({ input: given.input, output });
  };
  const suite = Object.assign(runTest, {
    each: () => (_name: string, body: (given: unknown) => void) => body({ [call]: underTest }),
  });
  const code = stripTypeScriptTypes(source);
  const imported = [...code.matchAll(imports)].flatMap(([, names = '']) => localNames(names));
  runInContext(
    code.replaceAll(imports, ''),
    createContext({
      ...Object.fromEntries(imported.map((name) => [name, StandIn])),
      describe: suite,
      test: suite,
      it: suite,
      assert: { strictEqual: note },
      expect: (given: unknown) => ({
        toBe: (output: unknown) => note(given, output),
        toEqual: (output: unknown) => note(given, output),
        // An assertion that something throws does not define what a text means.
        toThrow: () => undefined,
      }),
      [call]: underTest,
    }),
  );
  return assertions;
}

function underTest(input: string): { readonly input: string } {
  return { input };
}

function runTest(_name: string, body: () => void): void {
  try {
    body();
  } catch {
    // A test that goes on with what it got, instead of comparing it, expects nothing of the text.
  }
}

/** Stands for whatever the file imports besides; it can be called and constructed. */
function StandIn(): void {}

const imports = /^import\s+([\s\S]*?)\s+from\s+['"].*$/gmu;

/** `a`, `{ b, c as d }` or both: a, b and d. */
function localNames(names: string): readonly string[] {
  return names
    .split(/[{},]/u)
    .map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/u)
          .at(-1) ?? '',
    )
    .filter((name) => name !== '');
}

function isCall(given: unknown): given is { readonly input: string } {
  return typeof given === 'object' && given !== null && 'input' in given;
}
