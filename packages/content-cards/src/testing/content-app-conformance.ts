import { type ConformanceFetch, createAppBench } from './app-bench.ts';
import { cardCases } from './app-card-cases.ts';
import { deckCases } from './app-deck-cases.ts';
import { protocolCases } from './app-protocol-cases.ts';
import type { ConformanceCase } from './conformance-case.ts';

/** Every row of the HTTP table, the order of checks and RFC 9110 preconditions, each as a case on a fresh deck. */
export function contentAppConformance(fetch: ConformanceFetch): readonly ConformanceCase[] {
  const bench = createAppBench(fetch);
  const cases = { ...cardCases(bench), ...deckCases(bench), ...protocolCases(bench) };
  return Object.entries(cases).map(([name, run]) => ({ name, run }));
}
