import type { JsonValue } from '@kanmon/core';
import type { DashboardNode } from '../rules/report-context.ts';
import { drop, put, type Sample, sample } from './sample.ts';

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
export const advisorSamples: readonly Sample[] = [
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
