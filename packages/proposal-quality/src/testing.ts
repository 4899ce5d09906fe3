import type { JsonValue } from '@kanmon/core';
import { applyPatch, type JsonPatchOperation } from '@kanmon/core/json';
import { withoutUndefined } from '@kanmon/core/kit';
import type { DashboardNode, ReportContext, ReportPurpose } from './rules/report-context.ts';
import type { RunInput } from './run/run-input.ts';

/** A report with one defect, and the code of the Must that reports it. */
export interface BrokenReport {
  readonly name: string;
  readonly report: JsonValue;
  readonly code: string;
}

/** One of the ten samples: an input, a report that passes, and reports that do not. */
export interface Sample {
  readonly id: string;
  readonly role: 'organizer' | 'advisor';
  readonly nodes: readonly DashboardNode[];
  readonly input: RunInput;
  readonly context: ReportContext;
  readonly valid: JsonValue;
  readonly broken: readonly BrokenReport[];
}

/** Creates a sample. Each break is a code, a name, and the one change to the valid report. */
function sample(parts: {
  readonly id: string;
  readonly nodes: readonly DashboardNode[];
  readonly focusNodeId?: string;
  readonly userIntent?: string;
  readonly purpose?: ReportPurpose;
  readonly valid: JsonValue;
  readonly breaks: readonly (readonly [code: string, name: string, change: JsonPatchOperation])[];
}): Sample {
  const { id, nodes, userIntent, purpose, valid, breaks } = parts;
  const focus = withoutUndefined({ focusNodeId: parts.focusNodeId });
  const role = id.startsWith('A') ? 'advisor' : 'organizer';
  const trays = role === 'advisor' ? { decide: nodes } : { inbox: nodes };
  const validNodeIds = nodes.map((node) => node.id);
  return {
    id,
    role,
    nodes,
    input: { dashboard: { trays }, ...focus, ...withoutUndefined({ userIntent }) },
    context: { validNodeIds, nodes, ...focus, ...withoutUndefined({ purpose }) },
    valid,
    broken: breaks.map(([code, name, change]) => {
      const result = applyPatch(valid, [change]);
      if (!result.ok) throw new Error(`the sample has no ${change.path}: ${result.problem.code}`);
      return { name, report: result.value, code };
    }),
  };
}

/** Replaces a value. */
function put(path: string, value: JsonValue): JsonPatchOperation {
  return { op: 'replace', path, value };
}

/** Removes a member or an element. */
function drop(path: string): JsonPatchOperation {
  return { op: 'remove', path };
}

const proposal = '/decomposition_proposals/0';
const children = `${proposal}/suggested_children`;

/** O1 to O5. */
const organizerSamples: readonly Sample[] = [
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

const estimate: DashboardNode = {
  id: 'n1',
  title: '外注の見積もりを承認する',
  status: 'NEEDS_DECISION',
};

const estimateReport = {
  target_node_id: 'n1',
  target_title: '外注の見積もりを承認する',
  current_status: 'NEEDS_DECISION',
  options: [
    {
      label: 'A案: 現在の金額で承認する',
      description: '見積もりの内容を変えずに発注へ進む。',
      pros: ['来週から着手できる'],
      cons: ['予算の残りが少なくなる'],
      next_action: '承認の返信を送り、発注書を作る',
      necessary_info: '今期の予算の残額',
      criteria_note: '納期を優先するときに向く',
      risks: ['追加の費用が出たときに予算を超える'],
    },
    {
      label: 'B案: 範囲を分けて再見積もりを頼む',
      description: '前半の作業だけを先に見積もってもらう。',
      pros: ['支出を 2 回に分けられる'],
      cons: ['着手が 1 週間ほど遅れる'],
      next_action: '作業の範囲を分けた一覧を相手に送る',
      necessary_info: '先に終えたい作業の範囲',
      criteria_note: '費用を抑えるときに向く',
      risks: ['全体では割高になるおそれがある'],
    },
  ],
  criteria: [
    { name: '納期', description: 'いつまでに着手したいか' },
    { name: '費用', description: '今期の予算に収まるか' },
  ],
  next_decision: '納期と費用のどちらを優先するかを決める',
  summary: '見積もりの扱いには 2 つの進め方があり、納期と費用で条件が分かれます。',
} as const satisfies JsonValue;

const withoutNode = {
  target_node_id: '',
  target_title: '',
  current_status: '',
  options: [],
  next_decision: '',
  summary: '対象のノードがないため、比べる案はまだありません。',
} as const satisfies JsonValue;

/** A1 to A5. */
const advisorSamples: readonly Sample[] = [
  sample({
    id: 'A1',
    nodes: [estimate],
    valid: estimateReport,
    breaks: [
      ['too-few-options', 'one option', drop('/options/1')],
      ['required', 'no next action', drop('/options/0/next_action')],
      ['blank', 'no necessary information', put('/options/0/necessary_info', '  ')],
      ['too-few-risks', 'no risk', put('/options/1/risks', [])],
      ['blank', 'a blank risk', put('/options/1/risks/0', '')],
      ['forbidden-phrase', 'a verdict', put('/summary', 'A案がベストです。')],
      ['unknown-node', 'another node', put('/target_node_id', 'n2')],
      ['required', 'no options', drop('/options')],
    ],
  }),
  sample({
    id: 'A2',
    nodes: [estimate],
    valid: {
      ...estimateReport,
      options: [
        { ...estimateReport.options[0], suggested_status: 'DONE' },
        { ...estimateReport.options[1], suggested_status: 'READY' },
        {
          label: 'C案: 外注を取りやめる',
          description: '社内で作業し、見積もりは断る。',
          next_action: '相手に断りの連絡を入れる',
          necessary_info: '社内で空いている担当者と期間',
          criteria_note: '社内に手の空きがあるときに向く',
          risks: ['担当者の負荷が増える'],
          suggested_status: 'CANCELLED',
        },
      ],
    },
    breaks: [
      ['unknown-status', 'a status of nobody', put('/options/0/suggested_status', 'Done')],
      [
        'illegal-transition',
        'a status out of reach',
        put('/options/1/suggested_status', 'DORMANT'),
      ],
      ['wrong-type', 'a status that is null', put('/options/2/suggested_status', null)],
    ],
  }),
  sample({
    id: 'A3',
    nodes: [{ id: 'n1', title: '納期延長をお願いする文面', status: 'IN_PROGRESS' }],
    userIntent: '文面の候補がほしい',
    purpose: 'texts',
    valid: {
      target_node_id: 'n1',
      target_title: '納期延長をお願いする文面',
      current_status: 'IN_PROGRESS',
      options: [
        {
          label: '文面案1: 理由を先に伝える',
          description: '検証で不具合が見つかったため、納品を 3 日延ばしていただけないでしょうか。',
          next_action: '日付を入れて担当者に送る',
          necessary_info: '不具合の内容と新しい納品日',
          criteria_note: '相手が経緯を重視するとき',
          risks: ['理由の説明が長く感じられる'],
        },
        {
          label: '文面案2: 代わりの日程を先に伝える',
          description: '新しい納品日として 4 月 8 日をご提案いたします。経緯は次のとおりです。',
          next_action: '日程を確かめてから送る',
          necessary_info: '確実に納品できる日',
          criteria_note: '相手が日程を重視するとき',
          risks: ['経緯の説明が後回しに見える'],
        },
      ],
      criteria: [
        { name: '相手の関心', description: '経緯と日程のどちらを気にしているか' },
        { name: '関係', description: 'これまでのやり取りの丁寧さ' },
      ],
      next_decision: 'どちらの順で伝えるかを決める',
      summary: '納期延長の文面を、伝える順の違いで 2 つ用意しました。',
    },
    breaks: [
      ['description-missing', 'an option without its text', drop('/options/1/description')],
      ['description-missing', 'an option with a blank text', put('/options/0/description', ' ')],
      ['wrong-type', 'a text that is null', put('/options/0/description', null)],
    ],
  }),
  sample({
    id: 'A4',
    nodes: [],
    valid: withoutNode,
    breaks: [
      ['blank', 'no summary to speak of', put('/summary', '')],
      ['unknown-node', 'an id from nowhere', put('/target_node_id', 'n1')],
      ['too-few-options', 'one option after all', put('/options', [estimateReport.options[0]])],
      ['required', 'no options at all', drop('/options')],
    ],
  }),
  sample({
    id: 'A5',
    nodes: [
      estimate,
      { id: 'n2', title: '社内報の原稿を書く', status: 'READY' },
      { id: 'n3', title: '備品を発注する', status: 'SCHEDULED' },
    ],
    focusNodeId: 'n1',
    valid: estimateReport,
    breaks: [
      ['target-mismatch', 'a neighbour of the node', put('/target_node_id', 'n2')],
      ['blank', 'no decision', put('/next_decision', '\t')],
      ['wrong-type', 'criteria as a text', put('/criteria', '納期')],
      ['forbidden-phrase', 'advice in a risk', put('/options/0/risks/0', 'こちらを推奨します')],
    ],
  }),
];

/** The ten samples (O1 to O5, A1 to A5), each with reports that break one rule. */
export const samples: readonly Sample[] = [...organizerSamples, ...advisorSamples];
