import { decide, type Outcome } from './outbox.ts';
import type { Translate } from './texts.ts';
import type { Proposal } from './types.ts';

/** Returns the address of a board, or of a list below it. */
export function boardPath(board: string, part = ''): string {
  return `/api/boards/${encodeURIComponent(board)}${part}`;
}

/** Confirms exactly the effect that the user saw, and applies it to the board. */
export function confirm(board: string, proposal: Proposal, t: Translate): Promise<Outcome> {
  const { diff, content_hash, revision } = proposal;
  const title = titleOf(proposal, t);
  return decide({
    method: 'POST',
    path: '/api/proposal-quality/confirmations',
    revision,
    body: { boardId: board, diffId: diff.diff_id, content_hash },
    next: {
      path: '/api/proposal-quality/apply',
      body: { boardId: board },
      idAs: 'confirmationId',
    },
    label: t('proposals.decision.confirm', { title }),
    done: t('proposals.done.confirm', { title }),
    seen: { kind: 'proposal', board, proposal },
  });
}

/** Rejects a proposal with a reason. */
export function reject(
  board: string,
  proposal: Proposal,
  reason: string,
  t: Translate,
): Promise<Outcome> {
  const { diff, content_hash, revision } = proposal;
  const title = titleOf(proposal, t);
  return decide({
    method: 'POST',
    path: boardPath(board, '/rejections'),
    revision,
    body: { diff_id: diff.diff_id, content_hash, reason },
    label: t('proposals.decision.reject', { title }),
    done: t('proposals.done.reject', { title }),
    seen: { kind: 'proposal', board, proposal },
  });
}

/** Returns a proposal in one line. */
export function titleOf({ diff, names }: Proposal, t: Translate): string {
  const { change } = diff;
  const name = (id: string): string => names[id] ?? id;
  if ('add_children' in change) {
    return t('proposals.title.decomposition', {
      title: name(change.parent_node_id),
      count: change.add_children.length,
    });
  }
  if ('node_ids' in change) {
    const { group_label: label, node_ids: ids } = change;
    return t('proposals.title.grouping', { label, count: ids.length });
  }
  const { from, to, relation_type: type } = change;
  return t('proposals.title.relation', { from: name(from), to: name(to), type });
}
