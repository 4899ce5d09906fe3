import { readFileSync } from 'node:fs';

/** A planning request of the package's own, its terms, a plan that keeps them, and tasks that lose one. */
export interface RequestCase {
  readonly half: 'development' | 'held-out';
  readonly lang: 'ja' | 'en';
  readonly style: 'A' | 'B';
  readonly request: string;
  readonly terms: readonly string[];
  readonly plan: readonly string[];
  readonly bad: readonly { readonly task: number; readonly text: string }[];
}

/** Every request: A ordinary wording, B fresh domains and paraphrase; held out from development or not. */
export function readCases(): readonly RequestCase[] {
  return (['development', 'held-out'] as const).flatMap((half) => {
    const file = `../../../packages/term-preservation/test/cases/requests.${half}.jsonl`;
    const parse: (line: string) => Omit<RequestCase, 'half'> = JSON.parse;
    return readFileSync(new URL(file, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => ({ ...parse(line), half }));
  });
}
