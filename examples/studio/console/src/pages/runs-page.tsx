import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../http.ts';
import { useLoaded } from '../load.ts';
import { Badge, Failure, Loading, PageHead, Status } from '../parts/parts.tsx';
import { addressOf } from '../route.ts';
import { useTexts } from '../texts.ts';
import type { RunView } from '../types.ts';

type RunSummary = Omit<RunView, 'attempts'> & { readonly attempts: number };
interface RunList {
  readonly items: readonly RunSummary[];
  readonly total: number;
}

const pageSize = 50;

/** Gate runs and their timelines: `#/runs/<run>`. */
export function RunsPage({
  path: [chosen = ''],
}: {
  readonly path: readonly string[];
}): JSX.Element {
  const t = useTexts();
  const [limit, setLimit] = useState(pageSize);
  const { value, error, reload } = useLoaded<RunList>(
    (signal) => send('GET', `/api/runs?limit=${limit}`, { signal }),
    [limit],
    ['run'],
  );
  const id = chosen === '' ? (value?.items[0]?.run_id ?? '') : chosen;
  return (
    <div class="page">
      <PageHead title={t('runs.title')} lead={t('runs.lead')} />
      {error !== undefined && <Failure error={error} retry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value?.items.length === 0 && <p class="muted empty">{t('runs.empty')}</p>}
      {value !== undefined && value.items.length > 0 && (
        <div class="split thirds">
          <nav class="list-side" aria-label={t('runs.list')}>
            <ul class="links">
              {value.items.map((run) => (
                <li key={run.run_id}>
                  <a
                    href={addressOf('runs', run.run_id)}
                    {...(run.run_id === id ? { 'aria-current': 'true' as const } : {})}
                  >
                    <span class="link-title">{run.gate}</span>
                    <span class="link-end">
                      <Status status={run.status} />
                    </span>
                    <span class="muted">
                      {run.actor ?? ''} · {t.time(run.started_at)}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            {value.total > limit && limit < mostRuns && (
              <button type="button" onClick={() => setLimit(limit + pageSize)}>
                {t('runs.more')}
              </button>
            )}
          </nav>
          <Run key={id} id={id} />
        </div>
      )}
    </div>
  );
}

/** The most runs that one request lists. */
const mostRuns = 200;

function Run({ id }: { readonly id: string }): JSX.Element {
  const t = useTexts();
  const {
    value: run,
    error,
    reload,
  } = useLoaded<RunView>(
    (signal) => send('GET', `/api/runs/${encodeURIComponent(id)}`, { signal }),
    [id],
    ['run'],
  );
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (run === undefined) return <Loading />;
  const { usage, attempts } = run;
  const most = Math.max(1, ...attempts.map((each) => each.input_tokens + each.output_tokens));
  const figures = [
    [t('runs.attempts'), t.number(attempts.length)],
    [t('runs.repairs'), t.number(sum(attempts.map(({ repairs }) => repairs.length)))],
    [t('runs.findings'), t.number(sum(attempts.map(({ findings }) => findings.length)))],
    [t('runs.patches'), t.number(sum(attempts.map(({ patches }) => patches.length)))],
    [t('runs.tokens'), t.number(usage.inputTokens + usage.outputTokens)],
    [t('runs.cost'), `${usage.estimated ? '≈ ' : ''}${t.number(usage.cost, 4)}`],
  ];
  return (
    <article class="run">
      <header class="stream-head">
        <h2>{run.gate}</h2>
        <Status status={run.status} />
        <span class="muted">
          {run.actor ?? ''} · {t.time(run.started_at)}
        </span>
      </header>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ol class="timeline">
        {attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} most={most} />
        ))}
        <li class={`end ${run.status}`}>
          <h3>
            {t('runs.end')} <Status status={run.status} />
          </h3>
          {run.reason !== null && <p>{run.reason}</p>}
        </li>
      </ol>
    </article>
  );
}

function Attempt({
  attempt,
  most,
}: {
  readonly attempt: RunView['attempts'][number];
  readonly most: number;
}): JSX.Element {
  const t = useTexts();
  const { number, mode, input_tokens: input, output_tokens: output, answer, refused } = attempt;
  const { repairs, findings, patches } = attempt;
  return (
    <li>
      <h3>
        {t('runs.attempt', { number })} <Badge tone="plain">{t.code(mode)}</Badge>
      </h3>
      <div class="tokens">
        <span class="tokens-bar" aria-hidden="true">
          <span class="in" style={{ width: `${(input / most) * 100}%` }} />
          <span class="out" style={{ width: `${(output / most) * 100}%` }} />
        </span>
        <span class="muted">
          {t('runs.tokens.value', { input: t.number(input), output: t.number(output) })}
        </span>
      </div>
      {refused !== null && <p class="notice bad">{t('runs.refused', { reason: refused })}</p>}
      {repairs.length + findings.length + patches.length === 0 && refused === null && (
        <p class="muted">{t('runs.clean')}</p>
      )}
      {repairs.length > 0 && (
        <>
          <h4>{t('runs.repairs')}</h4>
          <ul class="chips">
            {counted(repairs.map(({ kind }) => kind)).map(([kind, count]) => (
              <li key={kind} class="chip">
                {kind}
                {count > 1 ? ` × ${count}` : ''}
              </li>
            ))}
          </ul>
        </>
      )}
      {findings.length > 0 && (
        <>
          <h4>{t('runs.findings')}</h4>
          <div class="table-scroll" tabIndex={0} role="region" aria-label={t('runs.findings')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('runs.code')}</th>
                  <th scope="col">{t('runs.path')}</th>
                  <th scope="col">{t('runs.details')}</th>
                </tr>
              </thead>
              <tbody>
                {findings.map(({ code, path, params, severity }) => (
                  <tr key={`${code} ${path}`}>
                    <td>
                      <Badge tone={severity === 'must' ? 'bad' : 'warn'}>{code}</Badge>
                    </td>
                    <td>
                      <code>{path}</code>
                    </td>
                    <td>{paramsText(params)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {patches.length > 0 && (
        <>
          <h4>{t('runs.patches')}</h4>
          <ul class="patches">
            {patches.map((operation) => (
              <li key={operation.path}>
                <Badge tone="accent">{operation.op}</Badge> <code>{operation.path}</code>{' '}
                {'value' in operation && <ins>{JSON.stringify(operation.value)}</ins>}
              </li>
            ))}
          </ul>
        </>
      )}
      {answer !== null && (
        <details>
          <summary>{t('runs.answer')}</summary>
          <pre class="answer" tabIndex={0}>
            {answer}
          </pre>
        </details>
      )}
    </li>
  );
}

function paramsText(params: unknown): string {
  return Object.entries(Object(params) as Record<string, unknown>)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function counted(kinds: readonly string[]): readonly (readonly [string, number])[] {
  return [...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
