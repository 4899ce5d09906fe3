import { isJsonArray } from '../../vocabulary/json-value.ts';
import { createExactReader, readCandidate } from './candidates.ts';
import type { ParsedContainer } from './parser.ts';
import {
  createSourceText,
  isFence,
  isKeyAt,
  isOpener,
  matchLength,
  type SourceText,
  toStructure,
} from './text.ts';
import { note, type Repair, type Settings } from './types.ts';

/** The unit of text around a value: a fenced block, or all of the text. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** The language of the fence; undefined without a fence. */
  readonly fence: string | undefined;
}

/** A value that was found in the text, with its surroundings. */
export interface FoundCandidate extends ParsedContainer {
  /** The start of the assignment before the value, or of the value. */
  readonly assigned: number;
  /** Repairs that removed the surroundings. */
  readonly surroundings: readonly Repair[];
  readonly unit: Unit;
}

/** All values in a text that may be JSON. */
export interface Findings {
  readonly candidates: readonly FoundCandidate[];
  /** Offsets of data that could not be read, and of values past the limit of candidates. */
  readonly unread: readonly number[];
  /** The text without reasoning, as `[start, end)`. */
  readonly visible: readonly (readonly [number, number])[];
}

/** Characters at which a tag, a fence or a value may begin. */
const interesting = /[{[｛［<`~]/g;
const tag = /<(\/?)\|?([a-z_][\w:.=-]{0,60})(?:\s[^<>]{0,200})?\|?\/?>/iy;
/** It is no bracket of a list. */
const characterData = '<![CDATA[';
const reasoningName = /^(?:think|thinking|reasoning|analysis|reflection|scratchpad)$/;
/** The text before a quoted key at the start of a line, and before the first text of a unit. */
const quotedKeyFirst = /\n[ \t]{0,40}(?="[^"\n]{1,60}"\s{0,8}[:：])/;
const unitHead = /^\n(?:[\w+-]{0,20}[ \t\r]{0,40}\n)?\s{0,200}(?=[^\n:：]{1,64}[:：][ \t]{0,8}\S)/;
/** An assignment or a return that ends where a value begins. */
const assignment =
  /(?<![\w$.])(?:(?:const|let|var)\s{1,4})?[A-Za-z_$][\w$.]{0,60}(?:\s{0,4}:[ \t]{0,4}[\w<>[\], ]{1,40})?\s{0,4}=\s{0,4}$|\b(?:return|export default)\s{1,4}$/;
/** Most attempts to read an object without its bracket. Each may read all of the text. */
const mostKeyTries = 3;
/** Most places where an answer begins again. Each reading may read all of the text. */
const mostRestarts = 3;
/** The first key of a value. */
const head = /[[{]\s{0,20}(?:\{\s{0,20})?"[^"\\\n]{1,60}"/y;
/** The language after the mark of a fence. */
const fenceInfo = /^[ \t]{0,4}([\w+-]{0,20})/;

/**
 * Finds the candidates in one pass from left to right. It skips reasoning, keeps track of fences and
 * wrapper tags, reads a value at each opening bracket, and continues after the text that the value
 * consumed. If there are too many candidates, it returns the last ones, because a later one wins.
 */
export function findCandidates(raw: string, settings: Settings): Findings {
  const { keys: rootKeys, maxDepth, maxCandidates } = settings;
  const source = createSourceText(raw);
  const readExactly = createExactReader(raw, maxDepth);
  const lastCloser = Math.max(raw.lastIndexOf('}'), raw.lastIndexOf(']'));
  let candidates: FoundCandidate[] = [];
  let unread: number[] = [];
  /** Brackets of prose that have no value, with the index of their partners. */
  let proseEnd = -1;
  let visible: (readonly [number, number])[] = [];
  let visibleFrom = 0;
  /** The start of the text, of a fenced block or of the text in a wrapper. */
  let unitAt = 0;
  let keyTries = 0;
  let restarts = 0;
  let reasoningAt = -1;
  let fenceAt = -1;
  let fence = '';
  let wrapperAt = -1;
  let wrapper: string | undefined;

  function readTag(at: number): number {
    if (raw.startsWith(characterData, at)) return at + characterData.length;
    tag.lastIndex = at;
    const match = tag.exec(raw);
    if (!match) return at + 1;
    const [written, slash, given = ''] = match;
    const name = given.toLowerCase();
    const end = at + written.length;
    unitAt = end;
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
      unread = [];
      visible = [];
      visibleFrom = end;
      reasoningAt = 0;
      fence = '';
      wrapper = undefined;
      return end;
    }
    const closing = new RegExp(`</${name}\\s{0,20}>`, 'gi');
    closing.lastIndex = end;
    const isClosed = closing.test(raw);
    const next = isClosed ? closing.lastIndex : raw.length;
    visible.push([visibleFrom, at]);
    visibleFrom = next;
    unitAt = next;
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
      unitAt = end;
    } else if (raw.startsWith(fence, at)) {
      fence = '';
    }
    return end;
  }

  function readValue(at: number, headless = false): number {
    if (at < proseEnd && isMember(raw, at)) {
      unread.push(at);
      return proseEnd;
    }
    const parsed =
      (headless ? null : readExactly(at)) ??
      readCandidate(source, at, { rootKeys, maxDepth, wrapper, headless });
    if ('resume' in parsed) {
      if (headless) return at;
      const end = fence === '' ? raw.length : source.find(fence, at);
      const resume = Math.max(Math.min(parsed.resume, end), at + 1);
      if (parsed.unreadable) unread.push(at);
      else if (at >= proseEnd) {
        proseEnd = proseEndOf(source, at);
      }
      return resume;
    }
    if (headless && !isWhole(raw, parsed)) return at;
    const restart = parsed.complete ? raw.length : findRestart(at);
    if (restart < raw.length) {
      unread.push(at);
      return restart;
    }
    if (!isProse(raw, parsed)) {
      const assigned =
        at - (assignment.exec(raw.slice(Math.max(0, at - 160), at))?.[0].length ?? 0);
      const surroundings = describeSurroundings(at, parsed.end, assigned);
      candidates.push({ ...parsed, assigned, surroundings, unit: unitAround(parsed.end) });
      if (candidates.length > maxCandidates) unread.push(candidates.shift()?.start ?? at);
    }
    return Math.max(parsed.end, at + 1);
  }

  /** Returns the index of a line on which the value that ends too early begins again, or the length of the text. */
  function findRestart(at: number): number {
    const length = restarts < mostRestarts ? matchLength(head, raw, at) : 0;
    if (length === 0) return raw.length;
    restarts += 1;
    const line = source.find(`\n${raw.slice(at, at + length)}`, at);
    return Math.min(line + 1, raw.length);
  }

  /** Returns the index of a key before `to` that begins an object without its bracket, or -1. */
  function findFirstKey(from: number, to: number): number {
    const gap = (from === unitAt ? '\n' : ' ') + raw.slice(from, to);
    const quoted = quotedKeyFirst.exec(gap);
    const found = quoted ?? unitHead.exec(gap);
    // No part of data that could not be read is a value.
    if (!found || keyTries >= mostKeyTries || (unread.at(-1) ?? -1) >= unitAt) return -1;
    const at = from + found.index + found[0].length - 1;
    if (!quoted && !(isKeyAt(source, at, true) && source.brackets().closersAhead(from) > 0))
      return -1;
    keyTries += 1;
    return at;
  }

  function unitAround(end: number): Unit {
    if (fence === '') return { start: visibleFrom, end: raw.length, fence: undefined };
    const info = fenceInfo.exec(raw.slice(fenceAt + fence.length, fenceAt + 80));
    const start = fenceAt + fence.length + (info?.[0].length ?? 0);
    return { start, end: source.find(fence, end), fence: info?.[1] ?? '' };
  }

  function describeSurroundings(at: number, end: number, assigned: number): readonly Repair[] {
    const repairs: Repair[] = [];
    const opener = openerBefore(raw, at);
    if (opener >= 0) note(repairs, 'extra-bracket', opener);
    const closer = lastCloser < end ? -1 : source.brackets().nextCloser(end);
    if (closer >= 0) note(repairs, 'extra-bracket', closer);
    if (reasoningAt >= 0) note(repairs, 'reasoning-removed', reasoningAt);
    if (fence !== '') note(repairs, 'fence-removed', fenceAt);
    else if (raw.charAt(at - 1) === '`') note(repairs, 'fence-removed', at - 1);
    if (wrapper !== undefined) note(repairs, 'wrapper-removed', wrapperAt);
    if (assigned < at) note(repairs, 'assignment-removed', assigned);
    return repairs;
  }

  for (let position = 0; position < raw.length;) {
    interesting.lastIndex = position;
    const at = interesting.exec(raw)?.index ?? raw.length;
    const key = findFirstKey(position, at);
    const end = key < 0 ? key : readValue(key, true);
    if (end > key) {
      position = end;
      continue;
    }
    if (at === raw.length) break;
    const char = toStructure(raw.charAt(at));
    position = isOpener(char) ? readValue(at) : char === '<' ? readTag(at) : readFence(at);
  }
  visible.push([visibleFrom, raw.length]);
  return { candidates, unread, visible };
}

/** True when an object without its opening bracket ends with its closing one, or has quoted values only. */
function isWhole(raw: string, { end, complete, bare, repairs }: ParsedContainer): boolean {
  if (!complete || bare) return false;
  const unquoted = repairs.some((repair) => repair.kind === 'unquoted-value');
  return !unquoted || toStructure(raw.charAt(end - 1)) === '}';
}

/** Returns the index of the partner of the bracket at `at`, or the end of its paragraph without one. */
function proseEndOf(source: SourceText, at: number): number {
  const partner = source.brackets().nextCloser(at + 1);
  return partner < 0 ? source.find('\n\n', at) : partner;
}

/** True when a bracket in brackets that could not be read takes the place of a value: it is part of it. */
function isMember(raw: string, at: number): boolean {
  return /[,，:：=]$/.test(raw.slice(Math.max(0, at - 40), at).trimEnd());
}

/** Returns the index of a brace right before a value, which opens no object, or -1. */
function openerBefore(raw: string, at: number): number {
  const before = raw.slice(Math.max(0, at - 40), at).trimEnd();
  return before.endsWith('{') ? at - (Math.min(at, 40) - before.length) - 1 : -1;
}

/** The mark of an item in a Markdown list. */
const itemMark = /(?:[-*+•]|\d[.)])[ \t]{1,4}$/;
/** Text on the line. */
const textAfter = /^[ \t]{0,4}[\p{L}\d*_]/u;

/** True for markup that only looks like data: a word in brackets, `list[0]`, `[text](address)`, `- [ ] task`. */
function isProse(raw: string, parsed: ParsedContainer): boolean {
  const { start, end, complete, bare, members, value } = parsed;
  // A bracket, and nothing after it.
  if (!complete && raw.slice(start + 1, end).trim() === '') return true;
  if (members > 1 || !isJsonArray(value)) return false;
  if (bare || raw.charAt(end) === '(') return true;
  if (members === 0 && itemMark.test(raw.slice(Math.max(0, start - 8), start)))
    return textAfter.test(raw.slice(end, end + 8));
  return typeof value[0] !== 'object' && /\w/.test(raw.charAt(start - 1));
}
