import { KanmonError } from '@kanmon/core';
import * as z from 'zod';
import { descriptionSchema, idSchema, parseInput, severityRank } from '../entities/fields.ts';
import type { Issue } from '../entities/issue.ts';
import { ManualAlignmentRequired, ToolUnavailableError } from '../errors/errors.ts';
import { takeExcerpt } from '../manuscript/take-excerpt.ts';
import type { Transaction } from '../store/types.ts';
import { selectTools, type ToolOffer, toolsFor } from '../tools/select-tools.ts';
import type { LoopContext } from './loop-context.ts';
import { isOpen, needsAlignment } from './track-issues.ts';
import type { FixLoopState, PendingConfirmation } from './types.ts';

const plannedFixSchema = z.looseObject({
  tool_id: idSchema,
  description: descriptionSchema,
  planned_by: idSchema,
});

/** A planner that answers with something else is a fault of the program, not of a model. */
const planAnswer = z.looseObject({}).nullable();

/** The record of a round: issues in the order of working, and the questions about places. */
type RoundPlan = {
  readonly issues: readonly { readonly issue_id: string; readonly start: number }[];
  readonly alignments: readonly {
    readonly issue_id: string;
    readonly kind: 'alignment';
    readonly tool_id: null;
    readonly candidates: readonly {
      readonly start: number;
      readonly end: number;
      readonly unit: 'utf16';
    }[];
  }[];
};

/** The record of a planned fix; the tool is null when the issue was left alone. */
type PlanRecord = { readonly tool_id: string | null; readonly asks: boolean };
const noPlan: PlanRecord = { tool_id: null, asks: false };

/** Offers tools for every open issue, highest severity first, and records the planned fixes. */
export async function planNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const text = await context.readText(state.manuscript_hash);
  const plan = await roundPlan(context, state);
  const pending: PendingConfirmation[] = [...plan.alignments];
  for (const { issue_id: issueId } of plan.issues) {
    const { tool_id: toolId, asks } = await context.once(
      context.key(state, 'plan', issueId),
      (transaction) => planIssue(context, transaction, issueId, text),
    );
    if (toolId !== null && asks) {
      pending.push({ issue_id: issueId, kind: 'tool', tool_id: toolId, candidates: [] });
    }
  }
  return { ...state, pending };
}

/**
 * Returns the issues of a round. The list is recorded at its beginning: issues change state during the round,
 * and a rerun must use the same list.
 */
export function roundPlan(context: LoopContext, state: FixLoopState): Promise<RoundPlan> {
  return context.once(context.key(state, 'plan'), (transaction): RoundPlan => {
    const open = transaction.view.issues.filter(isOpen).toSorted(byUrgency);
    const uncertain = open.filter(needsAlignment);
    for (const { issue_id: issueId } of uncertain) {
      const message = `the place of ${issueId} is not certain; a person must confirm it`;
      transaction.recordError(new ManualAlignmentRequired(message, { issueId }));
      transaction.requestConfirmation(issueId, 'alignment');
    }
    return {
      issues: open
        .filter((issue) => !needsAlignment(issue))
        .map((issue) => ({ issue_id: issue.issue_id, start: issue.text_range?.start ?? 0 })),
      alignments: uncertain.map((issue) => ({
        issue_id: issue.issue_id,
        kind: 'alignment',
        tool_id: null,
        candidates: candidatesOf(issue),
      })),
    };
  });
}

/** Returns the places that a person can choose from: those tried last, else the present one. */
function candidatesOf(issue: Issue): RoundPlan['alignments'][number]['candidates'] {
  const tried = issue.adjustment_attempts.at(-1)?.candidates ?? [];
  const own = issue.text_range === null ? [] : [issue.text_range];
  return (tried.length > 0 ? tried : own).map(({ start, end }) => ({ start, end, unit: 'utf16' }));
}

async function planIssue(
  context: LoopContext,
  transaction: Transaction,
  issueId: string,
  text: string,
): Promise<PlanRecord> {
  const issue = transaction.issue(issueId);
  if (!isOpen(issue)) return noPlan;
  const offer = await offerFor(context, issue, transaction);
  if (offer === null) return noPlan;
  const { available_tools: tools } = offer;
  const given = await context.settings.ports.plan({
    issue,
    available_tools: tools,
    excerpt: disclose(issue, text, transaction),
    signal: context.signal,
  });
  const what = 'answer of the plan port (an object or null)';
  if (parseInput(planAnswer, given, what) === null) return noPlan;
  const planned = plannedFixSchema.safeParse(given);
  const asked: unknown = Reflect.get(Object(given), 'tool_id');
  const tool = tools.find(({ tool_id: id }) => id === asked);
  if (!planned.success || tool === undefined) {
    const named = context.redact((JSON.stringify(asked) ?? '""').slice(0, 80));
    const message = `a plan named the tool ${named}, which was not offered, or had no description; the issue stays as it is`;
    transaction.recordError(new ToolUnavailableError(message), issue.step_id);
    return noPlan;
  }
  const { tool_id: toolId, requires_user_confirmation: asks } = tool;
  transaction.planFix(issueId, {
    tool_id: toolId,
    description: context.redact(planned.data.description),
    planned_by: context.redact(planned.data.planned_by),
    available_tools: tools,
  });
  if (asks) transaction.requestConfirmation(issueId, 'tool');
  return { tool_id: toolId, asks };
}

/** Returns null when no tool can be offered, which is recorded; the issue stays as it is. */
async function offerFor(
  context: LoopContext,
  issue: Issue,
  transaction: Transaction,
): Promise<ToolOffer | null> {
  const { category_tool_map: map, ports } = context.settings;
  const available = new Set<string>();
  for (const { tool_id: toolId, fallback_tool_id: fallback } of toolsFor(map, issue.category)) {
    for (const id of fallback === null ? [toolId] : [toolId, fallback]) {
      if ((await ports.isToolAvailable?.(id)) ?? true) available.add(id);
      else available.delete(id);
    }
  }
  try {
    return selectTools(issue, map, (toolId) => available.has(toolId));
  } catch (error) {
    if (!KanmonError.isInstance(error) || error.code !== 'issue-tool-unavailable') throw error;
    const message = 'no tool can be offered for an issue; it stays as it is';
    transaction.recordError(new ToolUnavailableError(message, { cause: error }), issue.step_id);
    return null;
  }
}

/** Returns the part of the manuscript for the planner and records it; empty for an issue without a place. */
function disclose(issue: Issue, text: string, transaction: Transaction): string {
  if (issue.text_range === null) return '';
  const { excerpt, meta } = takeExcerpt(text, issue.text_range);
  transaction.addDisclosure(meta, 'plan');
  return excerpt;
}

function byUrgency(left: Issue, right: Issue): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    (left.text_range?.start ?? 0) - (right.text_range?.start ?? 0) ||
    (left.issue_id < right.issue_id ? -1 : 1)
  );
}
