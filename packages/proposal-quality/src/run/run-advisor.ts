import type { Locale } from '@kanmon/core';
import { advisorReportGate } from '../gates/report-gate.ts';
import { advisorMessages } from '../prompt/build-advisor-prompt.ts';
import { renderAdvisor } from '../render/render-advisor.ts';
import type { AdvisorReport } from '../report/advisor-report.ts';
import type { DashboardNode, ReportContext } from '../rules/report-context.ts';
import { type CheckedInput, readAdvisorTarget, readRunInput } from './read-run-input.ts';
import type { RunInput } from './run-input.ts';
import { renderFor, runReport } from './run-report.ts';
import { checkRunOptions, type ProposalRunOptions, type RunResult } from './run-result.ts';

/** Our own words where there is nothing to ask a model about. */
const nothingToAdvise = {
  ja: '対象のノードがないため、検討する案はありません。',
  en: 'There is no node yet, so there is nothing to weigh.',
};

/**
 * Asks a model for options about one node: `focusNodeId`, or the only one there is. Without any node
 * no model is called. Otherwise like `runOrganizer`.
 */
export async function runAdvisor(
  input: RunInput,
  options: ProposalRunOptions,
): Promise<RunResult<AdvisorReport>> {
  checkRunOptions(options, 'runAdvisor(input, options)');
  const checked = readRunInput(input);
  return runCheckedAdvisor(checked, readAdvisorTarget(checked), options);
}

/** The same for input that was checked. */
export async function runCheckedAdvisor(
  checked: CheckedInput,
  target: DashboardNode | null,
  options: ProposalRunOptions,
): Promise<RunResult<AdvisorReport>> {
  const { nodes } = checked;
  const { locale = checked.locale, purpose = 'choices' } = options;
  const context: ReportContext = {
    validNodeIds: nodes.map(({ id }) => id),
    nodes,
    purpose,
    ...(target === null ? {} : { focusNodeId: target.id }),
  };
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

/** The report about no node (sample A4), which passes the same gate as every other. */
function withoutTarget(
  context: ReportContext,
  locale: Locale,
  options: ProposalRunOptions,
): RunResult<AdvisorReport> {
  const { logger } = options;
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
    .validate(report, context, { locale: options.locale ?? 'en' });
  if (!verdict.ok) throw new Error(`our own report did not pass: ${verdict.errors.join('; ')}`);
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0, estimated: false };
  logger?.info({ type: 'advisor', retryCount: 0, ok: true, usage });
  const { errors, warnings, findings, value } = verdict;
  return Object.freeze({
    ok: true,
    report: value,
    ...renderFor(value, { render: renderAdvisor, context, locale }, options),
    errors,
    warnings,
    findings,
    attempts: [],
    usage,
    events: [],
  });
}
