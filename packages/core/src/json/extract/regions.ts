import { Char, isJsonSpace, isOpener, toStructure } from './characters.ts';
import { type Candidate, readCandidate } from './candidate.ts';
import { note } from './repair-log.ts';
import { createSourceText, isFence } from './source-text.ts';
import type { Repair } from './types.ts';

/** A candidate with what was around it. */
export interface FoundCandidate extends Candidate {
  /** Repairs that took the surroundings away. */
  readonly surroundings: readonly Repair[];
}

/** Everything a text holds that may be JSON. */
export interface Findings {
  readonly candidates: readonly FoundCandidate[];
  /** What is left of the text without reasoning, as `[start, end)`. */
  readonly visible: readonly (readonly [number, number])[];
}

export interface ScanOptions {
  readonly rootKeys: ReadonlySet<string> | undefined;
  readonly maxCandidates: number;
  readonly decode: boolean;
  readonly trace?: boolean;
}

interface Mark {
  readonly at: number;
  readonly name: string;
}

/** Where a tag, a fence or a value may begin. */
const interesting = /[{[｛［<`~]/g;
const tag = /<(\/?)\|?([a-z_][\w:.=-]{0,60})(?:\s[^<>]{0,200})?\|?\/?>/iy;
const reasoningNames = /^(?:think|thinking|reasoning|analysis|reflection|scratchpad)$/i;
const assignment =
  /(?:(?:const|let|var|export default|return)\s+)?(?:[A-Za-z_$][\w$.]*(?:\s{0,4}:\s{0,4}[\w<>[\], ]{1,40})?\s{0,4}=\s{0,4}|(?<=return\s{1,4}|default\s{1,4}))$/;

/**
 * Goes through the text once, from the left: reasoning gives no candidates, fences and wrapper tags
 * are remembered, every opening bracket outside of them starts a reading, and the scan goes on after
 * what that reading consumed.
 */
export function findCandidates(raw: string, options: ScanOptions): Findings {
  const source = createSourceText(raw);
  let candidates: FoundCandidate[] = [];
  let visible: (readonly [number, number])[] = [];
  let visibleFrom = 0;
  let reasoningAt = -1;
  let fence: Mark | undefined;
  let wrapper: Mark | undefined;
  let position = 0;

  function hideReasoning(from: number, to: number): void {
    visible.push([visibleFrom, from]);
    visibleFrom = to;
    if (reasoningAt < 0) reasoningAt = from;
  }

  function readTag(at: number): number {
    tag.lastIndex = at;
    const match = tag.exec(raw);
    if (!match) return at + 1;
    const end = at + match[0].length;
    const name = (match[2] ?? '').toLowerCase();
    const closing = match[1] === '/';
    if (!reasoningNames.test(name)) {
      if (!closing) wrapper = { at, name };
      else if (wrapper?.name === name) wrapper = undefined;
      return end;
    }
    if (closing) {
      // No opener: everything so far was reasoning.
      candidates = [];
      visible = [];
      visibleFrom = end;
      reasoningAt = 0;
      fence = undefined;
      wrapper = undefined;
      return end;
    }
    const close = new RegExp(`</${name}\\s{0,20}>`, 'gi');
    close.lastIndex = end;
    const closed = close.exec(raw);
    const next = closed ? closed.index + closed[0].length : raw.length;
    hideReasoning(at, next);
    return next;
  }

  function readFence(at: number): number {
    const code = raw.charCodeAt(at);
    let end = at;
    while (raw.charCodeAt(end) === code) end += 1;
    if (!isFence(raw, at)) return end;
    const run = raw.slice(at, end);
    if (!fence) fence = { at, name: run };
    else if (run.startsWith(fence.name)) fence = undefined;
    return end;
  }

  function readValue(at: number): number {
    const { candidate, end } = readCandidate(source, at, { ...options, wrapper: wrapper?.name });
    if (candidate && !isProse(raw, candidate)) {
      candidates.push({ ...candidate, surroundings: describeSurroundings(at) });
      if (candidates.length > options.maxCandidates) candidates.shift();
    }
    return Math.max(end, at + 1);
  }

  function describeSurroundings(at: number): Repair[] {
    const repairs: Repair[] = [];
    if (reasoningAt >= 0) note(repairs, 'reasoning-removed', reasoningAt);
    if (fence) note(repairs, 'fence-removed', fence.at);
    else if (raw.charCodeAt(at - 1) === Char.backtick) note(repairs, 'fence-removed', at - 1);
    if (wrapper) note(repairs, 'wrapper-removed', wrapper.at);
    const assigned = assignment.exec(raw.slice(Math.max(0, at - 120), at));
    if (assigned && assigned[0] !== '')
      note(repairs, 'assignment-removed', at - assigned[0].length);
    return repairs;
  }

  while (position < raw.length) {
    interesting.lastIndex = position;
    const match = interesting.exec(raw);
    if (!match) break;
    const at = match.index;
    const code = toStructure(raw.charCodeAt(at));
    if (isOpener(code)) position = readValue(at);
    else position = code === Char.less ? readTag(at) : readFence(at);
  }
  visible.push([visibleFrom, raw.length]);
  return { candidates, visible };
}

/** `[text](address)`, a task list, or one word in brackets: markup that only looks like data. */
function isProse(raw: string, candidate: Candidate): boolean {
  if (candidate.bare && candidate.members < 2) return true;
  if (raw.charAt(candidate.start) !== '[') return false;
  if (raw.charCodeAt(candidate.end) === Char.openParen) return true;
  return (
    candidate.members === 0 &&
    isJsonSpace(raw.charCodeAt(candidate.start + 1)) &&
    /[-*+] $/.test(raw.slice(Math.max(0, candidate.start - 2), candidate.start))
  );
}
