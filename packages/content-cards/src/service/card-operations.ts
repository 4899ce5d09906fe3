import { canonicalJson } from '@kanmon/core/json';
import { checkBy, fieldIssue, isRecord, withoutUndefined } from '@kanmon/core/kit';
import type * as z from 'zod';
import { cardHash, cardJson } from '../model/card-hash.ts';
import { type Card, cardKeys, type CardStatus, type Grade } from '../model/card.ts';
import type { JsonValue } from '../model/json.ts';
import type { CardLimits } from '../model/limits.ts';
import type { CardView } from '../model/view.ts';
import { applyAutoFix } from '../review/auto-fix.ts';
import type { Reviewer } from '../review/reviewer.ts';
import type { Surroundings } from '../review/rule.ts';
import { type Caller, type CardRef, checkCall, checkCardRef, hasScope } from './caller.ts';
import { type CardState, cardView, sourcedAfter, stillProposes, union } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import type { DeckStore } from './deck-store.ts';
import type { Deck } from './deck.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import {
  type ApproveRequest,
  type PatchRequest,
  requestJson,
  type RequestSchemas,
  type ReturnRequest,
} from './requests.ts';
import { type Precondition, readMatch, revisionOf, versionsNamed } from './revision.ts';
import { type DiffEntry, type Refusal, refuse, type ServiceResult } from './service-error.ts';

/** One kind of change of one card: what it needs, where it is allowed, what it does. */
export interface CardOperation<Input> {
  readonly name: string;
  readonly scope: string;
  /** True when the caller must name the revision that it saw. @default true */
  readonly needsPrecondition?: boolean;
  readonly schema: z.ZodType<Input>;
  /** The states in which it may be tried; it is a conflict in any other. */
  readonly allowedIn: readonly CardStatus[];
  /** The state that it leads to: there, any revision with the same content may ask again. */
  readonly doneIn?: CardStatus;
  /** Returns the events, or a refusal. No event: the present state is the answer. */
  act(
    state: CardState,
    input: Input,
    deck: Deck,
    caller: Caller,
  ): readonly PlannedEvent[] | Refusal;
}

/** One call of an operation. */
export interface CardCall {
  readonly ref: CardRef;
  readonly caller: Caller;
  readonly ifMatch?: string | undefined;
  readonly body: unknown;
}

/**
 * Runs a change of one card. Order of checks: caller, ids, precondition well-formed, 404, 428, repeated key,
 * state, 412, body, the operation's own (RFC 9110 13.2: a precondition counts only where the request
 * would otherwise succeed, and the body is read after it).
 */
export async function runCardOperation<Input>(
  store: DeckStore,
  operation: CardOperation<Input>,
  { ref, caller, ifMatch, body }: CardCall,
): Promise<ServiceResult<CardView>> {
  const { name, scope, needsPrecondition = true, schema, allowedIn, doneIn } = operation;
  const refused = checkCall(caller, [scope]) ?? checkCardRef(ref);
  if (refused !== null) return refused;
  // JavaScript may pass `headers.get('if-match')`, which is null for a header that is absent.
  const match: unknown = ifMatch ?? undefined;
  const precondition = typeof match === 'string' ? readMatch(match) : null;
  if (match !== undefined && precondition === null)
    return refuse('validation_error', [fieldIssue(['ifMatch'], 'invalid_format')]);
  const json = requestJson(body);
  const result = await store.change({
    ...ref,
    caller,
    name,
    body: json,
    precheck: (deck) => {
      if (!deck.cards.has(ref.slide_id)) return noSuchCard();
      const isMissing = needsPrecondition && precondition === null;
      return isMissing ? refuse('precondition_required') : null;
    },
    decide(deck) {
      const state = deck.cards.get(ref.slide_id);
      if (state === undefined) return noSuchCard();
      if (![...allowedIn, doneIn].includes(state.status)) return stateConflict(state, allowedIn);
      if (precondition !== null && !isMet(precondition, state, doneIn))
        return refuse('precondition_failed');
      const input = checkBy(schema, json);
      return input.ok
        ? operation.act(state, input.value, deck, caller)
        : refuse('validation_error', input.issues);
    },
    answer: (deck) => viewIn(deck, ref),
  });
  if (result.ok || result.error.code !== 'precondition_failed') return result;
  return withDiff(store, ref, precondition, json);
}

/** The refusal of a card that a deck does not have. */
export function noSuchCard(): Refusal {
  return refuse('not_found', [fieldIssue(['slide_id'], 'unknown_value')]);
}

/** The refusal of a change that the state of a card does not allow. */
function stateConflict({ status }: CardState, allowedIn: readonly CardStatus[]): Refusal {
  const params = { actual: status, allowed: allowedIn.join(', ') };
  return refuse('conflict', [fieldIssue(['status'], 'unknown_value', params)]);
}

function isMet(precondition: Precondition, state: CardState, doneIn?: CardStatus): boolean {
  if (precondition.kind === 'any') return true;
  const versions = versionsNamed(precondition);
  if (versions.includes(state.version)) return true;
  if (state.status !== doneIn) return false;
  return state.versions.some(
    ({ version, content_hash }) =>
      versions.includes(version) && content_hash === state.content_hash,
  );
}

/** Returns the view of a card after a change, which never removes one. */
export function viewIn(deck: Deck, ref: CardRef): CardView {
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) throw new Error(`card ${ref.slide_id} vanished from its deck`);
  return cardView(ref.spec_id, state);
}

/** Adds the present card to the refusal of a lost update, and how it differs from both sides. */
async function withDiff(
  store: DeckStore,
  ref: CardRef,
  precondition: Precondition | null,
  proposed: JsonValue,
): Promise<Refusal> {
  const deck = await store.load(ref.spec_id);
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) return refuse('not_found');
  const named = precondition === null ? [] : versionsNamed(precondition);
  const known = named.find((version) => state.versions.some((entry) => entry.version === version));
  const earlier = known === undefined ? null : await store.loadAt(ref.spec_id, known);
  const base = earlier?.cards.get(ref.slide_id)?.card ?? null;
  return refuse('precondition_failed', [], {
    current: cardView(ref.spec_id, state),
    diff: diffCards(base, state.card, proposed),
  });
}

/** Returns every key of the card on which the three sides do not agree, by whole value. */
function diffCards(base: Card | null, current: Card, proposed: JsonValue): DiffEntry[] {
  const before = base === null ? null : cardJson(base);
  const now = cardJson(current);
  return cardKeys.flatMap((key) => {
    if (key === 'slide_id') return [];
    const theirs = now[key] ?? null;
    const start = before?.[key] ?? null;
    const isProposed = isRecord(proposed) && Object.hasOwn(proposed, key);
    // Own members of JSON are JSON.
    const ours = isProposed ? (proposed[key] as JsonValue) : (start ?? theirs);
    const theyChanged = before !== null && !isSame(start, theirs);
    const weChanged = isProposed && (before === null || !isSame(start, ours));
    const differs = weChanged && !isSame(ours, theirs);
    if (!theyChanged && !differs) return [];
    const conflict = (theyChanged || before === null) && differs;
    return [{ path: `/${key}`, base: start, current: theirs, proposed: ours, conflict }];
  });
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

/** The grades that block an approval, and whether a reason may override that. */
export interface ApprovalPolicy {
  readonly blockGrades: readonly Grade[];
  readonly allowOverride: boolean;
}

/** The parts of a service that its operations use. */
export interface ServiceTools {
  readonly store: DeckStore;
  readonly reviewer: Reviewer;
  readonly schemas: RequestSchemas;
  readonly policy: ApprovalPolicy;
  readonly limits: CardLimits;
}

/** Infers the request type of an operation from its schema. */
function inferred<Input>(each: CardOperation<Input>): CardOperation<Input> {
  return each;
}

/** Creates the changes of one card for a service. */
export function createCardOperations(tools: ServiceTools) {
  const { schemas, policy } = tools;
  return {
    patch: inferred({
      name: 'patch',
      scope: 'cards:write',
      schema: schemas.patch,
      allowedIn: ['draft', 'returned'],
      act: (state, changes, deck) => patch(state, changes, deck, tools),
    }),
    approve: inferred({
      name: 'approve',
      scope: 'cards:approve',
      schema: schemas.approve,
      allowedIn: ['draft'],
      doneIn: 'approved',
      act: (state, request, _deck, caller) =>
        approve(state, request, policy, hasScope(caller, 'cards:override')),
    }),
    return: inferred({
      name: 'return',
      scope: 'cards:return',
      schema: schemas.return,
      allowedIn: ['draft', 'approved'],
      doneIn: 'returned',
      act: (state, request, _deck, caller) =>
        returnCard(state, request, caller.actor, hasScope(caller, 'cards:unlock')),
    }),
    unlock: inferred({
      name: 'unlock',
      scope: 'cards:unlock',
      schema: schemas.unlock,
      allowedIn: ['approved', 'returned'],
      act: (state, { reason }) => [unlocked(state, reason)],
    }),
    comment: inferred({
      name: 'comment',
      scope: 'cards:write',
      needsPrecondition: false,
      schema: schemas.comment,
      allowedIn: ['draft', 'returned', 'approved'],
      act: ({ card }, { notes }) => [
        { type: 'card-commented', data: { slide_id: card.slide_id, notes } },
      ],
    }),
  };
}

function patch(
  state: CardState,
  changes: PatchRequest,
  deck: Deck,
  { reviewer, limits }: ServiceTools,
): readonly PlannedEvent[] | Refusal {
  const { autofix_applied = [], apply_autofix = [], source: given, ...edits } = changes;
  const edited: Card = { ...state.card, ...edits };
  const isEdit = cardHash(edited) !== state.content_hash;
  const recorded = autofix_applied.filter((id) => !state.applied_autofix.includes(id));
  const aroundOf = surroundingsIn(deck);
  const sourced = given === undefined ? state : sourcedAfter(state, given);
  const around = aroundOf(state.card.slide_id, sourced);
  const fixed = applyStored(state, edited, apply_autofix, reviewer, limits, around);
  if ('ok' in fixed) return fixed;

  const isNews =
    isEdit || recorded.length > 0 || sourced.source !== state.source || state.status === 'returned';
  if (!isNews && fixed.length === 0) return [];
  const { slide_id } = state.card;
  const contents = [...(isNews ? [edited] : []), ...fixed.map(({ card }) => card)].map((card) =>
    judgeContent(card, reviewer, aroundOf, { ...sourced, before: state }),
  );
  const open = autofix_applied.flatMap((id, index) =>
    stillProposes(contents.at(-1) ?? state, id)
      ? [fieldIssue(['autofix_applied', index], 'unknown_value')]
      : [],
  );
  if (open.length > 0) return refuse('validation_error', open);
  const events: PlannedEvent[] = contents.map(({ card, content_hash, review }, index) => {
    const data = { slide_id, card, content_hash, review };
    const fix = fixed[isNews ? index - 1 : index];
    if (fix !== undefined) {
      const { patch_id, inverse } = fix;
      return { type: 'autofix-applied', data: { ...data, patch_id, inverse } };
    }
    const edit = { applied_autofix: recorded, ...withoutUndefined({ source: given }) };
    return { type: 'card-updated', data: { ...data, ...edit } };
  });
  // Only the last content counts: an issue that a fix has resolved returns nothing.
  return [...events, ...(contents.at(-1)?.returns ?? [])];
}

interface AppliedFix {
  readonly card: Card;
  readonly patch_id: string;
  readonly inverse: Extract<PlannedEvent, { type: 'autofix-applied' }>['data']['inverse'];
}

/** Stored proposals, each on the result of the one before; all of them or none. */
function applyStored(
  state: CardState,
  start: Card,
  ids: readonly string[],
  reviewer: Reviewer,
  limits: CardLimits,
  around: Surroundings,
): readonly AppliedFix[] | Refusal {
  const applied: AppliedFix[] = [];
  const { rules, locale } = reviewer;
  for (const [index, id] of ids.entries()) {
    const fix = state.review?.autofix_proposals.find(({ patch_id }) => patch_id === id);
    const place = fieldIssue(['apply_autofix', index], 'unknown_value');
    if (fix === undefined) return refuse('autofix_stale', [place]);
    const options = { rules, limits, around, ...withoutUndefined({ locale }) };
    const result = applyAutoFix(applied.at(-1)?.card ?? start, fix, options);
    if (!result.ok && result.code === 'stale') return refuse('autofix_stale', [place]);
    if (!result.ok) return refuse('validation_error', [place, ...result.issues]);
    applied.push({ card: result.card, patch_id: id, inverse: result.inverse.patch });
  }
  return applied;
}

function approve(
  state: CardState,
  request: ApproveRequest,
  { blockGrades, allowOverride }: ApprovalPolicy,
  mayOverride: boolean,
): readonly PlannedEvent[] | Refusal {
  const { notes, applied_autofix = [], content_hash, override } = request;
  if (content_hash !== undefined && content_hash !== state.content_hash)
    return refuse('content_hash_mismatch', [fieldIssue(['content_hash'], 'unknown_value')]);
  if (state.status === 'approved') return [];
  const review = state.review?.reviewed_hash === state.content_hash ? state.review : null;
  const unknown = applied_autofix.flatMap((id, index) =>
    state.applied_autofix.includes(id) || (state.proposed.has(id) && !stillProposes(state, id))
      ? []
      : [fieldIssue(['applied_autofix', index], 'unknown_value')],
  );
  if (unknown.length > 0) return refuse('validation_error', unknown);
  const blocked = review === null || blockGrades.includes(review.grade);
  const lifted = blocked && allowOverride && mayOverride ? override : undefined;
  if (blocked && lifted === undefined)
    return refuse('grade_blocks_approval', [fieldIssue(['grade'], 'unknown_value')]);
  return [
    {
      type: 'card-approved',
      data: {
        slide_id: state.card.slide_id,
        content_hash: state.content_hash,
        revision: revisionOf(state.version),
        grade: review?.grade ?? null,
        applied_autofix: union(state.applied_autofix, applied_autofix),
        blocked,
        ...withoutUndefined({ notes, override: lifted }),
      },
    },
  ];
}

function returnCard(
  state: CardState,
  { reason, reason_code, requested_by }: ReturnRequest,
  actor: string,
  mayUnlock: boolean,
): readonly PlannedEvent[] | Refusal {
  if (state.status === 'returned') return [];
  if (state.status === 'approved' && !mayUnlock) return stateConflict(state, ['draft']);
  const { card, content_hash } = state;
  return [
    ...(state.status === 'approved' ? [unlocked(state, reason)] : []),
    {
      type: 'card-returned',
      data: {
        slide_id: card.slide_id,
        content_hash,
        reason,
        requested_by: requested_by ?? actor,
        automatic: false,
        ...withoutUndefined({ reason_code }),
      },
    },
  ];
}

function unlocked({ card, content_hash }: CardState, reason: string): PlannedEvent {
  return { type: 'card-unlocked', data: { slide_id: card.slide_id, content_hash, reason } };
}
