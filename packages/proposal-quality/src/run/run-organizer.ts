import { organizerReportGate } from '../gates/report-gate.ts';
import { organizerMessages } from '../prompt/build-organizer-prompt.ts';
import { renderOrganizer } from '../render/render-organizer.ts';
import type { OrganizerReport } from '../report/organizer-report.ts';
import { type CheckedInput, readRunInput } from './read-run-input.ts';
import type { RunInput } from './run-input.ts';
import { runReport } from './run-report.ts';
import { checkRunOptions, type ProposalRunOptions, type RunResult } from './run-result.ts';

/**
 * Asks a model for proposals about a board until they pass `organizerGate` or the budget ends.
 * Rejects with `ProposalInputError` for input that cannot be, before any call; whatever the model
 * does is a result.
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

/** The same for input that was checked. */
export async function runCheckedOrganizer(
  checked: CheckedInput,
  options: ProposalRunOptions,
): Promise<RunResult<OrganizerReport>> {
  const { nodes, focus } = checked;
  const { locale = checked.locale } = options;
  return runReport(
    {
      type: 'organizer',
      gate: organizerReportGate,
      context: {
        validNodeIds: nodes.map(({ id }) => id),
        nodes,
        ...(focus === null ? {} : { focusNodeId: focus.id }),
      },
      locale,
      messages: organizerMessages(checked, { locale, includeSchema: false }),
      render: renderOrganizer,
    },
    options,
  );
}
