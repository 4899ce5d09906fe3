import * as z from 'zod';
import type { Issue } from '../entities/issue.ts';
import { parseInput } from '../entities/parse-input.ts';
import {
  idSchema,
  type IssueSeverity,
  severityRank,
  severitySchema,
} from '../entities/shared-schemas.ts';
import type { AvailableTool, ToolSelectionStatus } from '../entities/step-execution.ts';
import { ToolUnavailableError } from '../errors/workflow-errors.ts';

/** A tool for a category of issues (seed section 4). */
export interface CategoryTool {
  readonly tool_id: string;
  readonly min_severity: IssueSeverity;
  readonly requires_user_confirmation: boolean;
  readonly fallback_tool_id: string | null;
  readonly notes: string | null;
}

/** A tool as a map is written. */
export type CategoryToolInput = Pick<CategoryTool, 'tool_id'> & Partial<CategoryTool>;

/** Category to its tools, one or several; `*` = any other category. */
export type CategoryToolMap = Readonly<
  Record<string, CategoryToolInput | readonly CategoryToolInput[]>
>;

const categoryToolSchema: z.ZodType<CategoryTool> = z.looseObject({
  tool_id: idSchema,
  min_severity: severitySchema.default('low'),
  requires_user_confirmation: z.boolean().default(false),
  fallback_tool_id: idSchema.nullable().default(null),
  notes: z.string().max(1_000).nullable().default(null),
});

/** Category to array of tools; one tool alone is accepted. */
export const categoryToolMapSchema: z.ZodType<Readonly<Record<string, readonly CategoryTool[]>>> =
  z.record(
    z.string().min(1).max(128),
    z.preprocess(
      (value): unknown => (Array.isArray(value) ? value : [value]),
      z.array(categoryToolSchema),
    ),
  );

/** What is offered for an issue. */
export interface ToolOffer {
  readonly available_tools: readonly AvailableTool[];
  readonly status: Extract<ToolSelectionStatus, 'offered'>;
  /** `tool_unavailable:<tool_id>` when a fallback stands in. */
  readonly fallback_reason: string | null;
}

/** Whether a tool can be used now. */
export type ToolAvailability = (toolId: string) => boolean | Promise<boolean>;

/** Tools for one category, own keys only: a category named like an object's method is a plain key. */
export function toolsFor(map: CategoryToolMap, category: string): readonly CategoryTool[] {
  const tools = parseInput(categoryToolMapSchema, map, 'category_tool_map');
  if (Object.hasOwn(tools, category)) return tools[category] ?? [];
  return Object.hasOwn(tools, '*') ? (tools['*'] ?? []) : [];
}

/**
 * The tools to offer: those whose `min_severity` the issue reaches; one that is not available gives way
 * to its fallback. Throws `ToolUnavailableError` when nothing is left.
 */
export function selectTools(
  issue: Pick<Issue, 'category' | 'severity'>,
  map: CategoryToolMap,
  isAvailable: (toolId: string) => boolean = () => true,
): ToolOffer {
  const offered = new Map<string, AvailableTool>();
  let fallbackReason: string | null = null;
  let refused: string | undefined;
  for (const tool of toolsFor(map, issue.category)) {
    if (severityRank(issue.severity) < severityRank(tool.min_severity)) continue;
    const isThere = isAvailable(tool.tool_id);
    const toolId = isThere ? tool.tool_id : tool.fallback_tool_id;
    if (!isThere) {
      refused ??= tool.tool_id;
      // A fallback is tried once; one that points at a tool already refused would go round in circles.
      if (toolId === null || toolId === tool.tool_id || !isAvailable(toolId)) continue;
      fallbackReason ??= `tool_unavailable:${tool.tool_id}`;
    }
    if (toolId !== null && !offered.has(toolId)) {
      const { requires_user_confirmation, notes } = tool;
      offered.set(toolId, {
        tool_id: toolId,
        requires_user_confirmation,
        is_fallback: !isThere,
        notes,
      });
    }
  }
  if (offered.size > 0) {
    return {
      available_tools: [...offered.values()],
      status: 'offered',
      fallback_reason: fallbackReason,
    };
  }
  throw new ToolUnavailableError(
    `no tool can be offered for category ${JSON.stringify(issue.category)} at severity ${issue.severity}; add one to category_tool_map ("*" for any other category), or make its tools available`,
    refused === undefined ? {} : { toolId: refused },
  );
}
