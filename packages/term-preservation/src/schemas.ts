import '@kanmon/core/zod';
import * as z from 'zod';
import {
  defaultRefinementConfig,
  type RefinementConfig,
  settingRanges,
} from './structure/config.ts';
import type { TermPreservationConfig } from './vocabulary/config.ts';
import {
  type RequiredTerm,
  type RequiredTerms,
  type TaskLike,
  termKinds,
  termPolarities,
} from './vocabulary/terms.ts';

// Casts: a member that is `undefined` is accepted, and it is read as an absent one.

const offset = z.int().nonnegative();

const requiredTermSchema = z.object({
  text: z.string().min(1),
  kind: z.enum(termKinds),
  polarity: z.enum(termPolarities),
  weight: z.number().min(0).max(1),
  exact: z.boolean(),
  span: z.object({ start: offset, end: offset }).optional(),
  aliases: z.array(z.string()).optional(),
}) as z.ZodType<RequiredTerm>;

/** Stored required terms, as `extractRequiredTerms` returns them. */
export const requiredTermsSchema = z.object({
  terms: z.array(z.string()),
  source: z.enum(['user-input', 'original-tasks', 'custom', 'llm']),
  items: z.array(requiredTermSchema),
  truncated: z.boolean(),
  language: z.enum(['ja', 'en', 'other', 'mixed']),
  warnings: z.array(z.string()),
  conflicts: z.array(z.string()).optional(),
}) as z.ZodType<RequiredTerms>;

function numberSetting(name: keyof typeof settingRanges): z.ZodDefault<z.ZodNumber> {
  const { maximum, whole } = settingRanges[name];
  const range = z.number().min(0).max(maximum);
  return (whole ? range.int() : range).default(defaultRefinementConfig[name]);
}

function flagSetting(name: BooleanSetting): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(defaultRefinementConfig[name]);
}
type BooleanSetting = {
  [K in keyof RefinementConfig]: RefinementConfig[K] extends boolean ? K : never;
}[keyof RefinementConfig];

const preservation = {
  enableTermPreservationCheck: flagSetting('enableTermPreservationCheck'),
  treatTermLossAsStructureBreak: flagSetting('treatTermLossAsStructureBreak'),
  minPreservationRate: numberSetting('minPreservationRate'),
  customRequiredTerms: z.array(z.union([z.string().min(1), requiredTermSchema])).default([]),
};

/** Settings of the check of terms. Absent ones take their defaults. */
export const termPreservationConfigSchema: z.ZodType<TermPreservationConfig> =
  z.object(preservation);

/** Settings of the refinement loop, with their ranges. Absent ones take their defaults. */
export const refinementConfigSchema: z.ZodType<RefinementConfig> = z.object({
  ...preservation,
  maxRefinementAttempts: numberSetting('maxRefinementAttempts'),
  refineSuggestionsOnSuccess: flagSetting('refineSuggestionsOnSuccess'),
  maxSuggestionReplans: numberSetting('maxSuggestionReplans'),
  enableIndividualFallback: flagSetting('enableIndividualFallback'),
  deltaThreshold: numberSetting('deltaThreshold'),
  deltaThresholdPercent: numberSetting('deltaThresholdPercent'),
  taskCountChangeThreshold: numberSetting('taskCountChangeThreshold'),
  taskCountChangeMinAbsolute: numberSetting('taskCountChangeMinAbsolute'),
  targetScore: numberSetting('targetScore'),
  scoreOverridesJudge: flagSetting('scoreOverridesJudge'),
});

const text = z.string().nullish();

/** The members of a task that are read. Other members are kept. */
export const taskSchema = z.looseObject({
  id: z.string().optional(),
  acceptance: text,
  context: text,
  description: text,
  summary: text,
  title: text,
  dependencies: z.array(z.string()).optional(),
}) as z.ZodType<TaskLike>;
