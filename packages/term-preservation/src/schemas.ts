import * as z from 'zod';

const kinds = [
  'quoted',
  'code',
  'endpoint',
  'path',
  'identifier',
  'version',
  'quantity',
  'word',
  'phrase',
  'custom',
] as const;

const requiredTermSchema = z.object({
  text: z.string().min(1),
  kind: z.enum(kinds),
  polarity: z.enum(['required', 'forbidden', 'replaced']),
  weight: z.number().min(0).max(1),
  exact: z.boolean(),
  span: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).optional(),
  aliases: z.array(z.string()).optional(),
});

const customTerms = z.array(z.union([z.string().min(1), requiredTermSchema]));

interface TermShape {
  text: string;
  kind: (typeof kinds)[number];
  polarity: 'required' | 'forbidden' | 'replaced';
  weight: number;
  exact: boolean;
  span?: { start: number; end: number } | undefined;
  aliases?: string[] | undefined;
}

interface ConfigShape {
  enableTermPreservationCheck: boolean;
  treatTermLossAsStructureBreak: boolean;
  minPreservationRate: number;
  customRequiredTerms: (string | TermShape)[];
}

interface RefinementShape extends ConfigShape {
  maxRefinementAttempts: number;
  refineSuggestionsOnSuccess: boolean;
  maxSuggestionReplans: number;
  enableIndividualFallback: boolean;
  deltaThreshold: number;
  deltaThresholdPercent: number;
  taskCountChangeThreshold: number;
  taskCountChangeMinAbsolute: number;
  targetScore: number;
  scoreOverridesJudge: boolean;
}

/** Stored required terms, as `extractRequiredTerms` gives them. */
export const requiredTermsSchema: z.ZodType<{
  terms: string[];
  source: 'user-input' | 'original-tasks' | 'custom' | 'llm';
  items: TermShape[];
  truncated: boolean;
  language: 'ja' | 'en' | 'other' | 'mixed';
  warnings: string[];
  conflicts?: string[] | undefined;
}> = z.object({
  terms: z.array(z.string()),
  source: z.enum(['user-input', 'original-tasks', 'custom', 'llm']),
  items: z.array(requiredTermSchema),
  truncated: z.boolean(),
  language: z.enum(['ja', 'en', 'other', 'mixed']),
  warnings: z.array(z.string()),
  conflicts: z.array(z.string()).optional(),
});

const preservation = {
  enableTermPreservationCheck: z.boolean().default(true),
  treatTermLossAsStructureBreak: z.boolean().default(false),
  minPreservationRate: z.number().min(0).max(1).default(0.8),
  customRequiredTerms: customTerms.default([]),
};

/** The seed's settings; absent ones take their defaults. */
export const termPreservationConfigSchema: z.ZodType<ConfigShape> = z.object(preservation);

/** Settings of the refinement loop, with the bounds of the seed. */
export const refinementConfigSchema: z.ZodType<RefinementShape> = z.object({
  ...preservation,
  maxRefinementAttempts: z.int().min(0).max(10).default(2),
  refineSuggestionsOnSuccess: z.boolean().default(false),
  maxSuggestionReplans: z.int().min(0).max(5).default(1),
  enableIndividualFallback: z.boolean().default(true),
  deltaThreshold: z.number().min(0).max(50).default(5),
  deltaThresholdPercent: z.number().min(0).max(100).default(5),
  taskCountChangeThreshold: z.number().min(0).max(1).default(0.3),
  taskCountChangeMinAbsolute: z.int().min(0).max(10).default(2),
  targetScore: z.number().min(0).max(100).default(85),
  scoreOverridesJudge: z.boolean().default(false),
});

const text = z.string().nullish();

/** What this package reads of a task; other members are kept. */
export const taskSchema: z.ZodType<{
  id?: string | undefined;
  acceptance?: string | null | undefined;
  context?: string | null | undefined;
  description?: string | null | undefined;
  summary?: string | null | undefined;
  title?: string | null | undefined;
  dependencies?: string[] | undefined;
}> = z.looseObject({
  id: z.string().optional(),
  acceptance: text,
  context: text,
  description: text,
  summary: text,
  title: text,
  dependencies: z.array(z.string()).optional(),
});
