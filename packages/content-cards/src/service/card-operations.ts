import { fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import { cardHash } from '../model/card-hash.ts';
import type { Card, Grade } from '../model/card.ts';
import type { CardLimits } from '../model/limits.ts';
import { applyAutoFix } from '../review/auto-fix.ts';
import type { Reviewer } from '../review/reviewer.ts';
import type { Surroundings } from '../review/rule.ts';
import { hasScope } from './caller.ts';
import type { CardOperation } from './card-operation.ts';
import { type CardState, union } from './card-state.ts';
import type { PlannedEvent } from './deck-events.ts';
import type { Deck } from './deck.ts';
import { judgeContent, surroundingsIn } from './judge-content.ts';
import type { ApproveRequest, PatchRequest, RequestSchemas, ReturnRequest } from './requests.ts';
import { revisionOf } from './revision.ts';
import { type Refusal, refuse } from './service-error.ts';

/** The grades that block an approval, and whether a reason may override that. */
export interface ApprovalPolicy {
  readonly blockGrades: readonly Grade[];
  readonly allowOverride: boolean;
}

interface Tools {
  readonly reviewer: Reviewer;
  readonly schemas: RequestSchemas;
  readonly policy: ApprovalPolicy;
  readonly limits: CardLimits;
}

/** Infers the request type of an operation from its schema. */
function operation<Input>(each: CardOperation<Input>): CardOperation<Input> {
  return each;
}

/** Creates the changes of one card for a service. */
export function createCardOperations(tools: Tools) {
  const { schemas } = tools;
  return {
    patch: operation({
      name: 'patch',
      scope: 'cards:write',
      needsPrecondition: true,
      schema: schemas.patch,
      allowedIn: ['draft', 'returned'],
      act: (state, changes, deck) => patch(state, changes, deck, tools),
    }),
    approve: operation({
      name: 'approve',
      scope: 'cards:approve',
      needsPrecondition: true,
      schema: schemas.approve,
      allowedIn: ['draft'],
      doneIn: 'approved',
      act: (state, request, _deck, caller) =>
        approve(state, request, tools.policy, hasScope(caller, 'cards:override')),
    }),
    return: operation({
      name: 'return',
      scope: 'cards:return',
      needsPrecondition: true,
      schema: schemas.return,
      allowedIn: ['draft', 'approved'],
      doneIn: 'returned',
      act: (state, request, _deck, caller) =>
        returnCard(state, request, caller.actor, hasScope(caller, 'cards:unlock')),
    }),
    unlock: operation({
      name: 'unlock',
      scope: 'cards:unlock',
      needsPrecondition: true,
      schema: schemas.unlock,
      allowedIn: ['approved', 'returned'],
      act: (state, { reason }) => [unlocked(state, reason)],
    }),
    comment: operation({
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
  { reviewer, limits }: Tools,
): readonly PlannedEvent[] | Refusal {
  const { autofix_applied = [], apply_autofix = [], source: given, ...edits } = changes;
  const source = given === undefined ? state.source : given;
  const edited: Card = { ...state.card, ...edits };
  const isEdit = cardHash(edited) !== state.content_hash;
  const recorded = autofix_applied.filter((id) => !state.applied_autofix.includes(id));
  const aroundOf = surroundingsIn(deck);
  const around = aroundOf(state.card.slide_id, source);
  const fixed = applyStored(state, edited, apply_autofix, reviewer, limits, around);
  if ('ok' in fixed) return fixed;

  const isNews =
    isEdit || recorded.length > 0 || source !== state.source || state.status === 'returned';
  if (!isNews && fixed.length === 0) return [];
  const { slide_id } = state.card;
  const contents = [...(isNews ? [edited] : []), ...fixed.map(({ card }) => card)].map((card) =>
    judgeContent(card, reviewer, aroundOf, { source, before: state }),
  );
  const events: PlannedEvent[] = contents.map(({ card, content_hash, review }, index) => {
    const data = { slide_id, card, content_hash, review };
    const fix = fixed[isNews ? index - 1 : index];
    return fix === undefined
      ? {
          type: 'card-updated',
          data: { ...data, applied_autofix: recorded, ...withoutUndefined({ source: given }) },
        }
      : {
          type: 'autofix-applied',
          data: { ...data, patch_id: fix.patch_id, inverse: fix.inverse },
        };
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
    const result = applyAutoFix(applied.at(-1)?.card ?? start, fix, {
      rules,
      limits,
      ...withoutUndefined({ locale }),
      around,
    });
    if (!result.ok) {
      return result.code === 'stale'
        ? refuse('autofix_stale', [place])
        : refuse('validation_error', [place, ...result.issues]);
    }
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
  const unknown = applied_autofix.flatMap((id, index) =>
    state.proposed.has(id) || state.applied_autofix.includes(id)
      ? []
      : [fieldIssue(['applied_autofix', index], 'unknown_value')],
  );
  if (unknown.length > 0) return refuse('validation_error', unknown);
  const review = state.review?.reviewed_hash === state.content_hash ? state.review : null;
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
  if (state.status === 'approved' && !mayUnlock)
    return refuse('conflict', [fieldIssue(['status'], 'unknown_value')]);
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
