import { contentHash, type EventStore, type Locale } from '@kanmon/core';
import { HttpProblem } from '@kanmon/core/http';
import { withoutUndefined } from '@kanmon/core/kit';
import {
  createProposalLedger,
  type DiffView,
  type ProposalLedgerOptions,
  validateDiff,
} from '@kanmon/proposal-quality';
import * as z from 'zod';
import { type BoardEffect, createEffects } from './board-effect.ts';
import { type Board, boardPrefix, readBoard } from './boards.ts';

/** A person did not want a diff. */
export interface Rejection {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

/** A diff of a board, and what a person needs to decide on it. */
export interface Proposal extends Omit<DiffView, 'state'> {
  readonly state: DiffView['state'] | 'rejected';
  /** Titles of the notes that the diff names, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly rejection: Rejection | null;
  /** Null for a diff that was applied. */
  readonly effect: BoardEffect | null;
  /** Names the diff and its effect. Send it as `If-Match`, and a confirmation binds to what was shown. */
  readonly revision: string;
  readonly result: 'VALID' | 'NEEDS_REVIEW' | 'INVALID';
  /** Why the diff cannot be applied, and what a person may want to look at. */
  readonly remarks: readonly string[];
}

type Options = Pick<ProposalLedgerOptions, 'store'> & {
  readonly clock?: ProposalLedgerOptions['clock'] | undefined;
};

/** Reads the diffs of a board with their effects on it as it is now. */
export async function readProposals(
  { store, clock }: Options,
  boardId: string,
  locale: Locale,
): Promise<readonly Proposal[]> {
  const board = await readBoard(store, boardId);
  const views = await ledgerOf({ store, clock }, boardId).list();
  const rejections = await readRejections(store, boardId);
  const effectOf = createEffects(board);
  const titles = new Map(board.nodes.map(({ id, title }) => [id, title]));
  return views.map((view): Proposal => {
    const { diff, state } = view;
    const rejection = rejectionOf(view, rejections);
    const effect = state === 'applied' ? null : effectOf(diff);
    const { result, errors, warnings } = validateDiff(diff, board, { locale });
    return {
      ...view,
      state: rejection === null ? state : 'rejected',
      names: Object.fromEntries(idsOf(diff).map((id) => [id, titles.get(id) ?? id])),
      rejection,
      effect,
      revision: revisionOf(view, effect, rejection),
      // An applied diff no longer fits the board, since its change is there.
      ...(state === 'applied'
        ? { result: 'VALID', remarks: [] }
        : { result, remarks: [...errors, ...warnings] }),
    };
  });
}

/**
 * Reads the board for a confirmation. `seen` is the `If-Match` header of the request: when it names a diff, its effect
 * must still be the one that was shown. Throws 412 `board_changed` otherwise.
 */
export async function readSeenBoard(
  options: Options,
  boardId: string,
  seen: string | null,
): Promise<Board> {
  const board = await readBoard(options.store, boardId);
  const revision = seen?.replaceAll('"', '');
  const diffId = revision?.split('.')[0];
  if (revision === undefined || diffId === undefined) return board;
  const view = await ledgerOf(options, boardId).diff(diffId);
  // The ledger answers for a diff that is unknown or applied.
  if (view === null || view.state === 'applied') return board;
  const rejection = rejectionOf(view, await readRejections(options.store, boardId));
  if (revisionOf(view, createEffects(board)(view.diff), rejection) === revision) return board;
  throw new HttpProblem(412, 'board_changed', {
    message: {
      en: 'The board changed after you read it; look at the effect again',
      ja: '表示した後にボードが変わりました。影響をもう一度確認してください',
    },
  });
}

/** Records that a person does not want a diff, and withdraws its confirmation. The same request again changes nothing. */
export async function rejectDiff(
  options: Options,
  boardId: string,
  rejection: {
    readonly diffId: string;
    readonly contentHash: string;
    readonly reason: string;
    readonly by: string;
    readonly key: string | undefined;
  },
): Promise<void> {
  const { store } = options;
  const { diffId, contentHash: hash, reason, by, key } = rejection;
  const ledger = ledgerOf(options, boardId);
  const view = await ledger.diff(diffId);
  if (view === null) throw new HttpProblem(404, 'diff_unknown', { message: texts.diff_unknown });
  if (view.state === 'applied') {
    throw new HttpProblem(409, 'diff_already_applied', { message: texts.diff_already_applied });
  }
  if (view.content_hash !== hash) {
    throw new HttpProblem(409, 'diff_changed', { message: texts.diff_changed });
  }
  if (view.state === 'confirmed' && view.confirmation !== undefined) {
    await ledger.withdraw(view.confirmation.id, by);
  }
  const data = { diff_id: diffId, content_hash: hash, reason };
  await store.append(boardPrefix + boardId, [{ type: 'diff-rejected', data, actor: by }], {
    expectedVersion: 'any',
    ...withoutUndefined({ idempotencyKey: key }),
  });
}

const texts = {
  diff_unknown: {
    en: 'There is no such proposal on this board',
    ja: 'このボードにその提案はありません',
  },
  diff_already_applied: {
    en: 'The proposal has been applied already',
    ja: 'この提案は適用済みです',
  },
  diff_changed: {
    en: 'The proposal is not the one that you saw; read it again',
    ja: '提案の内容が、表示したときから変わっています。読み直してください',
  },
};

const rejectedData = z.object({ diff_id: z.string(), reason: z.string() });

/** The last rejection of each diff. */
async function readRejections(
  store: EventStore,
  boardId: string,
): Promise<ReadonlyMap<string, Rejection>> {
  const rejections = new Map<string, Rejection>();
  for await (const { type, data, at, actor = '' } of store.read(boardPrefix + boardId)) {
    if (type !== 'diff-rejected') continue;
    const { diff_id: diffId, reason } = rejectedData.parse(data);
    rejections.set(diffId, { by: actor, at, reason });
  }
  return rejections;
}

/** A diff that was confirmed or applied after its rejection is not rejected. */
function rejectionOf(
  { diff, state }: DiffView,
  rejections: ReadonlyMap<string, Rejection>,
): Rejection | null {
  return state === 'proposed' ? (rejections.get(diff.diff_id) ?? null) : null;
}

function ledgerOf({ store, clock }: Options, boardId: string) {
  return createProposalLedger({ store, boardId, ...withoutUndefined({ clock }) });
}

function idsOf({ change }: DiffView['diff']): readonly string[] {
  if ('add_children' in change) return [change.parent_node_id];
  return 'node_ids' in change ? change.node_ids : [change.from, change.to];
}

/** Hex digits of the hash of an effect. */
const hashLength = 24;

function revisionOf(
  { diff, content_hash }: DiffView,
  effect: BoardEffect | null,
  rejection: Rejection | null,
): string {
  const hash = contentHash({ content_hash, effect, rejected_at: rejection?.at ?? null });
  return `${diff.diff_id}.${hash.slice(-hashLength)}`;
}
