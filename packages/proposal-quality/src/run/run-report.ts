import {
  type Finding,
  type LlmMessage,
  type Locale,
  type Logger,
  sha256Hex,
  silentLogger,
} from '@kanmon/core';
import {
  formatGateFinding,
  reasonCatalog,
  validationResult,
  withoutUndefined,
} from '@kanmon/core/kit';
import {
  type AttemptMode,
  type Gated,
  type GateEvent,
  type GateOutcome,
  type RejectionReason,
  runGate,
} from '@kanmon/core/gate';
import { idLine } from '../correction/build-correction-prompt.ts';
import type { ReportGate } from '../gates/report-gate.ts';
import { proposalCatalog } from '../messages/catalogs.ts';
import type { RenderOptions } from '../render/writer.ts';
import type { ReportContext } from '../rules/report-context.ts';
import type { ProposalRunOptions, RunResult } from './run-options.ts';

/** Low: reports need to be right, not surprising. */
const temperature = 0.3;

/** The first answer and two corrections. */
const defaultBudget = { maxAttempts: 3 };

/** Options of a run inside the package. */
export interface RunSettings extends ProposalRunOptions {
  /** Language of `errors` and `warnings`. @default locale, or else English */
  readonly messageLocale?: Locale;
}

/** One run over one of the report gates. */
export interface ReportRun<T> {
  readonly type: 'organizer' | 'advisor';
  readonly gate: ReportGate<T>;
  readonly context: ReportContext;
  /** Of prompts, corrections and the rendering. */
  readonly locale: Locale;
  readonly messages: readonly LlmMessage[];
  readonly render: (report: Gated<T>, options: RenderOptions) => string;
}

/** Asks the model until its report passes or the run ends. */
export async function runReport<T>(run: ReportRun<T>, options: RunSettings): Promise<RunResult<T>> {
  const { type, gate, context, locale, messages } = run;
  const { client, budget = defaultBudget, logger, onEvent, stream = false } = options;
  const { clock, ids, signal, price } = options;
  const promptHash = sha256Hex(messages.map(({ content }) => content).join('\n'));
  logger?.debug({ type, promptHash });
  const follow = createRunLogger(type, logger);
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
      follow(event);
      onEvent?.(event);
    },
    ...withoutUndefined({ clock, ids, signal, price }),
  });
  return toResult(outcome, run, options);
}

/** Lists the ids for a model that used others. */
function hintsFor(
  findings: readonly Finding[],
  { validNodeIds }: ReportContext,
  locale: Locale,
): readonly string[] {
  const unknown = findings.filter(({ code }) => code === 'unknown-node');
  if (unknown.length === 0 || validNodeIds.length === 0) return [];
  const named = unknown.map(({ params }) => String(params['id']));
  return [idLine(named, validNodeIds, locale)];
}

function toResult<T>(
  outcome: GateOutcome<T>,
  run: ReportRun<T>,
  options: RunSettings,
): RunResult<T> {
  const { messageLocale: locale = options.locale ?? 'en' } = options;
  const { attempts, usage, events } = outcome;
  const findings = outcome.status === 'passed' ? outcome.warnings : (outcome.best?.findings ?? []);
  const texts = validationResult(findings, (finding) =>
    formatGateFinding(finding, { locale, catalog: proposalCatalog }),
  );
  const shared = { ...texts, attempts, usage, events };
  if (outcome.status === 'passed') {
    const { value: report } = outcome;
    return Object.freeze({ ...shared, ok: true, report, ...renderFor(report, run, options) });
  }
  const { reason, best } = outcome;
  return Object.freeze({
    ...shared,
    errors: texts.errors.length > 0 ? texts.errors : [reasonText(reason, locale)],
    ok: false,
    report: best?.value ?? null,
    reason,
    ...('cause' in outcome ? { cause: outcome.cause } : {}),
  });
}

/** Returns `rendered`, unless the caller turned it off. */
export function renderFor<T>(
  report: Gated<T>,
  { render, context, locale }: Pick<ReportRun<T>, 'render' | 'context' | 'locale'>,
  options: Pick<ProposalRunOptions, 'render'>,
): { readonly rendered?: string } {
  if (options.render === false) return {};
  const titles = Object.fromEntries((context.nodes ?? []).map(({ id, title }) => [id, title]));
  return { rendered: render(report, { locale, titles, ...options.render }) };
}

/** Core has a text for every reason. */
function reasonText(reason: RejectionReason, locale: Locale): string {
  return formatGateFinding(
    { rule: 'run', code: reason, severity: 'must', path: '', params: {} },
    { locale, catalog: reasonCatalog },
  );
}

/** Follows a run: one line for each attempt and one at the end, without texts of nodes or prompts. */
function createRunLogger(
  type: 'organizer' | 'advisor',
  logger: Logger = silentLogger,
): (event: GateEvent) => void {
  let mode: AttemptMode = 'initial';
  let findings: readonly Finding[] = [];
  let attempts = 0;
  return (event) => {
    if (event.type === 'attempt-started') {
      mode = event.mode;
      findings = [];
      attempts = event.attempt;
    } else if (event.type === 'findings-reported') {
      findings = event.findings;
    } else if (event.type === 'value-extracted') {
      logger.debug({ type, attempt: event.attempt, valueHash: event.valueHash });
    } else if (event.type === 'attempt-finished') {
      const errors = placesOf(findings, 'must');
      const ok = event.musts === 0 && errors.length === 0;
      const warnings = placesOf(findings, 'should');
      logger.info({ type, attempt: event.attempt, mode, ok, errors, warnings });
    } else if (event.type === 'run-finished') {
      const { status, reason, usage } = event;
      const ok = status === 'passed';
      const retryCount = Math.max(0, attempts - 1);
      logger.info({ type, retryCount, ok, ...withoutUndefined({ reason }), usage });
    }
  };
}

/** Returns code and place of each finding. Its parameters may quote the report, and so a node. */
function placesOf(findings: readonly Finding[], severity: Finding['severity']): readonly string[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ code, path }) => `${code} ${path || '(root)'}`);
}
