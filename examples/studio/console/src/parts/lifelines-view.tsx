import type { JSX } from 'preact';
import { useTexts } from '../texts.ts';
import type { Lifeline, Lifelines, LifePoint } from '../types.ts';

/** Pixels. */
const rowHeight = 30;
const columnWidth = 84;
const margin = 18;

const legend = ['born', 'moved', 'changed', 'fixed', 'ignored', 'returned'] as const;

/** One row for each finding, one column for each revision, and a table with the same in words. */
export function LifelinesView({
  lifelines,
  shown,
  active,
  onPick,
}: {
  readonly lifelines: Lifelines;
  /** Index of the revision that is shown. */
  readonly shown: number;
  readonly active: string | null;
  readonly onPick: (issue: string) => void;
}): JSX.Element {
  const t = useTexts();
  const { revisions, findings } = lifelines;
  const width = (revisions.length - 1) * columnWidth + 2 * margin;
  const height = findings.length * rowHeight;
  const x = (revision: number): number => margin + revision * columnWidth;
  const counts = legend.map((change) => {
    const count = findings.filter(({ points }) => points.some((each) => each.change === change));
    return `${t(`life.${change}`)}: ${count.length}`;
  });
  return (
    <section class="panel" aria-labelledby="lifelines">
      <h2 id="lifelines">{t('manuscript.lifelines')}</h2>
      <div class="lifeline-chart">
        <div class="lifelines" tabIndex={0} role="region" aria-label={t('manuscript.lifelines')}>
          <ul class="lifeline-names">
            {findings.map(({ issue_id: id, category }, index) => (
              <li key={id} class={id === active ? 'active' : ''}>
                <button type="button" class="link" onClick={() => onPick(id)}>
                  <span class="muted">{index + 1}</span> {t.code(category)}
                </button>
              </li>
            ))}
          </ul>
          <div>
            <svg
              width={width}
              height={height}
              role="img"
              aria-label={`${t('manuscript.lifelines.summary', {
                findings: findings.length,
                revisions: revisions.length,
              })} ${counts.join(', ')}`}
            >
              <rect
                class="column"
                x={x(shown) - margin + 4}
                width={2 * margin - 8}
                height={height}
                rx="6"
              />
              {findings.map(({ issue_id: id, points }, index) => (
                <Row key={id} points={points} y={(index + 0.5) * rowHeight} x={x} />
              ))}
            </svg>
            <div class="revision-numbers" aria-hidden="true" style={{ width: `${width}px` }}>
              {revisions.map(({ at }, index) => (
                <span key={at} style={{ left: `${x(index)}px` }}>
                  {index + 1}
                </span>
              ))}
            </div>
          </div>
        </div>
        <ul class="legend" aria-hidden="true">
          {legend.map((change) => (
            <li key={change}>
              <svg width="20" height="20">
                <Marker change={change} x={10} y={10} />
              </svg>
              {t(`life.${change}`)}
            </li>
          ))}
        </ul>
      </div>
      <details>
        <summary>{t('metrics.table')}</summary>
        <div class="table-scroll" tabIndex={0} role="region" aria-labelledby="lifelines">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('manuscript.finding')}</th>
                {revisions.map(({ at }, index) => (
                  <th key={at} scope="col">
                    {t('manuscript.revision', { number: index + 1 })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {findings.map((finding, index) => (
                <tr key={finding.issue_id}>
                  <th scope="row">
                    {index + 1} {t.code(finding.category)}
                  </th>
                  {revisions.map(({ at }, revision) => (
                    <td key={at}>{wordsOf(finding, revision, t)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function wordsOf({ points }: Lifeline, revision: number, t: ReturnType<typeof useTexts>): string {
  const point = points.find((each) => each.revision === revision);
  return point === undefined ? '–' : t(`life.${point.change}`);
}

function Row({
  points,
  x,
  y,
}: {
  readonly points: readonly LifePoint[];
  readonly x: (revision: number) => number;
  readonly y: number;
}): JSX.Element {
  return (
    <g>
      {points.slice(1).map(({ revision, state }) => (
        <line
          key={revision}
          class={state === 'ignored' ? 'ignored' : ''}
          x1={x(revision - 1)}
          x2={x(revision)}
          y1={y}
          y2={y}
        />
      ))}
      {points.map(({ revision, change }) => (
        <Marker key={revision} change={change} x={x(revision)} y={y} />
      ))}
    </g>
  );
}

/** Each change has a shape of its own. */
function Marker({
  change,
  x,
  y,
}: {
  readonly change: LifePoint['change'];
  readonly x: number;
  readonly y: number;
}): JSX.Element {
  const at = `translate(${x} ${y})`;
  switch (change) {
    case 'born':
      return <circle class="life born" transform={at} r="6" />;
    case 'moved':
      return <path class="life moved" transform={at} d="M-5 -6L6 0L-5 6Z" />;
    case 'changed':
      return <path class="life changed" transform={at} d="M0 -7L7 0L0 7L-7 0Z" />;
    case 'fixed':
      return (
        <g class="life fixed" transform={at}>
          <rect x="-7" y="-7" width="14" height="14" rx="3" />
          <path d="M-4 0L-1 3L4 -3" />
        </g>
      );
    case 'ignored':
      return <path class="life ignored" transform={at} d="M-5 -5L5 5M5 -5L-5 5" />;
    case 'returned':
      return (
        <g class="life returned" transform={at}>
          <circle r="7" />
          <path d="M0 4V-4M-3 -1L0 -4L3 -1" />
        </g>
      );
    case 'same':
    default:
      return <circle class="life same" transform={at} r="2.5" />;
  }
}
