import { type Finding, type StoredEvent, verifyChain } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import { isList, isRecord, type JsonPointer } from '../model/json.ts';
import type { CardState } from './card-state.ts';
import { createDeckFold } from './deck.ts';
import { approvedSlide } from './export-deck.ts';

export type VerificationCode =
  | 'hash_mismatch'
  | 'approval_missing'
  | 'approval_superseded'
  | 'approval_differs'
  | 'status_not_approved'
  | 'duplicate_slide'
  | 'unknown_slide'
  | 'history_broken'
  | 'grade_blocked';

/** Whether a document is what was approved. */
export interface Verification {
  readonly ok: boolean;
  /** Slides that were looked at. */
  readonly checked: number;
  readonly findings: readonly Finding<VerificationCode>[];
}

/** Members of a slide that are content; every other one belongs to the approval. */
const contentKeys: ReadonlySet<string> = new Set([
  'id',
  'intent',
  'type_hint',
  'elements',
  'story',
]);
const metaKeys: ReadonlySet<string> = new Set(['tone', 'audience', 'summary']);

/**
 * Checks a document of approved slides against the history of its deck, offline. The history is
 * verified by its hash chain; then each slide must be, member by member, what the history says was
 * approved and still is. Never throws because of the document or the events.
 */
export async function verifyApproved(
  document: unknown,
  history: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
): Promise<Verification> {
  const findings: Finding<VerificationCode>[] = [];
  const report = (
    code: VerificationCode,
    path: JsonPointer,
    params: Finding['params'] = {},
  ): void => {
    findings.push({ rule: 'verify-approved', code, severity: 'must', path, params });
  };
  const cards = await cardsOf(history, report);
  const slides = isRecord(document) ? document['slides'] : undefined;
  if (!isRecord(document) || !isList(slides)) {
    report('hash_mismatch', isRecord(document) ? '/slides' : '');
    return { ok: false, checked: 0, findings };
  }
  checkTop(document, report);
  const seen = new Set<string>();
  slides.forEach((slide, index) => {
    const path = `/slides/${index}`;
    const id = isRecord(slide) ? slide['id'] : undefined;
    if (!isRecord(slide) || typeof id !== 'string') {
      report('unknown_slide', path);
      return;
    }
    const params = { slide_id: id };
    if (seen.has(id)) report('duplicate_slide', `${path}/id`, params);
    seen.add(id);
    const state = cards.get(id);
    if (state === undefined) report('unknown_slide', `${path}/id`, params);
    else checkSlide(slide, state, path, report);
  });
  return { ok: findings.length === 0, checked: slides.length, findings };
}

type Report = (code: VerificationCode, path: JsonPointer, params?: Finding['params']) => void;

async function cardsOf(
  history: Iterable<StoredEvent> | AsyncIterable<StoredEvent>,
  report: Report,
): Promise<ReadonlyMap<string, CardState>> {
  const events: StoredEvent[] = [];
  for await (const event of history) events.push(event);
  const fold = createDeckFold('');
  try {
    const chain = await verifyChain(events);
    if (!chain.ok) report('history_broken', '', { version: chain.version, reason: chain.reason });
    for (const event of events) fold.apply(event);
  } catch {
    // Something that is no event at all.
    report('history_broken', '', { version: fold.deck.version + 1, reason: 'hash' });
  }
  return fold.deck.cards;
}

function checkTop(document: Readonly<Record<string, unknown>>, report: Report): void {
  for (const key of Object.keys(document))
    if (key !== 'slides' && key !== 'meta') report('hash_mismatch', `/${escape(key)}`);
  const { meta } = document;
  if (meta === undefined) return;
  // The words around the slides are no part of any approval, but nothing else may hide there.
  if (!isRecord(meta)) report('hash_mismatch', '/meta');
  else
    for (const [key, value] of Object.entries(meta))
      if (!metaKeys.has(key) || typeof value !== 'string')
        report('hash_mismatch', `/meta/${escape(key)}`);
}

function checkSlide(
  slide: Readonly<Record<string, unknown>>,
  state: CardState,
  path: JsonPointer,
  report: Report,
): void {
  const params = { slide_id: state.card.slide_id };
  if (slide['status'] !== 'approved') report('status_not_approved', `${path}/status`, params);
  if (!isRecord(slide['approval'])) report('approval_missing', `${path}/approval`, params);
  if (state.approval === null) {
    // Nothing stands that the slide could be compared with.
    if (isRecord(slide['approval']) || slide['status'] === 'approved')
      report(state.wasApproved ? 'approval_superseded' : 'approval_missing', path, params);
    return;
  }
  if (state.approvalBlocked) report('grade_blocked', `${path}/approval/ai_grade`, params);
  const expected: Readonly<Record<string, unknown>> = { ...approvedSlide(state) };
  const isOlder = isSuperseded(slide['approval'], state);
  for (const key of new Set([...Object.keys(expected), ...Object.keys(slide)])) {
    if (key === 'status' || (key === 'approval' && !isRecord(slide[key]))) continue;
    const place = firstDifference(expected[key], slide[key], `${path}/${escape(key)}`);
    if (place === null) continue;
    if (isOlder) report('approval_superseded', place, params);
    else report(contentKeys.has(key) ? 'hash_mismatch' : 'approval_differs', place, params);
  }
}

/** An approval that names an earlier event than the one in force: the card was approved anew since. */
function isSuperseded(approval: unknown, { approval: present, versions }: CardState): boolean {
  const version = isRecord(approval) ? approval['event_version'] : undefined;
  return (
    typeof version === 'number' &&
    present !== null &&
    version < present.event_version &&
    versions.some((entry) => entry.version === version)
  );
}

/** Where two JSON values begin to differ, or null. Documents nest as deep as a card does, so a few levels. */
function firstDifference(
  expected: unknown,
  actual: unknown,
  path: JsonPointer,
  depth = 0,
): JsonPointer | null {
  if (isList(expected) && isList(actual) && expected.length === actual.length && depth < maxDepth) {
    for (const [index, value] of expected.entries()) {
      const place = firstDifference(value, actual[index], `${path}/${index}`, depth + 1);
      if (place !== null) return place;
    }
    return null;
  }
  if (isRecord(expected) && isRecord(actual) && depth < maxDepth) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const place = firstDifference(
        expected[key],
        actual[key],
        `${path}/${escape(key)}`,
        depth + 1,
      );
      if (place !== null) return place;
    }
    return null;
  }
  return sameScalar(expected, actual) ? null : path;
}

const maxDepth = 12;

function sameScalar(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true;
  if (
    typeof expected !== 'object' ||
    typeof actual !== 'object' ||
    expected === null ||
    actual === null
  )
    return false;
  try {
    const parse: (text: string) => Parameters<typeof canonicalJson>[0] = JSON.parse;
    return (
      canonicalJson(parse(JSON.stringify(expected))) ===
      canonicalJson(parse(JSON.stringify(actual)))
    );
  } catch {
    return false;
  }
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
