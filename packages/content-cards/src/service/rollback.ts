import type * as z from 'zod';
import { checkBy } from '../model/check.ts';
import { fieldIssue } from '../model/field-issue.ts';
import type { JsonValue } from '../model/json.ts';
import type { Reviewer } from '../review/reviewer.ts';
import { type Caller, checkCaller, hasScope, keyedCall, newEvents, replayOf } from './caller.ts';
import type { PlannedEvent } from './card-change.ts';
import { checkRef, malformedBody } from './card-operation.ts';
import type { CardState } from './card-state.ts';
import type { Deck } from './deck.ts';
import type { Decision, DeckStore } from './deck-store.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import { refuse, type Refusal, type ServiceResult } from './service-error.ts';

/** Marks the present state of a deck with a name. */
export async function snapshot(
  store: DeckStore,
  schema: z.ZodType<{ readonly name?: string }>,
  request: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<{ readonly version: number }>> {
  const refused = checkCaller(caller, ['cards:write']) ?? checkRef({ spec_id: request.spec_id });
  if (refused !== null) return refused;
  const { spec_id, body } = splitRequest(request);
  return store.change(spec_id, (deck): Decision<{ readonly version: number }> => {
    if (deck.version === 0) return refuse('not_found');
    const read = readBody(schema, body);
    if (!read.ok) return read;
    const call = keyedCall(caller, 'snapshot', spec_id, jsonOf(body));
    const replay = replayOf(deck, call);
    if (typeof replay === 'number')
      return { ok: true, events: [], answer: versionOf, replayOf: replay };
    if (replay !== null) return replay;
    const event: PlannedEvent = { type: 'snapshot-taken', data: { name: read.value.name ?? null } };
    return { ok: true, events: newEvents([event], caller, call), answer: versionOf };
  });
}

/**
 * Brings the content of cards back to what it was at a version, as new events: nothing is deleted,
 * cards made since stay. Approved cards are left alone unless `includeApproved` with `cards:unlock`.
 */
export async function rollback(
  tools: {
    readonly store: DeckStore;
    readonly reviewer: Reviewer;
    readonly schema: z.ZodType<{ readonly version: number; readonly includeApproved?: boolean }>;
  },
  request: { readonly spec_id: string },
  caller: Caller,
): Promise<ServiceResult<{ readonly restored: readonly string[] }>> {
  const { store, reviewer, schema } = tools;
  const refused = checkCaller(caller, ['cards:rollback']) ?? checkRef({ spec_id: request.spec_id });
  if (refused !== null) return refused;
  const { spec_id, body } = splitRequest(request);
  const present = await store.load(spec_id);
  if (present.version === 0) return refuse('not_found');
  const read = readBody(schema, body);
  if (!read.ok) return read;
  const { version, includeApproved = false } = read.value;
  if (version > present.version)
    return refuse('validation_error', [fieldIssue(['version'], 'unknown_value')]);
  if (includeApproved && !hasScope(caller, 'cards:unlock')) return refuse('forbidden');
  const call = keyedCall(caller, 'rollback', spec_id, jsonOf(body));
  const target = await store.loadAt(spec_id, version);

  return store.change(spec_id, (deck): Decision<{ readonly restored: readonly string[] }> => {
    const replay = replayOf(deck, call);
    const changed = [...target.cards].flatMap(([slide_id, { card, content_hash }]) => {
      const state = deck.cards.get(slide_id);
      const isKept = state?.status === 'approved' && !includeApproved;
      return state === undefined || isKept || state.content_hash === content_hash
        ? []
        : [{ slide_id, card, state }];
    });
    const ids = changed.map(({ slide_id }) => slide_id);
    const answer = (after: Deck, replayed: boolean): { readonly restored: readonly string[] } => ({
      restored: replayed ? restoredAt(after) : ids,
    });
    if (typeof replay === 'number') return { ok: true, events: [], answer, replayOf: replay };
    if (replay !== null) return replay;
    const events: PlannedEvent[] = [];
    const aroundOf = surroundingsIn(
      deck,
      changed.map(({ card }) => card),
    );
    for (const { slide_id, card, state } of changed) {
      const { source } = state;
      const { returns, ...content } = judgeContent(card, reviewer, aroundOf, {
        source,
        before: state,
      });
      const data = { slide_id, ...content, from_version: version };
      events.push(...unlockFirst(state), { type: 'card-restored', data }, ...returns);
    }
    return { ok: true, events: newEvents(events, caller, call), answer };
  });
}

function versionOf({ version }: Deck): { readonly version: number } {
  return { version };
}

/** The cards that the append which ended at this version restored: those with its request. */
function restoredAt(deck: Deck): readonly string[] {
  const last = [...deck.cards.values()]
    .find(({ version }) => version === deck.version)
    ?.history.at(-1);
  if (last === undefined) return [];
  return [...deck.cards].flatMap(([slide_id, { history }]) =>
    history.some(
      ({ action, request_id, timestamp }) =>
        action === 'rollback' && request_id === last.request_id && timestamp === last.timestamp,
    )
      ? [slide_id]
      : [],
  );
}

function unlockFirst({ status, card, content_hash }: CardState): readonly PlannedEvent[] {
  return status === 'approved'
    ? [
        {
          type: 'card-unlocked',
          data: { slide_id: card.slide_id, content_hash, reason: 'rollback' },
        },
      ]
    : [];
}

/** The deck is named by the path; the rest is the body, or the mark of a body that was no JSON. */
function splitRequest(request: { readonly spec_id: string }): {
  readonly spec_id: string;
  readonly body: unknown;
} {
  const { spec_id, ...body } = request;
  const only: unknown = Reflect.get(body, malformedBody);
  return { spec_id, body: only === undefined ? body : only };
}

function readBody<T>(
  schema: z.ZodType<T>,
  body: unknown,
): { readonly ok: true; readonly value: T } | Refusal {
  if (body === malformedBody) return refuse('validation_error', [fieldIssue([], 'invalid_format')]);
  const checked = checkBy(schema, body);
  return checked.ok ? checked : refuse('validation_error', checked.issues);
}

function jsonOf(body: unknown): JsonValue {
  const parse: (text: string) => JsonValue = JSON.parse;
  return body === malformedBody ? null : parse(JSON.stringify(body ?? null));
}
