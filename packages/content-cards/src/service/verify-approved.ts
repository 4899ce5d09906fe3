import { type Finding, type StoredEvent, verifyChain } from '@kanmon/core';
import {
  checkArgument,
  childPath,
  copyJson,
  isJsonArray,
  isJsonObject,
  parseStrictJson,
} from '@kanmon/core/kit';
import type { JsonObject, JsonPointer, JsonValue } from '../model/json.ts';
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
  | 'missing_slide'
  | 'slide_order'
  | 'no_slides'
  | 'not_covered'
  | 'not_json'
  | 'duplicate_key'
  | 'history_broken'
  | 'grade_blocked';

/** The result of a verification. */
export interface Verification {
  /** True for every approved slide of the deck, in the order of the deck, and nothing else. */
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

/** The events of a deck, oldest first, as a store returns them. */
export type DeckHistory = Iterable<StoredEvent> | AsyncIterable<StoredEvent>;

/**
 * Checks a document of approved slides against the history of its deck, offline. The history is
 * verified by its hash chain. Then the document must be what `exportApproved` returns: every
 * approved slide, in the order of the deck, each member as it was approved, and nothing else. `meta`
 * is part of no approval, so a document that has it is refused (`not_covered`). Only own members
 * count, and each is read once. Never throws because of the document or the events.
 *
 * A document that is a file or a message is checked by `verifyApprovedText`: `JSON.parse` hides
 * duplicate keys.
 */
export async function verifyApproved(
  document: unknown,
  history: DeckHistory,
): Promise<Verification> {
  const { findings, report } = createFindings();
  const cards = await cardsOf(history, report);
  const copy = copyJson(document);
  if (!copy.ok) {
    report('not_json', copy.problem.path, { reason: copy.problem.kind });
    return { ok: false, checked: 0, findings };
  }
  const checked = checkDocument(copy.value, cards, report);
  return { ok: findings.length === 0, checked, findings };
}

/**
 * `verifyApproved` for the text of a document. An approval has one reading, so JSON that readers
 * take in different ways is refused: a duplicate key is `duplicate_key`; a syntax error, or nesting
 * deeper than 64 levels, is `not_json`.
 */
export async function verifyApprovedText(
  text: string,
  history: DeckHistory,
): Promise<Verification> {
  checkArgument('text of verifyApprovedText', 'a text', text);
  const read = parseStrictJson(text);
  if (read.ok) return verifyApproved(read.value, history);
  const { findings, report } = createFindings();
  if (read.reason === 'duplicate_key') report('duplicate_key', '');
  else report('not_json', '', { reason: read.reason });
  return { ok: false, checked: 0, findings };
}

function createFindings(): { findings: Finding<VerificationCode>[]; report: Report } {
  const findings: Finding<VerificationCode>[] = [];
  return {
    findings,
    report: (code, path, params = {}) => {
      findings.push({ rule: 'verify-approved', code, severity: 'must', path, params });
    },
  };
}

/** Reports what differs from the approved slides of the deck; returns the number of slides checked. */
function checkDocument(
  document: JsonValue,
  cards: ReadonlyMap<string, CardState>,
  report: Report,
): number {
  const slides = isJsonObject(document) ? own(document, 'slides') : undefined;
  if (!isJsonObject(document) || !isJsonArray(slides)) {
    report('hash_mismatch', isJsonObject(document) ? '/slides' : '');
    return 0;
  }
  for (const key of Object.keys(document))
    if (key !== 'slides')
      report(key === 'meta' ? 'not_covered' : 'hash_mismatch', childPath('', key));
  if (slides.length === 0) report('no_slides', '/slides');
  const seen = new Set<string>();
  for (const [index, slide] of slides.entries()) {
    const path = `/slides/${index}`;
    const id = isJsonObject(slide) ? own(slide, 'id') : undefined;
    if (!isJsonObject(slide) || typeof id !== 'string') {
      report('unknown_slide', path);
      continue;
    }
    const params = { slide_id: id };
    if (seen.has(id)) report('duplicate_slide', `${path}/id`, params);
    seen.add(id);
    const state = cards.get(id);
    if (state === undefined) report('unknown_slide', `${path}/id`, params);
    else checkSlide(slide, state, path, report);
  }
  checkSequence(seen, cards, report);
  return slides.length;
}

/** Reports approved slides that are missing, and the first slide that is not in the order of the deck. */
function checkSequence(
  seen: ReadonlySet<string>,
  cards: ReadonlyMap<string, CardState>,
  report: Report,
): void {
  for (const [slide_id, { approval }] of cards)
    if (approval !== null && !seen.has(slide_id)) report('missing_slide', '/slides', { slide_id });
  const found = [...seen].filter((id) => cards.has(id));
  const inOrder = [...cards.keys()].filter((id) => seen.has(id));
  const slide_id = found.find((id, index) => id !== inOrder[index]);
  if (slide_id !== undefined) report('slide_order', '/slides', { slide_id });
}

type Report = (code: VerificationCode, path: JsonPointer, params?: Finding['params']) => void;

async function cardsOf(
  history: DeckHistory,
  report: Report,
): Promise<ReadonlyMap<string, CardState>> {
  checkArgument('history of verifyApproved, such as service.history(ref),', 'an iterable', history);
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

function checkSlide(slide: JsonObject, state: CardState, path: JsonPointer, report: Report): void {
  const params = { slide_id: state.card.slide_id };
  const approval = own(slide, 'approval');
  const isApproved = own(slide, 'status') === 'approved';
  if (!isApproved) report('status_not_approved', `${path}/status`, params);
  if (!isJsonObject(approval)) report('approval_missing', `${path}/approval`, params);
  if (state.approval === null) {
    // No approval is in force that the slide could be compared with.
    if (isJsonObject(approval) || isApproved)
      report(state.wasApproved ? 'approval_superseded' : 'approval_missing', path, params);
    return;
  }
  if (state.approvalBlocked) report('grade_blocked', `${path}/approval/ai_grade`, params);
  const expected = copyJson(approvedSlide(state));
  if (!expected.ok || !isJsonObject(expected.value)) {
    report('history_broken', '', params);
    return;
  }
  const isOlder = isSuperseded(approval, state);
  for (const key of memberNames(expected.value, slide)) {
    if (key === 'status' || (key === 'approval' && !isJsonObject(approval))) continue;
    const place = firstDifference(own(expected.value, key), own(slide, key), childPath(path, key));
    if (place === null) continue;
    if (isOlder) report('approval_superseded', place, params);
    else report(contentKeys.has(key) ? 'hash_mismatch' : 'approval_differs', place, params);
  }
}

/** True for an approval that names an earlier event than the one in force: the card was approved again since. */
function isSuperseded(
  approval: JsonValue | undefined,
  { approval: present, versions }: CardState,
): boolean {
  const version = isJsonObject(approval) ? own(approval, 'event_version') : undefined;
  return (
    typeof version === 'number' &&
    present !== null &&
    version < present.event_version &&
    versions.some((entry) => entry.version === version)
  );
}

/** Returns where two JSON values begin to differ, or null. */
function firstDifference(
  expected: JsonValue | undefined,
  actual: JsonValue | undefined,
  path: JsonPointer,
): JsonPointer | null {
  if (isJsonArray(expected) && isJsonArray(actual) && expected.length === actual.length) {
    for (const [index, value] of expected.entries()) {
      const place = firstDifference(value, actual[index], `${path}/${index}`);
      if (place !== null) return place;
    }
    return null;
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const key of memberNames(expected, actual)) {
      const place = firstDifference(own(expected, key), own(actual, key), childPath(path, key));
      if (place !== null) return place;
    }
    return null;
  }
  return expected === actual ? null : path;
}

function memberNames(left: JsonObject, right: JsonObject): ReadonlySet<string> {
  return new Set([...Object.keys(left), ...Object.keys(right)]);
}

/** Returns an own member: inherited members do not belong to a document. */
function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
