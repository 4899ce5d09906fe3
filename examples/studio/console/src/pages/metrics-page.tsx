import type { JSX } from 'preact';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { Failure, Loading, PageHead } from '../parts/parts.tsx';
import { type TextKey, useTexts } from '../texts.ts';
import type { Items } from '../types.ts';

interface Point {
  readonly at: string;
  readonly approved: number;
  readonly returned: number;
  readonly approval_time_ms: number | null;
  readonly return_rate: number | null;
  readonly fix_rate: number | null;
  readonly model_failures: number;
  readonly cost: number;
}

interface Series {
  readonly text: TextKey;
  readonly digits: number;
  /** Null where the day has no value. */
  readonly of: (point: Point) => number | null;
}

const hourMs = 3_600_000;
const percent = (share: number | null): number | null => (share === null ? null : share * 100);
const series: readonly Series[] = [
  { text: 'metrics.approved', digits: 0, of: ({ approved }) => approved },
  {
    text: 'metrics.time',
    digits: 1,
    of: ({ approval_time_ms: ms }) => (ms === null ? null : ms / hourMs),
  },
  { text: 'metrics.returns', digits: 0, of: ({ return_rate: share }) => percent(share) },
  { text: 'metrics.fixes', digits: 0, of: ({ fix_rate: share }) => percent(share) },
  { text: 'metrics.failures', digits: 0, of: ({ model_failures: failures }) => failures },
  { text: 'metrics.cost', digits: 4, of: ({ cost }) => cost },
];

/** Charts of the reviews and the models, a bar a day. */
export function MetricsPage(): JSX.Element {
  const t = useTexts();
  const { value, error, reload } = useLoaded<Items<Point>>(
    (signal) => send('GET', '/api/metrics-series?bucket=day', { signal }),
    [],
    ['deck', 'run'],
  );
  return (
    <div class="page">
      <PageHead title={t('metrics.title')} lead={t('metrics.lead')} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value?.items.length === 0 && <p class="muted empty">{t('none')}</p>}
      {value !== undefined && value.items.length > 0 && (
        <div class="charts">
          {series.map((each) => (
            <Chart key={each.text} series={each} points={value.items} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Units of the drawing. */
const width = 360;
const height = 120;
const gap = 0.25;

function Chart({
  series: { text, digits, of },
  points,
}: {
  readonly series: Series;
  readonly points: readonly Point[];
}): JSX.Element {
  const t = useTexts();
  const values = points.map(of);
  const most = Math.max(...values.map((value) => value ?? 0));
  const last = values.findLast((value) => value !== null) ?? 0;
  const step = width / points.length;
  const days = new Intl.DateTimeFormat(t.language, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const day = (point: Point | undefined): string =>
    point === undefined ? '' : days.format(new Date(point.at));
  return (
    <figure class="panel chart">
      <figcaption>
        <span>{t(text)}</span>
        <strong>{t.number(last, digits)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t(text)}>
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        <line class="grid" x1="0" x2={width} y1="0.5" y2="0.5" />
        {values.map((value, index) => {
          const share = most === 0 ? 0 : (value ?? 0) / most;
          return (
            <rect
              key={points[index]?.at}
              x={index * step + (step * gap) / 2}
              width={step * (1 - gap)}
              y={height - share * height}
              height={share * height}
              rx="2"
            >
              <title>
                {day(points[index])}: {value === null ? '–' : t.number(value, digits)}
              </title>
            </rect>
          );
        })}
      </svg>
      <p class="axis muted">
        <span>{day(points[0])}</span>
        <span>{t('metrics.most', { value: t.number(most, digits) })}</span>
        <span>{day(points.at(-1))}</span>
      </p>
      <details>
        <summary class="muted">{t('metrics.table')}</summary>
        <table>
          <tbody>
            {points.map((point, index) => (
              <tr key={point.at}>
                <th scope="row">{day(point)}</th>
                <td class="number">
                  {values[index] === null ? '–' : t.number(values[index] ?? 0, digits)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
