import type * as z from 'zod';
import { type MultiStepQueryPlan, multiStepQueryPlanSchema } from './multi-step-query-plan.ts';

/** `multiStepQueryPlanSchema` under its short name. */
export const planSchema: z.ZodType<MultiStepQueryPlan> = multiStepQueryPlanSchema;
