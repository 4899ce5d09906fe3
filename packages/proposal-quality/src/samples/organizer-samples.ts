import { drop, put, type Sample, sample } from './sample.ts';

const proposal = '/decomposition_proposals/0';
const children = `${proposal}/suggested_children`;

/** O1 to O5. */
export const organizerSamples: readonly Sample[] = [
  sample({
    id: 'O1',
    nodes: [],
    valid: {
      decomposition_proposals: [],
      grouping_proposals: [],
      relation_proposals: [],
      summary:
        'ノードはまだありません。まず、気になっていることを 1 件書き出すところから始められます。',
    },
    breaks: [
      ['required', 'no summary', drop('/summary')],
      ['blank', 'a summary of ideographic spaces', put('/summary', '\u3000\u3000')],
      ['required', 'no relations', drop('/relation_proposals')],
      ['wrong-type', 'groups are null', put('/grouping_proposals', null)],
    ],
  }),
  sample({
    id: 'O2',
    nodes: [{ id: 'n1', title: '提案書を書く', status: 'READY' }],
    valid: {
      decomposition_proposals: [
        {
          target_node_id: 'n1',
          target_title: '提案書を書く',
          reason: '構成と本文では必要な集中の種類が異なり、分けると着手しやすくなります。',
          suggested_children: [
            { title: '目次の案を作る', context: '章立てと各章の要点を箇条書きにする' },
            {
              title: '本文の下書き',
              context: '目次に沿って 1 章ずつ書く',
              suggested_status: 'READY',
            },
          ],
        },
      ],
      grouping_proposals: [],
      relation_proposals: [],
      summary: '提案書は 2 段階に分けられそうです。まず目次の案から始める方法があります。',
    },
    breaks: [
      ['unknown-node', 'an id that is not on the board', put(`${proposal}/target_node_id`, 'n9')],
      ['reason-missing', 'a blank reason', put(`${proposal}/reason`, ' \u200b')],
      ['too-few-children', 'one child', drop(`${children}/1`)],
      ['forbidden-phrase', 'an order', put('/summary', 'まず目次を作るべきです。')],
      ['unknown-status', 'a status of nobody', put(`${children}/1/suggested_status`, 'LATER')],
    ],
  }),
  sample({
    id: 'O3',
    nodes: [
      { id: 'n1', title: '展示会の会場を予約する', status: 'READY' },
      { id: 'n2', title: '展示会の配布資料を印刷する', status: 'CAPTURED' },
      { id: 'n3', title: '展示会の招待状を送る', status: 'CAPTURED' },
    ],
    valid: {
      decomposition_proposals: [],
      grouping_proposals: [
        {
          group_label: '展示会の準備',
          reason: '3 件とも同じ展示会に向けた作業で、期限も共通しています。',
          node_ids: ['n1', 'n2', 'n3'],
        },
      ],
      relation_proposals: [],
      summary: '展示会に関する 3 件をまとめて見ると、まず会場の予約が起点になりそうです。',
    },
    breaks: [
      ['blank', 'no label to speak of', put('/grouping_proposals/0/group_label', '')],
      ['unknown-node', 'an unknown id in the group', put('/grouping_proposals/0/node_ids/1', 'N2')],
      ['wrong-type', 'ids as a text', put('/grouping_proposals/0/node_ids', 'n1,n2')],
      ['reason-missing', 'no reason', drop('/grouping_proposals/0/reason')],
      ['wrong-type', 'a group that is null', put('/grouping_proposals/0', null)],
    ],
  }),
  sample({
    id: 'O4',
    nodes: [{ id: 'n1', title: '社内システムを刷新する', status: 'IN_PROGRESS' }],
    focusNodeId: 'n1',
    userIntent: '大きすぎて手が付かないので、分けてほしい',
    valid: {
      decomposition_proposals: [
        {
          target_node_id: 'n1',
          target_title: '社内システムを刷新する',
          reason: '調査、選定、移行で関わる人が異なるため、分けると担当を決めやすくなります。',
          suggested_children: [
            { title: '現状の棚卸し', context: '使われている機能と困りごとを一覧にする' },
            { title: '移行先の候補を比べる', context: '費用と移行期間を 3 社で比べる' },
            { title: '移行計画を作る', context: '並行稼働の期間と戻し方を決める' },
          ],
        },
      ],
      grouping_proposals: [],
      relation_proposals: [],
      summary:
        '刷新は 3 つの段階に分けられます。最初に現状の棚卸しをすると、比べる観点が揃います。',
    },
    breaks: [
      ['target-mismatch', 'an empty target', put(`${proposal}/target_node_id`, '')],
      ['required', 'a child without a title', drop(`${children}/0/title`)],
      ['blank', 'a child without a context', put(`${children}/2/context`, '\n')],
      ['too-few-children', 'children as a text', put(children, '棚卸し')],
      ['forbidden-phrase', 'a request', put(`${proposal}/reason`, '担当者ごとに分けてください。')],
    ],
  }),
  sample({
    id: 'O5',
    nodes: [
      { id: 'n1', title: '契約書を送る', status: 'BLOCKED' },
      { id: 'n2', title: '法務の確認を受ける', status: 'IN_PROGRESS' },
    ],
    valid: {
      decomposition_proposals: [],
      grouping_proposals: [],
      relation_proposals: [
        {
          from_node_id: 'n1',
          to_node_id: 'n2',
          relation_type: '待ち',
          reason: '契約書の送付は法務の確認の後になると読み取れます。',
        },
      ],
      summary:
        '契約書の送付は法務の確認を待っているようです。まず確認の予定日を聞くと見通しが立ちます。',
    },
    breaks: [
      ['unknown-node', 'an unknown end', put('/relation_proposals/0/to_node_id', 'n3')],
      ['required', 'no start', drop('/relation_proposals/0/from_node_id')],
      ['blank', 'no type to speak of', put('/relation_proposals/0/relation_type', '\u200b')],
      ['reason-missing', 'a reason that is a number', put('/relation_proposals/0/reason', 1)],
      ['forbidden-phrase', 'a need asserted', put('/summary', 'まず法務の確認が必要です。')],
    ],
  }),
];
