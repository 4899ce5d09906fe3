export type { ConformanceCase } from './testing/app-bench.ts';
export type { ConformanceFetch, ConformanceRequest } from './testing/app-bench.ts';
export { contentAppConformance } from './testing/content-app-conformance.ts';
export { deckServiceConformance } from './testing/deck-service-conformance.ts';
export { createMockDraftClient } from './draft/mock-client.ts';
