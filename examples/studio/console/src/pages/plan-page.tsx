import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { send } from '../http.ts';
import { Failure, PageHead, Status } from '../parts/parts.tsx';
import { useTexts } from '../texts.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Evidence {
  readonly taskIndex: number;
  readonly field: string;
  readonly span: Span;
}
interface TermVerdict {
  readonly term: { readonly text: string; readonly polarity: string; readonly span: Span };
  readonly status: string;
  readonly evidence: readonly Evidence[];
}
interface Check {
  readonly decision: 'accept' | 'warn' | 'reject';
  readonly reasons: readonly string[];
  readonly result: {
    readonly preservationRate: number;
    readonly verdicts: readonly TermVerdict[];
    readonly matrix: {
      readonly terms: readonly string[];
      readonly taskIds: readonly string[];
      readonly scores: readonly (readonly number[])[];
    };
  };
}
interface Task {
  readonly id: string;
  readonly title: string;
  readonly acceptance?: string;
}
interface Checked {
  readonly request: string;
  readonly tasks: readonly Task[];
  readonly check: Check;
}

const samples = {
  en: {
    request:
      'Return search results within 3 seconds. No printing. The list must be shown in Japanese.',
    plan: 'Speed up the search | results within 3 seconds\nAdd a print button',
  },
  ja: {
    request: '検索結果は3秒以内に返す。印刷は不要。必ず日本語で表示する。',
    plan: '検索を速くする | 3秒以内に返す\n印刷ボタンを追加する',
  },
};

/** Checks that a plan preserves the terms of its request. */
export function PlanPage(): JSX.Element {
  const t = useTexts();
  const sample = samples[t.language];
  const [request, setRequest] = useState(sample.request);
  const [plan, setPlan] = useState(sample.plan);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const run = async (): Promise<void> => {
    const tasks = tasksOf(plan);
    setFailure(undefined);
    try {
      const check = await send<Check>('POST', '/api/terms/check', { body: { request, tasks } });
      setChecked({ request, tasks, check });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <div class="page">
      <PageHead title={t('plan.title')} lead={t('plan.lead')} />
      <form
        class="panel plan-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label class="field">
          {t('plan.request')}
          <textarea
            rows={4}
            required
            value={request}
            onInput={({ currentTarget }) => setRequest(currentTarget.value)}
          />
        </label>
        <label class="field">
          {t('plan.tasks')}
          <textarea
            rows={4}
            required
            value={plan}
            onInput={({ currentTarget }) => setPlan(currentTarget.value)}
          />
        </label>
        <div class="actions start">
          <button type="submit" class="primary">
            {t('plan.check')}
          </button>
        </div>
      </form>
      {failure !== undefined && <Failure error={failure} />}
      {checked !== null && <Result {...checked} />}
    </div>
  );
}

const toneOf = { accept: 'good', warn: 'warn', reject: 'bad' } as const;

function Result({ request, tasks, check }: Checked): JSX.Element {
  const t = useTexts();
  const { decision, reasons, result } = check;
  const { verdicts, matrix } = result;
  return (
    <div class="plan-result">
      <div class={`notice ${toneOf[decision]}`} role="status">
        <strong>{t.code(decision)}</strong>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </div>
      <div class="plan-form">
        <section class="panel" aria-labelledby="plan-request">
          <h2 id="plan-request">{t('plan.request')}</h2>
          <p class="marked">
            <Marked
              text={request}
              marks={verdicts.map(({ term, status }) => ({ ...term.span, status }))}
            />
          </p>
        </section>
        <section class="panel" aria-labelledby="plan-tasks">
          <h2 id="plan-tasks">{t('plan.plan')}</h2>
          <ol class="plan-tasks">
            {tasks.map(({ id, ...fields }, index) => (
              <li key={id}>
                <code>{id}</code>
                {Object.entries(fields).map(([field, text]) => (
                  <p key={field} class={field}>
                    <Marked
                      text={text}
                      marks={verdicts.flatMap(({ status, evidence }) =>
                        evidence
                          .filter((each) => each.taskIndex === index && each.field === field)
                          .map(({ span }) => ({ ...span, status })),
                      )}
                    />
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </section>
      </div>
      <section class="panel" aria-labelledby="plan-matrix">
        <h2 id="plan-matrix">{t('plan.matrix')}</h2>
        <div class="table-scroll" tabIndex={0} role="region" aria-labelledby="plan-matrix">
          <table class="matrix">
            <thead>
              <tr>
                <th scope="col">{t('plan.term')}</th>
                <th scope="col">{t('queue.state')}</th>
                {matrix.taskIds.map((id) => (
                  <th key={id} scope="col" class="number">
                    {id}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {verdicts.map(({ term, status }) => {
                const scores = matrix.scores[matrix.terms.indexOf(term.text)];
                return (
                  <tr key={`${term.text} ${term.span.start}`}>
                    <th scope="row">
                      {term.text}
                      {term.polarity === 'forbidden' && (
                        <span class="muted"> {t('plan.excluded')}</span>
                      )}
                    </th>
                    <td>
                      <Status status={status} />
                    </td>
                    {matrix.taskIds.map((id, column) => (
                      <td key={id} class="number">
                        {scores === undefined ? '–' : t.number(scores[column] ?? 0, 2)}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}

/** A text with its terms marked by their status. */
function Marked({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: readonly (Span & { readonly status: string })[];
}): JSX.Element {
  const t = useTexts();
  const parts: JSX.Element[] = [];
  let from = 0;
  for (const { start, end, status } of marks.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue;
    parts.push(
      <span key={start}>
        {text.slice(from, start)}
        <mark class={status} title={t.code(status)}>
          {text.slice(start, end)}
        </mark>
      </span>,
    );
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

/** One task a line: its title, and behind a bar what is accepted. */
function tasksOf(plan: string): readonly Task[] {
  return plan
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [title = '', acceptance = ''] = line.split('|').map((part) => part.trim());
      return { id: `t${index + 1}`, title, ...(acceptance === '' ? {} : { acceptance }) };
    });
}
