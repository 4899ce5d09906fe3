import { isJsonArray } from '../../vocabulary/json-value.ts';
import { isOpener, toStructure } from './characters.ts';
import { type CandidateOptions, readCandidate } from './candidate.ts';
import { createExactReader } from './exact-candidate.ts';
import type { ParsedContainer } from './parse-container.ts';
import { note } from './repair-log.ts';
import { createSourceText, isFence } from './source-text.ts';
import type { Repair } from './types.ts';

/** A value found in the text, with what was around it. */
export interface FoundCandidate extends ParsedContainer {
  /** Repairs that took the surroundings away. */
  readonly surroundings: readonly Repair[];
}

/** Everything a text holds that may be JSON. */
export interface Findings {
  readonly candidates: readonly FoundCandidate[];
  /** What is left of the text without reasoning, as `[start, end)`. */
  readonly visible: readonly (readonly [number, number])[];
}

export interface ScanOptions extends CandidateOptions {
  readonly maxCandidates: number;
  readonly maxDepth: number;
}

/** Where a tag, a fence or a value may begin. */
const interesting = /[{[｛［<`~]/g;
const tag = /<(\/?)\|?([a-z_][\w:.=-]{0,60})(?:\s[^<>]{0,200})?\|?\/?>/iy;
const reasoningName = /^(?:think|thinking|reasoning|analysis|reflection|scratchpad)$/;
const assignment =
  /(?:(?:const|let|var)\s+)?[A-Za-z_$][\w$.]*(?:\s{0,4}:\s{0,4}[\w<>[\], ]{1,40})?\s{0,4}=\s{0,4}$|(?:return|export default)\s{1,4}$/;
const bullet = /(?:^|\n)\s*(?:[-*+]|\d+\.) $/;

/**
 * Goes through the text once, from the left: reasoning gives no candidates, fences and wrapper tags
 * are remembered, every opening bracket outside of them starts a reading, and the scan goes on after
 * what that reading consumed. Of too many candidates the last ones are kept, since the last one wins.
 */
export function findCandidates(raw: string, options: ScanOptions): Findings {
  const source = createSourceText(raw);
  const readExactly = createExactReader(raw, options.maxDepth);
  let candidates: FoundCandidate[] = [];
  let visible: (readonly [number, number])[] = [];
  let visibleFrom = 0;
  let reasoningAt = -1;
  let fenceAt = -1;
  let fence = '';
  let wrapperAt = -1;
  let wrapper: string | undefined;

  function readTag(at: number): number {
    tag.lastIndex = at;
    const match = tag.exec(raw);
    if (!match) return at + 1;
    const [written, slash, given = ''] = match;
    const name = given.toLowerCase();
    const end = at + written.length;
    if (!reasoningName.test(name)) {
      if (slash === '') {
        wrapperAt = at;
        wrapper = given;
      } else if (wrapper === given) {
        wrapper = undefined;
      }
      return end;
    }
    if (slash === '/') {
      // No opener: everything so far was reasoning.
      candidates = [];
      visible = [];
      visibleFrom = end;
      reasoningAt = 0;
      fence = '';
      wrapper = undefined;
      return end;
    }
    const closing = new RegExp(`</${name}\\s{0,20}>`, 'gi');
    closing.lastIndex = end;
    const next = closing.test(raw) ? closing.lastIndex : raw.length;
    visible.push([visibleFrom, at]);
    visibleFrom = next;
    if (reasoningAt < 0) reasoningAt = at;
    return next;
  }

  function readFence(at: number): number {
    let end = at + 1;
    while (raw.charAt(end) === raw.charAt(at)) end += 1;
    if (!isFence(raw, at)) return end;
    if (fence === '') {
      fenceAt = at;
      fence = raw.slice(at, end);
    } else if (raw.startsWith(fence, at)) {
      fence = '';
    }
    return end;
  }

  function readValue(at: number): number {
    const parsed = readExactly(at) ?? readCandidate(source, at, { ...options, wrapper });
    if (typeof parsed === 'number') return Math.max(parsed, at + 1);
    if (!isProse(raw, parsed)) {
      candidates.push({ ...parsed, surroundings: describeSurroundings(at) });
      if (candidates.length > options.maxCandidates) candidates.shift();
    }
    return Math.max(parsed.end, at + 1);
  }

  function describeSurroundings(at: number): readonly Repair[] {
    const repairs: Repair[] = [];
    if (reasoningAt >= 0) note(repairs, 'reasoning-removed', reasoningAt);
    if (fence !== '') note(repairs, 'fence-removed', fenceAt);
    else if (raw.charAt(at - 1) === '`') note(repairs, 'fence-removed', at - 1);
    if (wrapper !== undefined) note(repairs, 'wrapper-removed', wrapperAt);
    const assigned = assignment.exec(raw.slice(Math.max(0, at - 120), at));
    if (assigned) note(repairs, 'assignment-removed', at - assigned[0].length);
    return repairs;
  }

  for (let position = 0; position < raw.length;) {
    interesting.lastIndex = position;
    const match = interesting.exec(raw);
    if (!match) break;
    const at = match.index;
    const char = toStructure(raw.charAt(at));
    position = isOpener(char) ? readValue(at) : char === '<' ? readTag(at) : readFence(at);
  }
  visible.push([visibleFrom, raw.length]);
  return { candidates, visible };
}

/** A word in brackets, `list[0]`, `[text](address)`, `- [ ]`: markup that only looks like data. */
function isProse(raw: string, { start, end, bare, members, value }: ParsedContainer): boolean {
  if (members > 1 || !isJsonArray(value)) return false;
  if (bare || raw.charAt(end) === '(') return true;
  const before = raw.slice(Math.max(0, start - 20), start);
  if (members === 0) return raw.charAt(start + 1) === ' ' && bullet.test(before);
  return typeof value[0] !== 'object' && /\w$/.test(before);
}
