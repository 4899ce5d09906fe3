import { parsePrecondition } from '../service/revision.ts';

/** If-None-Match: weak comparison (RFC 9110 13.1.2). */
export function matchesNone(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const precondition = parsePrecondition(header);
  if (precondition === null) return false;
  const opaque = etag.replace(/^W\//, '');
  return precondition.kind === 'any' || precondition.tags.some(({ tag }) => tag === opaque);
}

/** The entity tag of a revision (RFC 9110 8.8.3). */
export function tagOf(revision: string): string {
  return `"${revision}"`;
}

/** The seed writes weak tags; under the switch they compare as if strong. */
export function withoutWeakMarks(header: string): string {
  return header.replaceAll(/(^|,)(\s*)W\//g, '$1$2');
}

/** The revisions in a JSON text in the seed's weak form. */
export function revisionTexts(json: string): string {
  return json.replaceAll(/"revision":"(cards-\d+)"/g, String.raw`"revision":"W/\"$1\""`);
}
