import { stripTypeScriptTypes } from 'node:module';
import { createContext, runInContext } from 'node:vm';
import type { Assertion } from './assertion.ts';

/**
 * Returns the assertions in a test file of JavaScript or TypeScript. The file runs, in a context without Node,
 * with stand-ins for its test runner, for what it imports and for the functions under test; they only note what
 * is given and what is expected.
 */
export function collectFromJavaScript(
  source: string,
  calls: readonly string[],
): readonly Assertion[] {
  const assertions: Assertion[] = [];
  const note = (given: unknown, output: unknown): void => {
    if (isCall(given)) assertions.push({ input: given.input, value: valueOf(output) });
  };
  const functions = Object.fromEntries(calls.map((call) => [call, underTest]));
  const suite = Object.assign(runTest, {
    each: () => (_name: string, body: (given: unknown) => void) => body(functions),
  });
  const matchers = (given: unknown): object => {
    const equals = (output: unknown): void => note(given, output);
    const same = { equal: equals, equals };
    // An assertion that something throws does not define what a text means.
    return { ...same, deep: same, toBe: equals, toEqual: equals, toThrow: () => undefined };
  };
  const code = stripTypeScriptTypes(source);
  const imported = [...code.matchAll(imports)].flatMap(([, names = '']) => localNames(names));
  runInContext(
    code.replaceAll(imports, '').replaceAll('import.meta.url', '""'),
    createContext({
      ...Object.fromEntries(imported.map((name) => [name, StandIn])),
      describe: suite,
      context: suite,
      test: suite,
      it: suite,
      beforeEach: StandIn,
      afterEach: StandIn,
      assert: { strictEqual: note, deepStrictEqual: note, throws: StandIn },
      expect: Object.assign(matchers, { soft: matchers }),
      ...functions,
    }),
  );
  return assertions;
}

/** Returns the value that is expected: that of a text that is JSON, undefined for an empty text. */
function valueOf(output: unknown): unknown {
  if (typeof output !== 'string') return output;
  if (output === '') return undefined;
  try {
    const value: unknown = JSON.parse(output);
    return value;
  } catch {
    return output;
  }
}

function underTest(input: string): { readonly input: string } {
  return { input };
}

function runTest(_name: string, body: () => unknown): void {
  // A test that goes on with what it got, instead of comparing it, expects nothing of the text.
  try {
    const running = body();
    void Promise.resolve(running).catch(StandIn);
  } catch {}
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
