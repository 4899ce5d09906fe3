import { readTable } from '../support/read-cases.ts';
import { measure, type RequestCase } from './measure.ts';

/** Requests of one half of the corpus. */
export function readCases(half: 'development' | 'held-out'): readonly RequestCase[] {
  return readTable<RequestCase>(`requests.${half}`);
}

/** Prints the figures of both halves; `notes` as argument lists the misses of the development half. */
function main(): void {
  for (const half of ['development', 'held-out'] as const) {
    for (const lang of ['ja', 'en'] as const) {
      for (const style of ['A', 'B'] as const) {
        const { notes, ...figures } = measure(
          readCases(half).filter((each) => each.lang === lang && each.style === style),
        );
        const rounded = Object.fromEntries(
          Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
        );
        process.stdout.write(`${half} ${lang} ${style} ${JSON.stringify(rounded)}\n`);
        if (process.argv[2] === 'notes' && half === 'development')
          for (const note of notes) process.stdout.write(`    ${note}\n`);
      }
    }
  }
}

if (process.argv[1]?.endsWith('report.ts') === true) main();
