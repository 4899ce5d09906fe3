import { isJsonArray } from '../../vocabulary/json-value.ts';
import { createExactReader, readCandidate } from './candidates.ts';
import type { ParsedContainer } from './parser.ts';
import { createSourceText, isFence, isOpener, toStructure } from './text.ts';
import { note, type Repair, type Settings } from './types.ts';

/** A value that was found in the text, with its surroundings. */
export interface FoundCandidate extends ParsedContainer {
  /** Repairs that removed the surroundings. */
  readonly surroundings: readonly Repair[];
}

/** All values in a text that may be JSON. */
export interface Findings {
  readonly candidates: readonly FoundCandidate[];
  /** The text without reasoning, as `[start, end)`. */
  readonly visible: readonly (readonly [number, number])[];
}

/** Characters at which a tag, a fence or a value may begin. */
const interesting = /[{[｛［<`~]/g;
const tag = /<(\/?)\|?([a-z_][\w:.=-]{0,60})(?:\s[^<>]{0,200})?\|?\/?>/iy;
const reasoningName = /^(?:think|thinking|reasoning|analysis|reflection|scratchpad)$/;
const assignment =
  /(?:(?:const|let|var)\s+)?[A-Za-z_$][\w$.]*(?:\s{0,4}:\s{0,4}[\w<>[\], ]{1,40})?\s{0,4}=\s{0,4}$|(?:return|export default)\s{1,4}$/;
const bullet = /(?:^|\n)\s*(?:[-*+]|\d+\.) $/;

/**
 * Finds the candidates in one pass from left to right. It skips reasoning, keeps track of fences and
 * wrapper tags, reads a value at each opening bracket, and continues after the text that the value
 * consumed. If there are too many candidates, it returns the last ones, because a later one wins.
 */
export function findCandidates(raw: string, settings: Settings): Findings {
  const { keys: rootKeys, unwrap: decode, maxDepth, maxCandidates } = settings;
  const source = createSourceText(raw);
  const readExactly = createExactReader(raw, maxDepth);
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
      // Without an opening tag, all text so far was reasoning.
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
    const parsed =
      readExactly(at) ?? readCandidate(source, at, { rootKeys, decode, maxDepth, wrapper });
    if (typeof parsed === 'number') return Math.max(parsed, at + 1);
    if (!isProse(raw, parsed)) {
      candidates.push({ ...parsed, surroundings: describeSurroundings(at) });
      if (candidates.length > maxCandidates) candidates.shift();
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

/** True for markup that only looks like data: a word in brackets, `list[0]`, `[text](address)`, `- [ ]`. */
function isProse(raw: string, { start, end, bare, members, value }: ParsedContainer): boolean {
  if (members > 1 || !isJsonArray(value)) return false;
  if (bare || raw.charAt(end) === '(') return true;
  const before = raw.slice(Math.max(0, start - 20), start);
  if (members === 0) return raw.charAt(start + 1) === ' ' && bullet.test(before);
  return typeof value[0] !== 'object' && /\w$/.test(before);
}
