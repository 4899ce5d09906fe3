import type { Locale } from '@kanmon/core';

/** Titles and labels of rendered reports. */
const texts = {
  organizer: { ja: '整理の提案', en: 'Proposals' },
  decompositions: { ja: '分解の提案', en: 'Decompositions' },
  groupings: { ja: 'グループの提案', en: 'Groups' },
  relations: { ja: '関係の提案', en: 'Relations' },
  reason: { ja: '理由', en: 'Reason' },
  advisor: { ja: '検討する案', en: 'Options' },
  target: { ja: '対象', en: 'Target' },
  status: { ja: '現在のステータス', en: 'Current status' },
  nextDecision: { ja: '最初に決めること', en: 'To decide first' },
  criteria: { ja: '比べる観点', en: 'Criteria' },
  options: { ja: '案', en: 'Options' },
  pros: { ja: '良い点', en: 'Pros' },
  cons: { ja: '気になる点', en: 'Cons' },
  nextAction: { ja: '次の行動', en: 'Next action' },
  necessaryInfo: { ja: '必要な情報', en: 'Necessary information' },
  criteriaNote: { ja: '判断の目安', en: 'When it fits' },
  risks: { ja: 'リスク', en: 'Risks' },
  suggestedStatus: { ja: '変更先のステータス', en: 'Suggested status' },
  colon: { ja: '：', en: ': ' },
};

/** Titles and labels in one language. */
export type RenderTexts = Readonly<Record<keyof typeof texts, string>>;

/** Returns the titles and labels in a language. */
export function renderTexts(locale: Locale): RenderTexts {
  const own = Object.entries(texts).map(([name, text]) => [name, text[locale]]);
  // The names are those of the table, which entries do not show.
  return Object.fromEntries(own) as RenderTexts;
}
