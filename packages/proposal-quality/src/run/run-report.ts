import {
  type Finding,
  formatFinding,
  type LlmMessage,
  type Locale,
  toValidationResult,
} from '@kanmon/core';
import { type Gated, type GateOutcome, type RejectionReason, runGate } from '@kanmon/core/gate';
import { idLine } from '../correction/build-correction-prompt.ts';
import type { ReportGate } from '../gates/report-gate.ts';
import { proposalCatalog } from '../messages/catalogs.ts';
import type { RenderOptions } from '../render/render-options.ts';
import type { DashboardNode, ReportContext } from '../rules/report-context.ts';
import { createRunLogger } from './run-logger.ts';
import type { ProposalRunOptions, RunResult } from './run-result.ts';

/** Low: a report is to be right, not surprising (seed section 7). */
const temperature = 0.3;

/** Two corrections after the first answer (seed section 4.1). */
const defaultBudget = { maxAttempts: 3 };

/** One run over one of the report gates. */
export interface ReportRun<T> {
  readonly type: 'organizer' | 'advisor';
  readonly gate: ReportGate<T>;
  readonly context: ReportContext;
  /** Of prompts, corrections and the rendering: the one that was asked for, or that of the input. */
  readonly locale: Locale;
  readonly messages: readonly LlmMessage[];
  readonly render: (report: Gated<T>, options: RenderOptions) => string;
}

/** Asks the model until its report passes or the run ends, and puts the result together. */
export async function runReport<T>(
  run: ReportRun<T>,
  options: ProposalRunOptions,
): Promise<RunResult<T>> {
  const { type, gate, context, locale, messages } = run;
  const { client, budget = defaultBudget, logger, onEvent, stream = false } = options;
  const { clock, ids, signal, price } = options;
  const log = createRunLogger(type, logger);
  log.started(messages);
  const outcome = await runGate(gate.gateFor(context), {
    client,
    context,
    messages,
    budget,
    locale,
    stream,
    request: { temperature, ...options.request },
    correction: { hints: (findings) => hintsFor(findings, context, locale) },
    onEvent: (event) => {
      log.follow(event);
      onEvent?.(event);
    },
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(signal === undefined ? {} : { signal }),
    ...(price === undefined ? {} : { price }),
  });
  return toResult(outcome, run, options);
}

/** Which ids there are, for a model that used others. */
function hintsFor(
  findings: readonly Finding[],
  { validNodeIds }: ReportContext,
  locale: Locale,
): readonly string[] {
  const unknown = findings.filter(({ code }) => code === 'unknown-node');
  if (unknown.length === 0 || validNodeIds.length === 0) return [];
  return [
    idLine(
      unknown.map((finding) => String(finding.params['id'])),
      validNodeIds,
      locale,
    ),
  ];
}

function toResult<T>(
  outcome: GateOutcome<T>,
  run: ReportRun<T>,
  options: ProposalRunOptions,
): RunResult<T> {
  const { locale = 'en' } = options;
  const { attempts, usage, events } = outcome;
  if (outcome.status === 'passed') {
    const { warnings: findings, value: report } = outcome;
    const texts = toValidationResult(findings, { locale, catalog: proposalCatalog });
    const rendered = renderFor(report, run, options);
    return Object.freeze({ ...texts, ok: true, report, ...rendered, attempts, usage, events });
  }
  const { reason, best } = outcome;
  const findings = best?.findings ?? [];
  const texts = toValidationResult(findings, { locale, catalog: proposalCatalog });
  return Object.freeze({
    ...texts,
    errors: texts.errors.length > 0 ? texts.errors : [reasonText(reason, locale)],
    ok: false,
    report: best?.value ?? null,
    reason,
    ...('cause' in outcome ? { cause: outcome.cause } : {}),
    attempts,
    usage,
    events,
  });
}

/** `rendered`, unless the caller renders for themselves. */
export function renderFor<T>(
  report: Gated<T>,
  { render, context, locale }: Pick<ReportRun<T>, 'render' | 'context' | 'locale'>,
  options: Pick<ProposalRunOptions, 'render'>,
): { readonly rendered?: string } {
  if (options.render === false) return {};
  const titles = titlesOf(context.nodes ?? []);
  return { rendered: render(report, { locale, titles, ...options.render }) };
}

function titlesOf(nodes: readonly DashboardNode[]): Readonly<Record<string, string>> {
  return Object.fromEntries(nodes.map(({ id, title }) => [id, title]));
}

/** Core has a text for every reason. */
function reasonText(reason: RejectionReason, locale: Locale): string {
  return formatFinding(
    { rule: 'run', code: reason, severity: 'must', path: '', params: {} },
    { locale },
  );
}
