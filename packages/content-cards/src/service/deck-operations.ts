import { checkBy, fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import type { CardView } from '../model/view.ts';
import { type Caller, checkCall, checkRef, hasScope } from './caller.ts';
import type { ServiceTools } from './card-operations.ts';
import { type CardState, sourceAtCreation, sourcedAfter } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import { isRepeated } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import { requestJson } from './requests.ts';
import { revisionOf, versionIn } from './revision.ts';
import { refuse, type ServiceResult } from './service-error.ts';

/** The result of `createCards`. */
export interface CreateResult {
  readonly spec_id: string;
  readonly revision: string;
  readonly cards: readonly Pick<CardView, 'slide_id' | 'revision' | 'content_hash' | 'status'>[];
  readonly replayed: boolean;
}

/** Creates cards in a deck, all or none. */
export async function createCards(
  { store, reviewer, schemas }: ServiceTools,
  input: unknown,
  caller: Caller,
): Promise<ServiceResult<CreateResult>> {
  const refused = checkCall(caller, ['cards:write']);
  if (refused !== null) return refused;
  const checked = checkBy(schemas.create, input);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { spec_id, cards, provenance = {}, sources = {} } = checked.value;
  const ids = cards.map(({ slide_id }) => slide_id);
  return store.change({
    spec_id,
    caller,
    name: 'create',
    body: requestJson(checked.value),
    decide(deck) {
      const known = ids.flatMap((id, index) =>
        deck.cards.has(id)
          ? [{ ...fieldIssue(['cards', index, 'slide_id'], 'duplicate'), field: id }]
          : [],
      );
      if (known.length > 0) return refuse('already_exists', known);
      const events: PlannedEvent[] = [];
      const returns: PlannedEvent[] = [];
      // The cards of one call are judged beside each other, whatever their order.
      const aroundOf = surroundingsIn(deck, cards);
      for (const each of cards) {
        const { slide_id } = each;
        const lines = Object.hasOwn(provenance, slide_id) ? (provenance[slide_id] ?? []) : [];
        const given = Object.hasOwn(sources, slide_id) ? sources[slide_id] : undefined;
        const source = sourceAtCreation(each, lines, given);
        const sourced = { source, sourceRemoved: false };
        const { returns: own, ...content } = judgeContent(each, reviewer, aroundOf, sourced);
        const data = { slide_id, ...content, provenance: lines };
        events.push({
          type: 'card-created',
          data: { ...data, ...withoutUndefined({ source: given }) },
        });
        returns.push(...own);
      }
      return [...events, ...returns];
    },
    answer: (deck, { replayed }) => createdIn(deck, ids, replayed),
  });
}

function createdIn(deck: Deck, ids: readonly string[], replayed: boolean): CreateResult {
  const cards = ids.flatMap((slide_id) => {
    const state = deck.cards.get(slide_id);
    if (state === undefined) return [];
    const { content_hash, status, version } = state;
    return [{ slide_id, revision: revisionOf(version), content_hash, status }];
  });
  return { spec_id: deck.spec_id, revision: revisionOf(deck.version), cards, replayed };
}

/** Marks the present state of a deck with a name. */
export async function snapshot(
  { store, schemas }: ServiceTools,
  given: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<{ readonly version: number }>> {
  const refused = checkCall(caller, ['cards:write']) ?? checkRef(given, ['spec_id'], 'request');
  if (refused !== null) return refused;
  const { spec_id, ...request } = given;
  const body = requestJson(request);
  return store.change({
    spec_id,
    caller,
    name: 'snapshot',
    body,
    precheck: ({ version }) => (version === 0 ? refuse('not_found') : null),
    decide() {
      const read = checkBy(schemas.snapshot, body);
      if (!read.ok) return refuse('validation_error', read.issues);
      return [{ type: 'snapshot-taken', data: { name: read.value.name ?? null } }];
    },
    answer: ({ version }) => ({ version }),
  });
}

/**
 * Writes the warnings of an import into the log of a deck, so that people can decide to read the
 * source again. Actor and time are those of the call, whatever the entries contain: no caller writes
 * the log under another name.
 */
export async function recordSourceWarnings(
  { store, schemas }: ServiceTools,
  request: unknown,
  caller: Caller,
): Promise<ServiceResult<{ readonly recorded: number }>> {
  const refused = checkCall(caller, ['cards:write']);
  if (refused !== null) return refused;
  const checked = checkBy(schemas.sourceWarnings, request);
  if (!checked.ok) return refuse('validation_error', checked.issues);
  const { spec_id, log } = checked.value;
  const wrong = log.flatMap(({ action }, index) =>
    action === 'source_warning' ? [] : [fieldIssue(['log', index, 'action'], 'unknown_value')],
  );
  if (wrong.length > 0) return refuse('validation_error', wrong);
  const warnings = log.map(({ slide_id, notes = '' }) => ({ slide_id, notes }));
  return store.change({
    spec_id,
    caller,
    name: 'source-warnings',
    body: warnings,
    precheck: ({ version }) =>
      version === 0 ? refuse('not_found', [fieldIssue(['spec_id'], 'unknown_value')]) : null,
    decide: () => warnings.map((data) => ({ type: 'source-warning-recorded', data })),
    answer: () => ({ recorded: log.length }),
  });
}

/** The cards that were restored. */
interface Restored {
  readonly restored: readonly string[];
}

/**
 * Restores the content and the sources that cards had at a version, as new events: nothing is deleted, later cards stay.
 * Approved cards are skipped unless `includeApproved` with `cards:unlock`.
 */
export async function rollback(
  { store, reviewer, schemas }: ServiceTools,
  given: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<Restored>> {
  const refused = checkCall(caller, ['cards:rollback']) ?? checkRef(given, ['spec_id'], 'request');
  if (refused !== null) return refused;
  const { spec_id, ...request } = given;
  const call = { spec_id, caller, name: 'rollback', body: requestJson(request) };
  const present = await store.load(spec_id);
  if (present.version === 0) return refuse('not_found');
  const read = checkBy(schemas.rollback, call.body);
  // A repeated call gets its first result, and one that reuses a key its refusal; neither is checked again.
  const isChecked = !isRepeated(present, call);
  if (isChecked && !read.ok) return refuse('validation_error', read.issues);
  const { version = 0, includeApproved = false } = read.ok ? read.value : {};
  if (isChecked && version > present.version)
    return refuse('validation_error', [fieldIssue(['version'], 'unknown_value')]);
  if (isChecked && includeApproved && !hasScope(caller, 'cards:unlock')) return refuse('forbidden');
  const target = await store.loadAt(spec_id, version);

  return store.change({
    ...call,
    decide(deck) {
      const changes = changesBetween(deck, target, includeApproved);
      const cards = changes.map(({ card }) => card);
      const aroundOf = surroundingsIn(deck, cards);
      return changes.flatMap(({ card, source, state }): PlannedEvent[] => {
        const isOther = source !== null && source !== state.source;
        const known = { ...(isOther ? sourcedAfter(state, source) : state), before: state };
        const { returns, ...content } = judgeContent(card, reviewer, aroundOf, known);
        const restored = { ...content, ...(isOther ? { source } : {}) };
        const data = { slide_id: card.slide_id, ...restored, from_version: version };
        return [...unlockFirst(state), { type: 'card-restored', data }, ...returns];
      });
    },
    answer: (deck, { since, until }) => restoredBetween(deck, since, until),
  });
}

/** The cards whose content or source was different at the target version, and which may be touched. */
function changesBetween(
  deck: Deck,
  target: Deck,
  includeApproved: boolean,
): readonly (Pick<CardState, 'card' | 'source'> & { readonly state: CardState })[] {
  return [...target.cards].flatMap(([slideId, { card, source, content_hash }]) => {
    const state = deck.cards.get(slideId);
    if (state === undefined || (state.status === 'approved' && !includeApproved)) return [];
    // A version without a source takes away none.
    const isSame = state.content_hash === content_hash && [null, state.source].includes(source);
    return isSame ? [] : [{ card, source, state }];
  });
}

function restoredBetween(deck: Deck, since: number, until: number): Restored {
  const isRestored = ({ history }: CardState): boolean =>
    history.some(({ action, revision = '' }) => {
      const version = versionIn(revision);
      return action === 'rollback' && version > since && version <= until;
    });
  const restored = [...deck.cards].filter(([, state]) => isRestored(state));
  return { restored: restored.map(([slideId]) => slideId) };
}

function unlockFirst({ status, card, content_hash }: CardState): readonly PlannedEvent[] {
  const { slide_id } = card;
  const data = { slide_id, content_hash, reason: 'rollback' };
  return status === 'approved' ? [{ type: 'card-unlocked', data }] : [];
}
