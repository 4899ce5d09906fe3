import { isJsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import {
  decodeEntities,
  type DecodedText,
  isEntityJson,
  isEscapedJson,
  unescapeText,
} from './decoded-text.ts';
import { parseExactly } from './parse-exactly.ts';
import { parseContainer, type ParsedContainer, type ParseOptions } from './parse-container.ts';
import { note } from './repair-log.ts';
import { createSourceText, type SourceText } from './source-text.ts';
import type { Repair } from './types.ts';

/** A value found in the text, before anyone asked whether it is the wanted one. */
export interface Candidate {
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  readonly complete: boolean;
  readonly repairs: readonly Repair[];
  readonly deepest: number;
  readonly ellipses: number;
  readonly members: number;
  readonly bare: boolean;
  /** Places of the values near the root, when they were asked for. */
  readonly trace: ParsedContainer['trace'];
}

/** The candidate at an opening bracket, or where to go on because it is prose. */
export type CandidateReading =
  | { readonly candidate: Candidate; readonly end: number }
  | { readonly candidate: null; readonly end: number };

/** Reads what stands at the opening bracket at `start`, decoding it first where it is encoded. */
export function readCandidate(
  source: SourceText,
  start: number,
  options: ParseOptions & { readonly decode: boolean },
): CandidateReading {
  const { text } = source;
  if (options.decode && isEscapedJson(text, start)) {
    return readDecoded(unescapeText(text, start), start, 'string-decoded', options);
  }
  if (isEntityJson(text, start)) {
    return readDecoded(decodeEntities(text, start), start, 'html-entities', options);
  }
  const outcome = parseContainer(source, start, { ...options, rootKeys: undefined });
  if (outcome.kind === 'prose') return { candidate: null, end: outcome.end };
  const best = closeAtRootKeys(source, start, outcome, options);
  return { candidate: preferExact(text, best), end: best.end };
}

/**
 * A cut value may only lack inner brackets: if closing them at keys of the root leads to a proper end,
 * that reading wins. It must have every key, since the cut text may just as well have gone on.
 */
function closeAtRootKeys(
  source: SourceText,
  start: number,
  parsed: ParsedContainer,
  options: ParseOptions,
): ParsedContainer {
  if (parsed.complete || !options.rootKeys) return parsed;
  const again = parseContainer(source, start, options);
  return again.kind === 'container' && again.complete && hasAll(again.value, options.rootKeys)
    ? again
    : parsed;
}

function hasAll(value: JsonValue, keys: ReadonlySet<string>): boolean {
  return isJsonObject(value) && [...keys].every((key) => Object.hasOwn(value, key));
}

/** What looked like a path or TeX was legal JSON throughout: then the standard decides. */
function preferExact(text: string, parsed: ParsedContainer): ParsedContainer {
  const { repairs, complete } = parsed;
  if (!complete || repairs.length === 0) return parsed;
  if (repairs.some((repair) => repair.kind !== 'invalid-escape')) return parsed;
  const value = parseExactly(text.slice(parsed.start, parsed.end));
  return value === undefined ? parsed : { ...parsed, value, repairs: [] };
}

function readDecoded(
  decoded: DecodedText,
  start: number,
  kind: 'string-decoded' | 'html-entities',
  options: ParseOptions,
): CandidateReading {
  const limit = decoded.toOriginal(decoded.text.length);
  // One level only: text that is still escaped after decoding is no candidate.
  const reading = readCandidate(createSourceText(decoded.text), 0, { ...options, decode: false });
  if (!reading.candidate) return { candidate: null, end: Math.max(limit, start + 1) };
  const { candidate } = reading;
  const repairs: Repair[] = [];
  note(repairs, kind, start);
  for (const repair of candidate.repairs)
    repairs.push({ ...repair, at: decoded.toOriginal(repair.at) });
  const end = decoded.toOriginal(candidate.end);
  const trace = candidate.trace.map((entry) => ({
    ...entry,
    start: decoded.toOriginal(entry.start),
    end: decoded.toOriginal(entry.end),
  }));
  return { candidate: { ...candidate, start, end, repairs, trace }, end };
}
