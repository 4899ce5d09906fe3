import { KanmonError } from '@kanmon/core';
import * as z from 'zod';
import { descriptionSchema, idSchema, severityRank } from '../entities/fields.ts';
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

/** What was planned in a round: ids in the order of working, and the questions that came up. */
export interface RoundPlan {
  readonly issues: readonly { readonly issue_id: string; readonly start: number }[];
  readonly alignments: readonly PendingConfirmation[];
}

/** A planned fix as it is recorded; null when the issue was left alone. */
export interface PlanRecord {
  readonly tool_id: string | null;
  readonly asks: boolean;
}

/** Offers tools for every open issue, highest severity first, and records what is planned. */
export async function planNode(context: LoopContext, state: FixLoopState): Promise<FixLoopState> {
  const text = await context.readText(state.manuscript_hash);
  const plan = await roundPlan(context, state);
  const pending: PendingConfirmation[] = [...plan.alignments];
  for (const { issue_id: issueId } of plan.issues) {
    const record = await planIssue(context, state, issueId, text);
    if (record.tool_id !== null && record.asks) {
      pending.push({ issue_id: issueId, kind: 'tool', tool_id: record.tool_id, candidates: [] });
    }
  }
  return { ...state, pending };
}

/** Fixed at the beginning of a round: issues change state while it runs, and a rerun must see the same list. */
export function roundPlan(context: LoopContext, state: FixLoopState): Promise<RoundPlan> {
  return context.once(context.key(state, 'plan'), (transaction): JsonRoundPlan => {
    const open = transaction.view.issues.filter(isOpen).toSorted(byUrgency);
    const lost = open.filter(needsAlignment);
    for (const { issue_id: issueId } of lost) {
      transaction.recordError(
        new ManualAlignmentRequired(
          `the place of ${issueId} is not certain; a person must confirm it`,
          { issueId },
        ),
      );
      transaction.requestConfirmation(issueId, 'alignment');
    }
    return {
      issues: open
        .filter((issue) => !needsAlignment(issue))
        .map((issue) => ({ issue_id: issue.issue_id, start: issue.text_range?.start ?? 0 })),
      alignments: lost.map((issue) => ({
        issue_id: issue.issue_id,
        kind: 'alignment',
        tool_id: null,
        candidates: candidatesOf(issue).map(({ start, end }) => ({ start, end, unit: 'utf16' })),
      })),
    };
  });
}

/** The same as `RoundPlan`, spelled so that it is seen to be JSON. */
type JsonRoundPlan = {
  readonly issues: { readonly issue_id: string; readonly start: number }[];
  readonly alignments: {
    readonly issue_id: string;
    readonly kind: 'alignment';
    readonly tool_id: null;
    readonly candidates: { readonly start: number; readonly end: number; readonly unit: 'utf16' }[];
  }[];
};

function candidatesOf(issue: Issue): { readonly start: number; readonly end: number }[] {
  const tried = issue.adjustment_attempts.at(-1)?.candidates ?? [];
  const own = issue.text_range === null ? [] : [issue.text_range];
  return tried.length > 0 ? [...tried] : own;
}

async function planIssue(
  context: LoopContext,
  state: FixLoopState,
  issueId: string,
  text: string,
): Promise<PlanRecord> {
  const nothing = { tool_id: null, asks: false };
  return context.once(
    context.key(state, 'plan', issueId),
    async (transaction): Promise<{ tool_id: string | null; asks: boolean }> => {
      const issue = transaction.view.issues.find(({ issue_id: id }) => id === issueId);
      if (issue === undefined || !isOpen(issue)) return nothing;
      const offer = await offerFor(context, issue, transaction);
      if (offer === null) return nothing;
      const excerpt = disclose(issue, text, transaction);
      const given = await context.settings.ports.plan({
        issue,
        available_tools: offer.available_tools,
        excerpt,
        signal: context.signal,
      });
      if (given === null) return nothing;
      const planned = plannedFixSchema.safeParse(given);
      const tool = offer.available_tools.find(({ tool_id: id }) => id === given.tool_id);
      if (!planned.success || tool === undefined) {
        const named = context.redact(JSON.stringify(given.tool_id ?? '').slice(0, 80));
        transaction.recordError(
          new ToolUnavailableError(
            `a plan named the tool ${named}, which was not offered, or had no description; the issue stays as it is`,
          ),
          issue.step_id,
        );
        return nothing;
      }
      transaction.planFix(issueId, {
        tool_id: tool.tool_id,
        description: context.redact(planned.data.description),
        planned_by: context.redact(planned.data.planned_by),
        available_tools: offer.available_tools,
      });
      if (tool.requires_user_confirmation) transaction.requestConfirmation(issueId, 'tool');
      return { tool_id: tool.tool_id, asks: tool.requires_user_confirmation };
    },
  );
}

/** Null when no tool can be offered, which is recorded; the issue stays as it is. */
async function offerFor(
  context: LoopContext,
  issue: Issue,
  transaction: Transaction,
): Promise<ToolOffer | null> {
  const { category_tool_map: map, ports } = context.settings;
  const available = new Map<string, boolean>();
  for (const { tool_id: toolId, fallback_tool_id: fallback } of toolsFor(map, issue.category)) {
    for (const id of fallback === null ? [toolId] : [toolId, fallback]) {
      available.set(id, (await ports.isToolAvailable?.(id)) ?? true);
    }
  }
  try {
    return selectTools(issue, map, (toolId) => available.get(toolId) ?? false);
  } catch (error) {
    if (!KanmonError.isInstance(error) || error.code !== 'issue-tool-unavailable') throw error;
    transaction.recordError(
      new ToolUnavailableError('no tool can be offered for an issue; it stays as it is', {
        cause: error,
      }),
      issue.step_id,
    );
    return null;
  }
}

/** What of the manuscript a planner gets to see; an issue without a place shows nothing. */
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
