import { parseExactly } from '../parse-json.ts';
import { isDeeperThan } from './candidates.ts';
import { chooseCandidate } from './choose.ts';
import { removeDecorations } from './decoration.ts';
import { isShapeEcho, isWantedSchema } from './no-answer.ts';
import { isRefusal, proseOf } from './prose.ts';
import { findCandidates } from './regions.ts';
import {
  type ExtractOptions,
  type ExtractRefusal,
  type ExtractResult,
  isAllowed,
  readSettings,
  type Settings,
} from './types.ts';
import { scoreOf, unwrap } from './unwrap.ts';

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
  if (raw.trim() === '') return refuse('empty');
  const { text, repairs, toOriginal } = removeDecorations(raw, settings.unwrap);
  const findings = findCandidates(text, settings);
  const choice = chooseCandidate(text, findings, settings);
  if (typeof choice !== 'string') {
    if (!isAllowed(repairs, settings.allow)) return refuse('repair-not-allowed');
    const found = choice.repairs.map((repair) => ({ ...repair, at: toOriginal(repair.at) }));
    const [start, end] = choice.span;
    return {
      ...choice,
      span: [toOriginal(start), toOriginal(end)],
      repairs: [...repairs, ...found].toSorted((left, right) => left.at - right.at),
    };
  }
  if (choice !== 'no-json') return refuse(choice);
  const visible = proseOf(text, findings.visible, []);
  return refuse(isRefusal(visible) ? 'refusal' : 'no-json');
}

/**
 * Returns the result when the whole text is JSON and the wanted value; else undefined. It takes a third of the time of
 * the search for candidates, which would find the same.
 */
function readExactly(raw: string, settings: Settings): ExtractResult | undefined {
  // Truncated text, or JSON in prose, would fail after an expensive attempt.
  const value =
    /^\s*[[{]/.test(raw) && /[\]}]\s*$/.test(raw.slice(-20)) ? parseExactly(raw) : undefined;
  if (value === undefined || (isShapeEcho(value, 0) && !isWantedSchema(value, settings.keys)))
    return undefined;
  if (scoreOf(value, settings) === 0 || unwrap(value, settings).value !== value) return undefined;
  const start = raw.length - raw.trimStart().length;
  const span = [start, raw.trimEnd().length] as const;
  if (span[1] - start > 2 * settings.maxDepth && isDeeperThan(value, settings.maxDepth)) {
    return refuse('too-deep');
  }
  return { status: 'ok', value, complete: true, span, repairs: [], candidates: 1 };
}

function refuse(reason: ExtractRefusal): ExtractResult {
  return { status: 'none', reason };
}
