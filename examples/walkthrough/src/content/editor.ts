import type { CardView, ContentService, ServiceResult } from '@kanmon/content-cards';
import type { IdSource } from '@kanmon/core';

/** One change of a card on its way to approval. */
export interface CardChange {
  readonly by: 'autofix' | 'editor';
  readonly description: string;
  readonly before: CardView;
  readonly after: CardView;
}

/** The person of the story at her desk: the same calls that a console or a command line makes. */
export interface Editor {
  /** Applies the proposals of a card, one after another: each may make the next one superfluous. */
  applyFixes(slideId: string): Promise<readonly CardChange[]>;
  /** Strikes the lines that cannot be verified. */
  strike(slideId: string, description: string): Promise<readonly CardChange[]>;
  /** Approves what she sees, unless the rules of approval forbid it. */
  approve(slideId: string): Promise<CardView>;
  cards(): Promise<readonly CardView[]>;
}

/** An editor of one deck. */
export function createEditor(
  service: ContentService,
  { deckId, person, ids }: { deckId: string; person: string; ids: IdSource },
): Editor {
  const refTo = (slide_id: string) => ({ spec_id: deckId, slide_id });
  const caller = () => ({ actor: person, requestId: ids.next('desk') });
  const read = async (slideId: string) => valueOf(await service.getCard(refTo(slideId)));
  const patch = (card: CardView, changes: object) =>
    service.patchCard(refTo(card.slide_id), changes, { ifMatch: card.revision }, caller());

  return {
    async applyFixes(slideId) {
      const changes: CardChange[] = [];
      let card = await read(slideId);
      const tried = new Set<string>();
      for (;;) {
        const fix = card.ai_review?.autofix_proposals.find(({ patch_id }) => !tried.has(patch_id));
        if (fix === undefined) return changes;
        tried.add(fix.patch_id);
        const fixed = await patch(card, { apply_autofix: [fix.patch_id] });
        // A proposal that would make the card worse, or no longer fits it, is refused: it stays as it is.
        if (!fixed.ok) continue;
        const { description } = fix;
        changes.push({ by: 'autofix', description, before: card, after: fixed.value });
        card = fixed.value;
      }
    },
    async strike(slideId, description) {
      const before = await read(slideId);
      const body = withoutDoubtful(before);
      if (body === null) return [];
      const after = valueOf(await patch(before, { body }));
      return [{ by: 'editor', description, before, after }];
    },
    async approve(slideId) {
      const card = await read(slideId);
      if (card.status !== 'draft') return card;
      const approved = await service.approveCard(
        refTo(slideId),
        { content_hash: card.content_hash },
        { ifMatch: card.revision },
        caller(),
      );
      return approved.ok ? approved.value : card;
    },
    cards: async () => valueOf(await service.listCards({ spec_id: deckId })),
  };
}

/** Returns the body without the lines that an issue points at; null without such a line, or when nothing would be left. */
function withoutDoubtful({ body, ai_review }: CardView): readonly string[] | null {
  const doubtful = new Set(
    (ai_review?.issues ?? []).filter(({ severity }) => severity !== 'info').map(({ path }) => path),
  );
  const kept = body.filter((_, index) => !doubtful.has(`/body/${index}`));
  return kept.length === body.length || kept.length === 0 ? null : kept;
}

/** The value of a call that the story cannot go on without. */
export function valueOf<T>(result: ServiceResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}
