export type { ConformanceCase } from './testing/conformance-case.ts';
export {
  contentAppConformance,
  type ConformanceFetch,
  type ConformanceRequest,
} from './testing/content-app-conformance.ts';
export { deckServiceConformance } from './testing/deck-service-conformance.ts';
