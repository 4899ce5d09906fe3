import type { Locale } from '@kanmon/core';
import { checkArgument, checkOneOf, describeValue } from '@kanmon/core/kit';
import * as z from 'zod';
import {
  idSchema,
  type IssueSeverity,
  parseInput,
  severityRank,
  severitySchema,
} from '../entities/fields.ts';
import type { Issue } from '../entities/issue.ts';
import type { AvailableTool } from '../entities/step-log.ts';
import { ToolUnavailableError } from '../errors/errors.ts';

/** A tool for a category of issues. */
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

const categoryToolShape = {
  tool_id: idSchema,
  min_severity: severitySchema.default('low'),
  requires_user_confirmation: z.boolean().default(false),
  fallback_tool_id: idSchema.nullable().default(null),
  notes: z.string().max(1_000).nullable().default(null),
};

/** Strict: a misspelt `requires_user_confirmation` would apply fixes without asking. */
const categoryToolSchema: z.ZodType<CategoryTool> = z.strictObject(categoryToolShape, {
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown member ${issue.keys.map((key) => describeValue(key)).join(', ')}; the members are ${Object.keys(categoryToolShape).join(', ')}`
      : undefined,
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

/** The tools that are offered for an issue. */
export interface ToolOffer {
  readonly available_tools: readonly AvailableTool[];
  readonly status: 'offered';
  /** `tool_unavailable:<tool_id>` when a fallback replaces it. */
  readonly fallback_reason: string | null;
}

/**
 * Returns the complete form of a map.
 *
 * @throws {InvalidInputError} `path` is the JSON Pointer of the first problem.
 */
export function completeToolMap(map: CategoryToolMap): z.infer<typeof categoryToolMapSchema> {
  return parseInput(categoryToolMapSchema, map, 'category_tool_map');
}

/** Returns the tools of one category. Own keys only: a category may have the name of an object's method. */
export function toolsFor(map: CategoryToolMap, category: string): readonly CategoryTool[] {
  const tools = completeToolMap(map);
  if (Object.hasOwn(tools, category)) return tools[category] ?? [];
  return Object.hasOwn(tools, '*') ? (tools['*'] ?? []) : [];
}

/**
 * Returns the tools to offer: those whose `min_severity` the issue reaches. A tool that is not available is
 * replaced by its fallback.
 *
 * @throws {ToolUnavailableError} No tool is left.
 */
export function selectTools(
  issue: Pick<Issue, 'category' | 'severity'>,
  map: CategoryToolMap,
  isAvailable: (toolId: string) => boolean = () => true,
): ToolOffer {
  checkArgument('issue of selectTools', 'an object', issue);
  checkArgument('issue.category of selectTools', 'a text', issue.category);
  checkOneOf('issue.severity', issue.severity, 'low medium high critical');
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

const introductions: Readonly<Record<Locale, string>> = {
  ja: '次のツールの中から1つだけ選び、その tool_id を答えてください。ここにないツールは使えません。',
  en: 'Choose exactly one of these tools and answer with its tool_id. Other tools cannot be used.',
};

/**
 * Returns the offer as a block for a prompt: one sentence and the JSON array `available_tools`. The reader is
 * a model, so the sentence is English by default.
 */
export function renderToolPrompt(
  availableTools: readonly AvailableTool[],
  locale: Locale = 'en',
): string {
  // A fence inside a note must not close the block.
  const json = JSON.stringify({ available_tools: availableTools }, null, 2).replaceAll(
    '`',
    '\\u0060',
  );
  return `${introductions[locale]}\n\n\`\`\`json\n${json}\n\`\`\`\n`;
}
