import type { CardView } from '@kanmon/content-cards';
import type { Say } from './say.ts';

/** Names of the states of a card. */
export function statusName(status: CardView['status'], say: Say): string {
  const names = {
    draft: say('草案', 'draft'),
    returned: say('差し戻し', 'returned'),
    approved: say('承認', 'approved'),
  };
  return names[status];
}

/** A card in one line. */
export function cardLine({ ai_review, status, slide_id, title }: CardView, say: Say): string {
  return `${ai_review?.grade ?? '-'}  ${statusName(status, say)}  ${slide_id}  ${title}`;
}

/** A card as a whole: content, review, approval. */
export function cardLines(card: CardView, say: Say): readonly string[] {
  const { title, body, table_data, note, ai_review, returned, approved_by, locked_at } = card;
  const rows = table_data === null ? [] : [table_data.headers, ...table_data.rows];
  return [
    cardLine(card, say),
    '',
    `  ${title}`,
    ...body.map((line) => `  - ${line}`),
    ...rows.map((row) => `  | ${row.join(' | ')} |`),
    ...(note === null ? [] : [`  (${say('ノート', 'note')}) ${note}`]),
    '',
    `  ${card.revision}  ${card.content_hash}`,
    ...(approved_by === null
      ? []
      : [`  ${say('承認者', 'approved by')}: ${approved_by} (${locked_at ?? ''})`]),
    ...(returned === null
      ? []
      : [`  ${say('差し戻し', 'returned by')}: ${returned.requested_by}: ${returned.reason}`]),
    ...(ai_review?.issues ?? []).map(
      ({ severity, path, message }) => `  [${severity}] ${path ?? ''} ${message}`,
    ),
    ...(ai_review?.autofix_proposals ?? []).map(
      ({ patch_id, description }) => `  ${say('修正案', 'fix')} ${patch_id}: ${description}`,
    ),
    ...(ai_review?.weaknesses ?? []).map((each) => `  ${say('弱い点', 'weakness')}: ${each}`),
    ...(ai_review?.actions ?? []).map((each) => `  ${say('勧め', 'advice')}: ${each}`),
  ];
}
