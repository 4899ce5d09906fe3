import type { Collector } from './assertion.ts';
import { collectFromJavaScript } from './collect-javascript.ts';
import { collectFromPython } from './collect-python.ts';
import { collectFromRust } from './collect-rust.ts';

const collectors: Readonly<Record<'JavaScript' | 'Python' | 'Rust', Collector>> = {
  JavaScript: collectFromJavaScript,
  Python: collectFromPython,
  Rust: collectFromRust,
};

/**
 * The assertions in the test files of another project, as the lines of `cases.jsonl`. Each input once; `value`
 * is missing where no value is expected.
 */
export function collectCases(
  sources: readonly string[],
  {
    language,
    calls,
    values,
  }: {
    readonly language: keyof typeof collectors;
    readonly calls: readonly string[];
    readonly values: 'all' | 'objects and arrays';
  },
): string {
  const lines = new Map<string, string>();
  for (const { input, value } of sources.flatMap((source) => collectors[language](source, calls))) {
    const isContainer = typeof value === 'object' && value !== null;
    if (values === 'objects and arrays' && !isContainer) continue;
    if (!lines.has(input)) lines.set(input, JSON.stringify({ raw: input, value }));
  }
  return [...lines.values(), ''].join('\n');
}
