import {
  type Budget,
  type Clock,
  type Finding,
  type IdSource,
  type JsonValue,
  type LlmClient,
  type LlmMessage,
  type Locale,
  type Logger,
  type Price,
  sha256Hex,
  silentLogger,
  type UsageTotal,
} from '@kanmon/core';
import {
  type Attempt,
  type AttemptMode,
  type Gated,
  type GateEvent,
  type GateOutcome,
  type RejectionReason,
  runGate,
  type RunGateOptions,
} from '@kanmon/core/gate';
import {
  checkOptions,
  checkPorts,
  createListener,
  formatGateFinding,
  quietLogger,
  reasonCatalog,
  validationResult,
  withoutUndefined,
} from '@kanmon/core/kit';
import {
  checkRenderOptions,
  renderAdvisor,
  type RenderOptions,
  renderOrganizer,
} from '../render/render-reports.ts';
import type { DashboardNode, ReportContext, ReportPurpose } from '../rules/report-context.ts';
import { checkLocale } from '../text/locale-of.ts';
import { advisorReportGate, organizerReportGate, type ReportGate } from '../gates/report-gate.ts';
import { advisorMessages, organizerMessages } from '../prompt/prompts.ts';
import type { AdvisorReport, OrganizerReport } from '../report/reports.ts';
import {
  type CheckedInput,
  readAdvisorTarget,
  readCallerInput,
  type RunInput,
} from './run-input.ts';
import { idList } from '../correction/build-correction-prompt.ts';
import { proposalCatalog } from '../messages/catalogs.ts';

/** Options of a run. */
export interface ProposalRunOptions {
  readonly client: LlmClient;
  /** @default { maxAttempts: 3 } */
  readonly budget?: Budget;
  /**
   * Language of prompts, rendering and messages. @default prompts and rendering follow the language of
   * the input; `errors` and `warnings` are English
   */
  readonly locale?: Locale;
  /** @default 'choices' */
  readonly purpose?: ReportPurpose;
  /** How `rendered` is written; `false` leaves it out. */
  readonly render?: RenderOptions | false;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly signal?: AbortSignal;
  /** @default false */
  readonly stream?: boolean;
  readonly price?: Price;
  readonly onEvent?: (event: GateEvent) => void;
  readonly request?: RunGateOptions<unknown>['request'];
}

/** Throws `InvalidArgumentError` for an unknown option or locale, or a wrong logger, before any call of the model. */
function checkRunOptions(options: ProposalRunOptions, where: string): void {
  checkOptions(
    options,
    'client budget locale purpose render logger clock ids signal stream price onEvent request',
    where,
  );
  checkLocale(options.locale);
  checkPorts({ logger: options.logger }, { logger: 'debug' });
  if (options.render !== undefined && options.render !== false) {
    checkRenderOptions(options.render, `render of ${where}`);
  }
}

/** The result of a run: a report that passed, or the best attempt and its findings. */
export type RunResult<T> = {
  /** Musts of the best attempt, or one line with the reason; empty when `ok`. */
  readonly errors: string[];
  readonly warnings: string[];
  readonly findings: readonly Finding[];
  readonly attempts: readonly Attempt[];
  readonly usage: UsageTotal;
  readonly events: readonly GateEvent[];
} & (
  | { readonly ok: true; readonly report: Gated<T>; readonly rendered?: string }
  | {
      readonly ok: false;
      readonly report: JsonValue | null;
      readonly reason: RejectionReason;
      /** The error that the client threw. */
      readonly cause?: unknown;
    }
);

/**
 * Asks a model for proposals about a board until they pass `organizerGate` or the budget ends.
 * Rejects with `ProposalInputError` for invalid input, before any call; whatever the model does is a
 * result.
 *
 * @example
 * const result = await runOrganizer({ dashboard }, { client });
 * if (result.ok) show(result.rendered);
 * else console.log(result.reason, result.errors);
 */
export async function runOrganizer(
  input: RunInput,
  options: ProposalRunOptions,
): Promise<RunResult<OrganizerReport>> {
  checkRunOptions(options, 'runOrganizer(input, options)');
  return runCheckedOrganizer(readCallerInput(input), options);
}

/** Runs an Organizer on checked input. */
export async function runCheckedOrganizer(
  checked: CheckedInput,
  options: RunSettings,
): Promise<RunResult<OrganizerReport>> {
  const { locale = checked.locale } = options;
  return runReport(
    {
      type: 'organizer',
      gate: organizerReportGate,
      context: contextOf(checked, checked.focus),
      locale,
      messages: organizerMessages(checked, { locale, includeSchema: false }),
      render: renderOrganizer,
    },
    options,
  );
}

/**
 * Asks a model for options about one node: `focusNodeId`, or the only node. Without any node it calls
 * no model. Otherwise like `runOrganizer`.
 */
export async function runAdvisor(
  input: RunInput,
  options: ProposalRunOptions,
): Promise<RunResult<AdvisorReport>> {
  checkRunOptions(options, 'runAdvisor(input, options)');
  const checked = readCallerInput(input);
  return runCheckedAdvisor(checked, readAdvisorTarget(checked), options);
}

/** Runs an Advisor on checked input. */
export async function runCheckedAdvisor(
  checked: CheckedInput,
  target: DashboardNode | null,
  options: RunSettings,
): Promise<RunResult<AdvisorReport>> {
  const { locale = checked.locale, purpose = 'choices' } = options;
  const context = { ...contextOf(checked, target), purpose };
  if (target === null) return withoutTarget(context, locale, options);
  return runReport(
    {
      type: 'advisor',
      gate: advisorReportGate,
      context,
      locale,
      messages: advisorMessages(checked, target, { locale, purpose, includeSchema: false }),
      render: renderAdvisor,
    },
    options,
  );
}

function contextOf({ nodes }: CheckedInput, focus: DashboardNode | null): ReportContext {
  const validNodeIds = nodes.map(({ id }) => id);
  return { validNodeIds, nodes, ...withoutUndefined({ focusNodeId: focus?.id }) };
}

/** The summary where there is no node to ask a model about. */
const nothingToAdvise = {
  ja: '対象のノードがないため、検討する案はありません。',
  en: 'There is no node yet, so there is nothing to weigh.',
};

/** Returns the report about no node (sample A4). It passes the same gate as every other report. */
function withoutTarget(
  context: ReportContext,
  locale: Locale,
  options: RunSettings,
): RunResult<AdvisorReport> {
  const report: AdvisorReport = {
    target_node_id: '',
    target_title: '',
    current_status: '',
    options: [],
    next_decision: '',
    summary: nothingToAdvise[locale],
  };
  const verdict = advisorReportGate
    .gateFor(context)
    .validate(report, context, { locale: options.messageLocale ?? options.locale ?? 'en' });
  if (!verdict.ok) throw new Error(`our own report did not pass: ${verdict.errors.join('; ')}`);
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0, estimated: false };
  quietLogger(options.logger ?? silentLogger).info({
    type: 'advisor',
    retryCount: 0,
    ok: true,
    usage,
  });
  const { errors, warnings, findings, value } = verdict;
  const rendered = renderFor(value, { render: renderAdvisor, context, locale }, options);
  const run = { attempts: [], usage, events: [] };
  return Object.freeze({
    ok: true,
    report: value,
    ...rendered,
    errors,
    warnings,
    findings,
    ...run,
  });
}

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
interface ReportRun<T> {
  readonly type: 'organizer' | 'advisor';
  readonly gate: ReportGate<T>;
  readonly context: ReportContext;
  /** Of prompts, corrections and the rendering. */
  readonly locale: Locale;
  readonly messages: readonly LlmMessage[];
  readonly render: (report: Gated<T>, options: RenderOptions) => string;
}

/** Asks the model until its report passes or the run ends. */
async function runReport<T>(run: ReportRun<T>, options: RunSettings): Promise<RunResult<T>> {
  const { type, gate, context, locale, messages } = run;
  const { client, budget = defaultBudget, stream = false } = options;
  const { clock, ids, signal, price } = options;
  const promptHash = sha256Hex(messages.map(({ content }) => content).join('\n'));
  const logger = quietLogger(options.logger ?? silentLogger);
  logger.debug({ type, promptHash });
  const follow = createRunLogger(type, logger);
  const onEvent = createListener('onEvent', options.onEvent, options.logger);
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
      onEvent(event);
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
  return [idList(named, validNodeIds, locale)];
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
function renderFor<T>(
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
  logger: Logger,
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
