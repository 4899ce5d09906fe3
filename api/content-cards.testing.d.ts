export type { ConformanceCase };
export type { ConformanceFetch };
export type { ConformanceRequest };
export { contentAppConformance };
export { createMockDraftClient };
export { deckServiceConformance };
