import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { answer, type SeenRevision, setState } from '../manuscript-decisions.ts';
import { useTexts } from '../texts.ts';
import type { Lifeline, LifePoint } from '../types.ts';
import { Badge } from './parts.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** A finding at the revision that is shown. */
export interface ShownFinding {
  readonly number: number;
  readonly finding: Lifeline;
  readonly point: LifePoint;
  /** The passage in the text; empty for a finding without a place. */
  readonly passage: string;
}

/** The rules write an empty replacement like this. */
const removal = '∅';

const common = ['ignore.quotation', 'ignore.style', 'ignore.wrong'] as const;
const toneOf = { open: 'warn', reopened: 'bad', ignored: 'plain', fixed: 'good' } as const;
const toneOfSeverity = { critical: 'bad', high: 'bad', medium: 'warn', low: 'plain' } as const;

/** The findings of a revision, each with its state and its decisions. */
export function FindingPanel({
  findings,
  seen,
  isBusy,
  active,
  onPick,
  onChange,
}: {
  readonly findings: readonly ShownFinding[];
  /** Null for an older revision, on which nothing can be decided. */
  readonly seen: SeenRevision | null;
  readonly isBusy: boolean;
  readonly active: number | null;
  readonly onPick: (number: number) => void;
  readonly onChange: () => void;
}): JSX.Element {
  const t = useTexts();
  const [ignoring, setIgnoring] = useState<ShownFinding | null>(null);
  const fixed = findings.filter(({ point }) => point.state === 'fixed');
  const run = (action: Promise<unknown>): void => void action.then(onChange);
  const others = findings.filter(({ point }) => point.state !== 'fixed');
  return (
    <section class="panel" aria-labelledby="findings">
      <h2 id="findings">{t('manuscript.findings', { count: others.length })}</h2>
      {others.length === 0 && <p class="muted">{t('card.findings.none')}</p>}
      <ol class="manuscript-findings">
        {others.map((shown) => {
          const { number, finding, point, passage } = shown;
          const { issue_id: id, category, severity, description, suggestions, question } = finding;
          const title = `${number} ${t.code(category)}`;
          return (
            <li
              key={id}
              id={`finding-${number}`}
              tabIndex={-1}
              class={active === number ? 'active' : ''}
            >
              <p class="badges">
                <span class={`finding-number ${toneName(finding, point)}`} aria-hidden="true">
                  {number}
                </span>
                <strong>{t.code(category)}</strong>
                <Badge tone={toneOfSeverity[severity as keyof typeof toneOfSeverity] ?? 'plain'}>
                  {t.code(severity)}
                </Badge>
                <Badge tone={toneOf[point.state]}>{t(`state.${point.state}`)}</Badge>
                {point.change !== 'same' && point.change !== point.state && (
                  <span class="muted">{t(`life.${point.change}`)}</span>
                )}
              </p>
              <p>{description}</p>
              {passage !== '' && (
                <p class="passage">
                  <q>{passage}</q>
                  {suggestions.map((suggestion) => (
                    <span key={suggestion}>
                      {' '}
                      → <ins>{suggestion === removal ? t('manuscript.remove') : suggestion}</ins>
                    </span>
                  ))}
                </p>
              )}
              {finding.reason !== null && point.state === 'ignored' && (
                <p class="muted">{t('manuscript.ignored', { reason: t.code(finding.reason) })}</p>
              )}
              <div class="actions start">
                {point.range !== null && (
                  <button
                    type="button"
                    class="link"
                    aria-label={`${t('finding.show')}: ${title}`}
                    onClick={() => onPick(number)}
                  >
                    {t('finding.show')}
                  </button>
                )}
                {seen !== null && question !== null && (
                  <>
                    <button
                      type="button"
                      class="primary"
                      disabled={isBusy}
                      aria-label={`${t('manuscript.approve')}: ${title}`}
                      onClick={() => run(answer(seen, id, 'approve', t))}
                    >
                      {t('manuscript.approve')}
                    </button>
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`${t('manuscript.reject')}: ${title}`}
                      onClick={() => run(answer(seen, id, 'reject', t))}
                    >
                      {t('manuscript.reject')}
                    </button>
                  </>
                )}
                {seen !== null &&
                  question === null &&
                  (point.state === 'open' || point.state === 'reopened') && (
                    <button
                      type="button"
                      disabled={isBusy}
                      aria-label={`${t('manuscript.ignore')}: ${title}`}
                      onClick={() => setIgnoring(shown)}
                    >
                      {t('manuscript.ignore')}
                    </button>
                  )}
                {seen !== null && point.state === 'ignored' && (
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`${t('manuscript.reopen')}: ${title}`}
                    onClick={() => run(setState(seen, id, null, t))}
                  >
                    {t('manuscript.reopen')}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
      {fixed.length > 0 && (
        <details class="decided">
          <summary>{t('manuscript.fixed', { count: fixed.length })}</summary>
          <ul>
            {fixed.map(({ number, finding }) => (
              <li key={finding.issue_id} id={`finding-${number}`} tabIndex={-1}>
                <span class="finding-number fixed" aria-hidden="true">
                  {number}
                </span>{' '}
                <strong>{t.code(finding.category)}</strong>{' '}
                <Badge tone="good">{t('state.fixed')}</Badge>
                <p class="muted">{finding.description}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ignoring !== null && seen !== null && (
        <ReasonDialog
          title={t('manuscript.ignore.title')}
          subject={`${t.code(ignoring.finding.category)}: ${ignoring.passage}`}
          common={common}
          action={t('manuscript.ignore')}
          onReason={(reason) => {
            void setState(seen, ignoring.finding.issue_id, reason, t).then(onChange);
            setIgnoring(null);
          }}
          onClose={() => setIgnoring(null)}
        />
      )}
    </section>
  );
}

/** The style of the number and of the mark of a finding. */
export function toneName({ severity }: Lifeline, { state }: LifePoint): string {
  return state === 'ignored' || state === 'fixed' ? state : severity;
}
