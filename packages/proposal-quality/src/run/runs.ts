import type { Locale } from '@kanmon/core';
import { withoutUndefined } from '@kanmon/core/kit';
import { advisorReportGate, organizerReportGate } from '../gates/report-gate.ts';
import { advisorMessages } from '../prompt/advisor-prompt.ts';
import { organizerMessages } from '../prompt/organizer-prompt.ts';
import { renderAdvisor } from '../render/render-advisor.ts';
import { renderOrganizer } from '../render/render-organizer.ts';
import type { AdvisorReport } from '../report/advisor-report.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';
import type { DashboardNode, ReportContext } from '../rules/report-context.ts';
import { type CheckedInput, readAdvisorTarget, readRunInput, type RunInput } from './run-input.ts';
import { checkRunOptions, type ProposalRunOptions, type RunResult } from './run-options.ts';
import { renderFor, runReport, type RunSettings } from './run-report.ts';

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
  return runCheckedOrganizer(readRunInput(input), options);
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
  const checked = readRunInput(input);
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
  options.logger?.info({ type: 'advisor', retryCount: 0, ok: true, usage });
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
