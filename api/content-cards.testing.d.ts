import { EventStore } from '@kanmon/core';

/** One case of a conformance suite: run it in any test runner; it rejects when it does not hold. */
interface ConformanceCase {
    readonly name: string;
    run(): Promise<void>;
}

/** One request of the suite. */
interface ConformanceRequest {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    /** What the token must allow; null: send none. The subject is `editor@example.com`. */
    readonly scopes: readonly string[] | null;
}
/** Sends a request to the app under test; the path begins with `/v1`. */
type ConformanceFetch = (path: string, request: ConformanceRequest) => Promise<Response>;

/** Every row of the HTTP table, the order of checks and RFC 9110 preconditions, each as a case on a fresh deck. */
declare function contentAppConformance(fetch: ConformanceFetch): readonly ConformanceCase[];

/** What the service promises on any event store. `createStore` gives a fresh, empty one. */
declare function deckServiceConformance(createStore: () => EventStore | Promise<EventStore>): readonly ConformanceCase[];

export { contentAppConformance, deckServiceConformance };
export type { ConformanceCase, ConformanceFetch, ConformanceRequest };
