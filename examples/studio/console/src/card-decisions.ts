import { type Decision, decide, type Outcome } from './outbox.ts';
import type { Translate } from './texts.ts';
import type { CardView } from './types.ts';

/** The content of a card that an editor changes. */
export type CardEdit = Partial<Pick<CardView, 'title' | 'body'>>;

/** Returns the address of a card, or of an action on it. */
export function cardPath(
  { spec_id, slide_id }: Pick<CardView, 'spec_id' | 'slide_id'>,
  action = '',
): string {
  const path = `/v1/content/cards/${encodeURIComponent(slide_id)}${action}`;
  return `${path}?spec_id=${encodeURIComponent(spec_id)}`;
}

/** Approves exactly the content that the user saw. */
export function approve(card: CardView, t: Translate): Promise<Outcome> {
  const { title, content_hash } = card;
  return send(card, {
    method: 'POST',
    path: cardPath(card, '/approve'),
    body: { content_hash },
    label: t('decision.approve', { title }),
    done: t('done.approve', { title }),
  });
}

/** Sends a card back with a reason. */
export function sendBack(card: CardView, reason: string, t: Translate): Promise<Outcome> {
  const { title } = card;
  return send(card, {
    method: 'POST',
    path: cardPath(card, '/return'),
    body: { reason },
    label: t('decision.return', { title }),
    done: t('done.return', { title }),
  });
}

/** Makes an approved or returned card a draft again. */
export function unlock(card: CardView, t: Translate): Promise<Outcome> {
  const label = t('decision.unlock', { title: card.title });
  return send(card, {
    method: 'POST',
    path: cardPath(card, '/unlock'),
    body: { reason: t('card.unlock') },
    label,
  });
}

/** Changes a card: an edit, a proposed fix, or the content before it. */
export function change(
  card: CardView,
  body: CardEdit | { readonly apply_autofix: readonly string[] },
  label: string,
): Promise<Outcome> {
  return send(card, { method: 'PATCH', path: cardPath(card), body, label });
}

/** Sends a refused decision again, on the card as it is now. */
export function decideAgain({
  decision,
  current,
}: {
  readonly decision: Decision;
  readonly current: CardView;
}): Promise<Outcome> {
  const { id: _, ...rest } = decision;
  const body = Object(rest.body) as Record<string, unknown>;
  return decide({
    ...rest,
    body: 'content_hash' in body ? { ...body, content_hash: current.content_hash } : body,
    revision: current.revision,
    seen: { kind: 'card', card: current },
  });
}

function send(
  seen: CardView,
  decision: Omit<Decision, 'id' | 'revision' | 'seen'>,
): Promise<Outcome> {
  return decide({ ...decision, revision: seen.revision, seen: { kind: 'card', card: seen } });
}
