import type { SearchHit, SearchRequest, SearchTool } from '../dialog/ports.ts';

/** Hits by query, or a function of the request; an Error is thrown. */
export type ScriptedHits =
  | Readonly<Record<string, readonly SearchHit[] | Error>>
  | ((request: SearchRequest) => readonly SearchHit[] | Promise<readonly SearchHit[]>);

/** A search tool for tests, with the requests it was given. */
export type ScriptedSearch = SearchTool & { readonly calls: readonly SearchRequest[] };

/** A search tool that answers from a script; an unknown query finds nothing. */
export function scriptedSearch(script: ScriptedHits): ScriptedSearch {
  const calls: SearchRequest[] = [];
  return {
    calls,
    async search(request, { signal }) {
      signal.throwIfAborted();
      calls.push(request);
      if (typeof script === 'function') return script(request);
      const hits = Object.hasOwn(script, request.query) ? script[request.query] : undefined;
      if (hits instanceof Error) throw hits;
      return hits ?? [];
    },
  };
}
