import type { JsonPatchOperation } from '@kanmon/core/json';
import { checkArgument, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import type { Card, CardStatus } from './card.ts';
import { checkCard, checkShape } from './check-shape.ts';
import type { Approval, Slide, SlideReview } from './documents.ts';
import type { CardReview } from './review.ts';

/** The members of a slide beside its content. */
export interface SlideState {
  readonly status?: CardStatus;
  readonly review?: CardReview | null;
  readonly applied_autofix?: readonly string[];
  readonly approval?: Approval;
}

/** Phase of a slide that names none. */
export const defaultPhase = 'body';
const elementKeys: ReadonlySet<string> = new Set(['title', 'body', 'table_data', 'note']);

/** Converts a card to the nested form of the files. `cardOfSlide` is its inverse. */
export function slideOfCard(card: Card, state: SlideState = {}): Slide {
  checkCard('card of toSlide', card);
  const { status = 'draft', review = null, applied_autofix = [], approval } = state;
  return {
    id: card.slide_id,
    intent: card.intent,
    ...withoutUndefined({ type_hint: card.type_hint ?? undefined }),
    elements: {
      title: card.title,
      body: card.body,
      ...withoutUndefined({
        table_data: card.table_data ?? undefined,
        note: card.note ?? undefined,
      }),
    },
    status,
    ...withoutUndefined({ ai_review: review === null ? undefined : slideReview(review) }),
    applied_autofix,
    story: card.story,
    ...withoutUndefined({ approval }),
  };
}

const slideShapeSchema = z.looseObject({ id: z.string(), elements: z.looseObject({}) });

/** The content of a slide as a card. */
export function cardOfSlide(slide: Slide): Card {
  checkShape('slide of fromSlide', 'a slide', slideShapeSchema, slide);
  const { title, body, table_data = null, note = null } = slide.elements;
  return {
    slide_id: slide.id,
    title,
    body,
    table_data,
    note,
    intent: slide.intent,
    type_hint: slide.type_hint ?? null,
    story: slide.story ?? { phase: defaultPhase },
  };
}

function slideReview(review: CardReview): SlideReview {
  return {
    ...review,
    autofix_proposals: review.autofix_proposals.map(({ patch_id, description, patch }) => ({
      patch_id,
      description,
      patch: patch.map((operation) => movePaths(operation, toSlidePath)),
    })),
  };
}

/** `/body/1` -> `/elements/body/1`. */
export function toSlidePath(path: string): string {
  checkArgument('path of toSlidePath', 'a text', path);
  const [, first = ''] = path.split('/', 2);
  if (first === 'slide_id') return path.replace('/slide_id', '/id');
  return elementKeys.has(first) ? `/elements${path}` : path;
}

/** `/elements/body/1` -> `/body/1`. */
export function toCardPath(path: string): string {
  checkArgument('path of toCardPath', 'a text', path);
  if (path === '/id') return '/slide_id';
  return path.startsWith('/elements/') ? path.slice('/elements'.length) : path;
}

function movePaths(
  operation: JsonPatchOperation,
  move: (path: string) => string,
): JsonPatchOperation {
  return 'from' in operation
    ? { ...operation, path: move(operation.path), from: move(operation.from) }
    : { ...operation, path: move(operation.path) };
}
