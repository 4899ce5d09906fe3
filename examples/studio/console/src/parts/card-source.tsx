import type { JSX } from 'preact';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { useTexts } from '../texts.ts';
import type { CardView, Items } from '../types.ts';

/** Characters of the source that are shown around the passage. */
const context = 60;
const pageSize = 500;

interface CardEvent {
  readonly version: number;
  readonly data: {
    readonly slide_id?: string;
    readonly card?: { readonly slide_id?: string };
    readonly source?: string;
  };
}

/** The passage of the source that a card was made from, with the lines of the card marked. */
export function CardSource({
  card,
  active,
}: {
  readonly card: CardView;
  /** The line that the pointer is on; -1 for the title. */
  readonly active: number | null;
}): JSX.Element {
  const t = useTexts();
  const { value: source } = useLoaded<string | null>(
    (signal) => readSource(card, signal).catch(() => null),
    [card.spec_id, card.slide_id],
  );
  const marks = typeof source === 'string' ? marksOf(source, card) : [];
  const [firstMark] = marks;
  const lastMark = marks.at(-1);
  return (
    <section aria-labelledby={`source-${card.slide_id}`}>
      <h3 id={`source-${card.slide_id}`}>{t('card.source')}</h3>
      {typeof source !== 'string' || firstMark === undefined || lastMark === undefined ? (
        <p class="muted">{t('card.source.none')}</p>
      ) : (
        <blockquote class="source" tabIndex={0}>
          {firstMark.start > context && '…'}
          {source.slice(Math.max(0, firstMark.start - context), firstMark.start)}
          {marks.map(({ start, end, line }, index) => (
            <span key={String(line)}>
              <mark class={active === line ? 'active' : ''}>{source.slice(start, end)}</mark>
              {source.slice(end, marks[index + 1]?.start ?? Math.min(source.length, end + context))}
            </span>
          ))}
          {lastMark.end + context < source.length && '…'}
        </blockquote>
      )}
    </section>
  );
}

/** The source is stored with the event that created the card. */
async function readSource(
  { spec_id, slide_id, history }: CardView,
  signal: AbortSignal,
): Promise<string | null> {
  const created = history.find(({ action }) => action === 'create')?.revision ?? 'cards-1';
  const version = Number(created.replace(/^\D+/, ''));
  const after = Math.max(0, version - pageSize);
  const path = `/api/journal/streams/${encodeURIComponent(`content-cards/${spec_id}`)}`;
  const { items } = await send<Items<CardEvent>>(
    'GET',
    `${path}?after=${after}&limit=${pageSize}`,
    { signal },
  );
  const event = items.find(
    ({ data }) => data.source !== undefined && (data.slide_id ?? data.card?.slide_id) === slide_id,
  );
  return event?.data.source ?? null;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Finds the lines of a card in its source, in order and without overlap. */
function marksOf(source: string, { title, body }: CardView): readonly Mark[] {
  const marks: Mark[] = [];
  const first = source.indexOf(body[0] ?? title);
  const heading = title.replace(/ \(\d+\/\d+\)$/, '');
  const start = source.lastIndexOf(heading, first === -1 ? source.length : first);
  // The heading of a later part is far above its lines.
  let from = start === -1 ? 0 : start;
  if (start !== -1 && (first === -1 || first - start <= heading.length + context)) {
    marks.push({ start, end: start + heading.length, line: -1 });
    from = start + heading.length;
  }
  for (const [line, text] of body.entries()) {
    const at = text === '' ? -1 : source.indexOf(text, from);
    if (at === -1) continue;
    from = at + text.length;
    marks.push({ start: at, end: from, line });
  }
  return marks;
}
