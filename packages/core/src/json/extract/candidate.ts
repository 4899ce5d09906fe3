import { isJsonObject } from '../../vocabulary/json-value.ts';
import { decodeEntities, type DecodedText, unescapeText } from './decoded-text.ts';
import { parseContainer, type ParsedContainer, type ParseOptions } from './parse-container.ts';
import { parseExactly } from './parse-exactly.ts';
import { note } from './repair-log.ts';
import { type SourceText, spend } from './source-text.ts';
import type { Repair, RepairKind } from './types.ts';

export interface CandidateOptions extends ParseOptions {
  /** Decode JSON that stands escaped in the text as if in a string. */
  readonly decode: boolean;
}

/** Reads what stands at the opening bracket at `start`; a number says where prose goes on. */
export function readCandidate(
  source: SourceText,
  start: number,
  options: CandidateOptions,
): ParsedContainer | number {
  const { text } = source;
  const unescaped = options.decode ? unescapeText(source, start) : undefined;
  if (unescaped) return readDecoded(unescaped, start, 'string-decoded', options);
  const unwritten = decodeEntities(source, start);
  if (unwritten) return readDecoded(unwritten, start, 'html-entities', options);
  const { rootKeys } = options;
  const parsed = parseContainer(source, start, options);
  if (typeof parsed === 'number') return parsed;
  if (!parsed.complete && parsed.metRootKey && rootKeys && source.allowance.left > 0) {
    // It may only lack inner brackets. Closing them at keys of the root must lead to a proper end with
    // every key there, since a cut text may just as well have gone on.
    const again = parseContainer(source, start, { ...options, closeAtRootKeys: true });
    if (typeof again === 'object' && again.complete && hasAll(again, rootKeys)) return again;
    spend(source, (typeof again === 'object' ? again.end : again) - start);
  }
  return preferExact(text, parsed);
}

function hasAll({ value }: ParsedContainer, keys: readonly string[]): boolean {
  return isJsonObject(value) && keys.every((key) => Object.hasOwn(value, key));
}

/** What looked like a path or TeX was legal JSON throughout: then the standard decides. */
function preferExact(text: string, parsed: ParsedContainer): ParsedContainer {
  const { repairs, complete } = parsed;
  const doubtful = repairs.length > 0 && repairs.every(({ kind }) => kind === 'invalid-escape');
  const value =
    complete && doubtful ? parseExactly(text.slice(parsed.start, parsed.end)) : undefined;
  return value === undefined ? parsed : { ...parsed, value, repairs: [] };
}

function readDecoded(
  { source, toDecoded, toOriginal }: DecodedText,
  start: number,
  kind: RepairKind,
  options: CandidateOptions,
): ParsedContainer | number {
  // One level only: what is still escaped after decoding is no candidate.
  const parsed = readCandidate(source, toDecoded(start), { ...options, decode: false });
  if (typeof parsed === 'number') return toOriginal(source.text.length);
  const repairs: Repair[] = [];
  note(repairs, kind, start);
  for (const repair of parsed.repairs) repairs.push({ ...repair, at: toOriginal(repair.at) });
  const trace = parsed.trace.map((entry) => ({
    ...entry,
    start: toOriginal(entry.start),
    end: toOriginal(entry.end),
  }));
  return { ...parsed, start, end: toOriginal(parsed.end), repairs, trace };
}
