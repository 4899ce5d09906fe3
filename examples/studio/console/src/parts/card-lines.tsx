import type { JSX } from 'preact';
import { limitOf, lengthOf } from '../limits.ts';
import { useTexts } from '../texts.ts';
import type { CardView } from '../types.ts';
import { Badge } from './parts.tsx';

/** The characters of a text, of those that its place holds. */
export function Counter({
  text,
  place,
}: {
  readonly text: string;
  readonly place: 'title' | 'body';
}): JSX.Element {
  const t = useTexts();
  const count = lengthOf(text);
  const limit = limitOf(text, place);
  const share = Math.min(1, count / limit);
  const tone = count > limit ? 'over' : share > 0.9 ? 'near' : '';
  return (
    <span class={`counter ${tone}`} title={t('card.counter', { count, limit })}>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {count}
      <span class="of">/{limit}</span>
    </span>
  );
}

const toneOf = { info: 'plain', warning: 'warn', error: 'bad' } as const;

/** The lines of a card, each with its counter, its source line and its findings. */
export function CardLines({
  card,
  onActive,
}: {
  readonly card: CardView;
  readonly onActive: (line: number | null) => void;
}): JSX.Element {
  const t = useTexts();
  const { title, body, table_data: table, note } = card;
  const issues = card.ai_review?.issues ?? [];
  const sourceOf = (field: string, line: number): string => {
    const found = card.provenance.find((each) => each.field === field && each.line === line);
    return found === undefined
      ? ''
      : t('card.source.line', { source: found.source, line: found.source_line ?? '–' });
  };
  const lines = [
    { name: t('card.title'), text: title, place: 'title' as const, path: '/title', line: 0 },
    ...body.map((text, line) => ({
      name: t('card.line', { number: line + 1 }),
      text,
      place: 'body' as const,
      path: `/body/${line}`,
      line,
    })),
  ];
  const shown = new Set(lines.map(({ path }) => path));
  return (
    <>
      <ol class="lines" aria-label={t('card.content')}>
        {lines.map(({ name, text, place, path, line }) => (
          <li
            key={path}
            class={place}
            onMouseEnter={() => onActive(place === 'title' ? -1 : line)}
            onMouseLeave={() => onActive(null)}
          >
            <span class="line-name">{name}</span>
            <span class="line-text">{text}</span>
            <Counter text={text} place={place} />
            <span class="line-source">{sourceOf(place, line)}</span>
            {issues
              .filter((issue) => issue.path === path)
              .map(({ code, message, severity }) => (
                <span class="line-issue" key={code + message}>
                  <Badge tone={toneOf[severity as keyof typeof toneOf] ?? 'warn'}>{code}</Badge>{' '}
                  {message}
                </span>
              ))}
          </li>
        ))}
      </ol>
      {table !== null && (
        <div class="table-scroll" tabIndex={0} role="region" aria-label={t('card.content')}>
          <table>
            <thead>
              <tr>
                {table.headers.map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.join('\n')}>
                  {row.map((cell, column) => (
                    <td key={table.headers[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {note !== null && <p class="note">{note}</p>}
      {issues
        .filter(({ path }) => !shown.has(path ?? ''))
        .map(({ code, message, severity }) => (
          <p class="line-issue" key={code + message}>
            <Badge tone={toneOf[severity as keyof typeof toneOf] ?? 'warn'}>{code}</Badge> {message}
          </p>
        ))}
    </>
  );
}
