import { chooseCandidate } from './choose.ts';
import { isBracketed, parseExactly } from './parse-exactly.ts';
import { isRefusal } from './refusal.ts';
import { findCandidates } from './regions.ts';
import { note } from './repair-log.ts';
import { scoreOf } from './scoring.ts';
import { readSettings, type Settings } from './settings.ts';
import type { ExtractOptions, ExtractRefusal, ExtractResult, Repair } from './types.ts';
import { unwrap } from './unwrap.ts';
import { isDeeperThan } from './value-shape.ts';

/** White space, byte order marks and characters without width. */
const blank = /^[\s\u200b-\u200f\u2060\ufeff]*$/;
const byteOrderMark = 0xfeff;

/**
 * Takes the wanted JSON value out of what a model wrote, with every repair named and classed, or
 * refuses with a reason. Never throws on `raw`, whatever it holds; linear in its length.
 *
 * Clean JSON is exactly what `JSON.parse` gives. Reasoning, fences, wrappers and prose are taken away,
 * broken JSON is repaired, and of several values the best one is chosen by `keys` or `accept`.
 *
 * @throws InvalidArgumentError when an option is misused
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
  return blank.test(raw) ? refuse('empty') : readTolerantly(raw, settings);
}

/** The whole text is JSON and the wanted value: nothing to look for, nothing to repair. */
function readExactly(raw: string, settings: Settings): ExtractResult | undefined {
  const trimmed = raw.trim();
  // A text that was cut, or stands in prose, is not worth the attempt.
  const value = isBracketed(trimmed) ? parseExactly(trimmed) : undefined;
  if (value === undefined) return undefined;
  if (trimmed.length > 2 * settings.maxDepth && isDeeperThan(value, settings.maxDepth)) {
    return refuse('too-deep');
  }
  const score = scoreOf(value, settings);
  if (score === 0 || (!isBest(score, settings) && unwrap(value, settings).value !== value)) {
    return undefined;
  }
  const start = raw.length - raw.trimStart().length;
  return {
    status: 'ok',
    value,
    complete: true,
    span: [start, start + trimmed.length],
    repairs: describeByteOrderMark(raw),
    candidates: 1,
  };
}

/** No value inside an envelope can score higher. */
function isBest(score: number, settings: Settings): boolean {
  if (!settings.unwrap) return true;
  return settings.accept ? false : !settings.keys || score === settings.keys.length;
}

function readTolerantly(raw: string, settings: Settings): ExtractResult {
  const findings = findCandidates(raw, {
    rootKeys: settings.keys,
    maxCandidates: settings.maxCandidates,
    maxDepth: settings.maxDepth,
    decode: settings.unwrap,
  });
  const choice = chooseCandidate(raw, findings, settings);
  if (typeof choice !== 'string') {
    return { ...choice, repairs: [...describeByteOrderMark(raw), ...choice.repairs] };
  }
  if (choice !== 'no-json') return refuse(choice);
  const visible = findings.visible.map(([from, to]) => raw.slice(from, to)).join('\n');
  return refuse(isRefusal(visible) ? 'refusal' : 'no-json');
}

function describeByteOrderMark(raw: string): readonly Repair[] {
  const repairs: Repair[] = [];
  if (raw.charCodeAt(0) === byteOrderMark) note(repairs, 'bom-removed', 0);
  return repairs;
}

function refuse(reason: ExtractRefusal): ExtractResult {
  return { status: 'none', reason };
}
