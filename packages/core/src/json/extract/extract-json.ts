import { parseExactly } from '../parse-json.ts';
import { isBracketed, isDeeperThan } from './candidates.ts';
import { chooseCandidate } from './choose.ts';
import { isShapeEcho } from './no-answer.ts';
import { removeDecorations } from './decoration.ts';
import { isRefusal } from './prose.ts';
import { findCandidates } from './regions.ts';
import {
  type ExtractOptions,
  type ExtractRefusal,
  type ExtractResult,
  isAllowed,
  note,
  readSettings,
  type Repair,
  type Settings,
} from './types.ts';
import { scoreOf, unwrap } from './unwrap.ts';

const byteOrderMark = 0xfeff;
const notJsonSpace = /[^ \t\r\n]/;

/**
 * Extracts the wanted JSON value from the output of a model. Returns the value with all repairs, or
 * the reason for a refusal. Never throws on `raw`. Time and memory are linear in its length.
 *
 * For clean JSON the value is the one of `JSON.parse`. Otherwise reasoning, fences, wrappers and prose
 * are removed, broken JSON is repaired, and `keys` or `accept` choose the best of several values.
 *
 * @throws InvalidArgumentError when an option is invalid
 * @example
 * extractJson('Sure: {title: "a",}', { keys: ['title'] });
 * // { status: 'ok', value: { title: 'a' }, complete: true, repairs: [...] }
 */
export function extractJson(raw: string, options: ExtractOptions = {}): ExtractResult {
  const settings = readSettings(options);
  if (typeof raw !== 'string') return refuse('no-json');
  if (raw.length > settings.maxLength) return refuse('too-large');
  const exact = readExactly(raw, settings);
  if (exact) return exact;
  return raw.trim() === '' ? refuse('empty') : readTolerantly(raw, settings);
}

/** Returns the result when the whole text is JSON and the wanted value; else undefined. */
function readExactly(raw: string, settings: Settings): ExtractResult | undefined {
  const trimmed = raw.trim();
  // Truncated text, or JSON in prose, would fail after an expensive attempt.
  const value = isBracketed(trimmed) ? parseExactly(trimmed) : undefined;
  if (value === undefined) return undefined;
  if (trimmed.length > 2 * settings.maxDepth && isDeeperThan(value, settings.maxDepth)) {
    return refuse('too-deep');
  }
  const score = isShapeEcho(value, 0) ? 0 : scoreOf(value, settings);
  if (score === 0 || unwrap(value, settings).value !== value) return undefined;
  const start = raw.length - raw.trimStart().length;
  return {
    status: 'ok',
    value,
    complete: true,
    span: [start, start + trimmed.length],
    repairs: describeSpace(raw, start, start + trimmed.length),
    candidates: 1,
  };
}

function readTolerantly(raw: string, settings: Settings): ExtractResult {
  const { text, repairs, toOriginal } = removeDecorations(raw);
  const findings = findCandidates(text, settings);
  const choice = chooseCandidate(text, findings, settings);
  if (typeof choice !== 'string') {
    if (!isAllowed(repairs, settings.allow)) return refuse('repair-not-allowed');
    const mark = describeByteOrderMark(raw);
    if (repairs.length === 0) return { ...choice, repairs: [...mark, ...choice.repairs] };
    const found = choice.repairs.map((repair) => ({ ...repair, at: toOriginal(repair.at) }));
    const [start, end] = choice.span;
    return {
      ...choice,
      span: [toOriginal(start), toOriginal(end)],
      repairs: [...mark, ...repairs, ...found].toSorted((left, right) => left.at - right.at),
    };
  }
  if (choice !== 'no-json') return refuse(choice);
  const visible = findings.visible.map(([from, to]) => text.slice(from, to)).join('\n');
  return refuse(isRefusal(visible) ? 'refusal' : 'no-json');
}

function describeByteOrderMark(raw: string): Repair[] {
  const repairs: Repair[] = [];
  if (raw.charCodeAt(0) === byteOrderMark) note(repairs, 'bom-removed', 0);
  return repairs;
}

/** Returns repairs for space around the value that JSON does not allow. */
function describeSpace(raw: string, start: number, end: number): readonly Repair[] {
  const repairs = describeByteOrderMark(raw);
  const from = repairs.length;
  const before = raw.slice(from, start).search(notJsonSpace);
  const after = raw.slice(end).search(notJsonSpace);
  if (before >= 0) note(repairs, 'invisible-space', from + before);
  if (after >= 0) note(repairs, 'invisible-space', end + after);
  return repairs;
}

function refuse(reason: ExtractRefusal): ExtractResult {
  return { status: 'none', reason };
}
