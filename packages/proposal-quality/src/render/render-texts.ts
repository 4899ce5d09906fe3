import type { Locale } from '@kanmon/core';

const ja = {
  organizer: '整理の提案',
  decompositions: '分解の提案',
  groupings: 'グループの提案',
  relations: '関係の提案',
  reason: '理由',
  advisor: '検討する案',
  target: '対象',
  status: '現在のステータス',
  nextDecision: '最初に決めること',
  criteria: '比べる観点',
  options: '案',
  pros: '良い点',
  cons: '気になる点',
  nextAction: '次の行動',
  necessaryInfo: '必要な情報',
  criteriaNote: '判断の目安',
  risks: 'リスク',
  suggestedStatus: '変更先のステータス',
  colon: '：',
};

/** Titles and labels of rendered reports. */
export type RenderTexts = typeof ja;

const en: RenderTexts = {
  organizer: 'Proposals',
  decompositions: 'Decompositions',
  groupings: 'Groups',
  relations: 'Relations',
  reason: 'Reason',
  advisor: 'Options',
  target: 'Target',
  status: 'Current status',
  nextDecision: 'To decide first',
  criteria: 'Criteria',
  options: 'Options',
  pros: 'Pros',
  cons: 'Cons',
  nextAction: 'Next action',
  necessaryInfo: 'Necessary information',
  criteriaNote: 'When it fits',
  risks: 'Risks',
  suggestedStatus: 'Suggested status',
  colon: ': ',
};

export const renderTexts: Readonly<Record<Locale, RenderTexts>> = { ja, en };
