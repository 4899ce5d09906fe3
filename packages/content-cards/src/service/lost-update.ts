import { parseJson } from '@kanmon/core/kit';
import { canonicalJson } from '@kanmon/core/json';
import { type Card, cardKeys, type CardView } from '../model/card.ts';
import { cardJson } from '../model/card-json.ts';
import { isRecord, type JsonObject, type JsonValue } from '../model/json.ts';
import { cardView } from './card-view.ts';
import type { CardRef } from './card-ref.ts';
import type { DeckStore } from './deck-store.ts';
import { type Precondition, versionsNamed } from './revision.ts';
import { type DiffEntry, refuse, type Refusal } from './service-error.ts';

/** The refusal of a lost update: what is there now, and how it differs from both sides. */
export async function withDiff(
  store: DeckStore,
  ref: CardRef,
  precondition: Precondition | null,
  proposed: JsonValue | undefined,
): Promise<Refusal> {
  const deck = await store.load(ref.spec_id);
  const state = deck.cards.get(ref.slide_id);
  if (state === undefined) return refuse('not_found');
  const named = precondition === null ? [] : versionsNamed(precondition);
  const known = named.find((version) => state.versions.some((entry) => entry.version === version));
  const earlier = known === undefined ? null : await store.loadAt(ref.spec_id, known);
  const base = earlier?.cards.get(ref.slide_id)?.card ?? null;
  const current: CardView = cardView(ref.spec_id, state);
  return refuse('precondition_failed', [], {
    current,
    diff: diffCards(base, state.card, isRecord(proposed) ? proposed : {}),
  });
}

/** Every key of the card on which the three sides do not agree, by whole value. */
function diffCards(
  base: Card | null,
  current: Card,
  proposed: Readonly<Record<string, unknown>>,
): DiffEntry[] {
  const baseJson: JsonObject | null = base === null ? null : cardJson(base);
  const currentJson: JsonObject = cardJson(current);
  return cardKeys.flatMap((key) => {
    if (key === 'slide_id') return [];
    const now = currentJson[key] ?? null;
    const before = baseJson === null ? null : (baseJson[key] ?? null);
    const wanted = Object.hasOwn(proposed, key) ? asJson(proposed[key]) : (before ?? now);
    const theyChanged = baseJson !== null && !same(before, now);
    const weChanged = Object.hasOwn(proposed, key) && (baseJson === null || !same(before, wanted));
    if (!theyChanged && !(weChanged && !same(wanted, now))) return [];
    return [
      {
        path: `/${key}`,
        base: before,
        current: now,
        proposed: wanted,
        conflict: (theyChanged || baseJson === null) && weChanged && !same(wanted, now),
      },
    ];
  });
}

function same(left: JsonValue, right: JsonValue): boolean {
  return canonicalJson(left) === canonicalJson(right);
}

function asJson(value: unknown): JsonValue {
  return parseJson(JSON.stringify(value ?? null));
}
