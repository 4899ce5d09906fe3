import { z } from 'zod';

declare const kinds: readonly ["quoted", "code", "endpoint", "path", "identifier", "version", "quantity", "word", "phrase", "custom"];
interface TermShape {
    text: string;
    kind: (typeof kinds)[number];
    polarity: 'required' | 'forbidden' | 'replaced';
    weight: number;
    exact: boolean;
    span?: {
        start: number;
        end: number;
    } | undefined;
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
declare const requiredTermsSchema: z.ZodType<{
    terms: string[];
    source: 'user-input' | 'original-tasks' | 'custom' | 'llm';
    items: TermShape[];
    truncated: boolean;
    language: 'ja' | 'en' | 'other' | 'mixed';
    warnings: string[];
    conflicts?: string[] | undefined;
}>;
/** The seed's settings; absent ones take their defaults. */
declare const termPreservationConfigSchema: z.ZodType<ConfigShape>;
/** Settings of the refinement loop, with the bounds of the seed. */
declare const refinementConfigSchema: z.ZodType<RefinementShape>;
/** What this package reads of a task; other members are kept. */
declare const taskSchema: z.ZodType<{
    id?: string | undefined;
    acceptance?: string | null | undefined;
    context?: string | null | undefined;
    description?: string | null | undefined;
    summary?: string | null | undefined;
    title?: string | null | undefined;
    dependencies?: string[] | undefined;
}>;

export { refinementConfigSchema, requiredTermsSchema, taskSchema, termPreservationConfigSchema };
