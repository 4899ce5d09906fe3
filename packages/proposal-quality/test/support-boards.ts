import type { Gated } from '@kanmon/core/gate';
import {
  type BoardState,
  organizerGate,
  type OrganizerReport,
  type ProposalLedger,
} from '../src/index.ts';

export const board: BoardState = {
  nodes: [
    { id: 'n1', title: '提案書を書く', status: 'READY' },
    { id: 'n2', title: '会場を予約する', status: 'READY' },
    { id: 'n3', title: '招待状を送る' },
  ],
};

export const rawReport: OrganizerReport = {
  decomposition_proposals: [
    {
      target_node_id: 'n1',
      target_title: '提案書を書く',
      reason: '段階が違います。',
      suggested_children: [
        { title: '目次', context: '章立て' },
        { title: '本文', context: '下書き', suggested_status: 'READY' },
      ],
    },
  ],
  grouping_proposals: [{ group_label: '展示会', reason: '同じ行事です。', node_ids: ['n2', 'n3'] }],
  relation_proposals: [
    { from_node_id: 'n3', to_node_id: 'n2', relation_type: '待ち', reason: '会場の後になります。' },
  ],
  summary: 'まず会場から始められます。',
};

export function gated(
  report: unknown = rawReport,
  ids: readonly string[] = ['n1', 'n2', 'n3'],
): Gated<OrganizerReport> {
  const verdict = organizerGate.validate(report, { validNodeIds: ids });
  if (!verdict.ok) throw new Error(verdict.errors.join());
  return verdict.value;
}

/** Returns the part of a confirmation that identifies the diff as a person sees it now. */
export async function seen(
  ledger: ProposalLedger,
  diffId: string,
): Promise<{ readonly diffId: string; readonly contentHash: string }> {
  return { diffId, contentHash: (await ledger.diff(diffId))?.content_hash ?? 'sha256:unknown' };
}
