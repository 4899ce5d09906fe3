import { expectTypeOf } from 'vitest';
import type { DialogRequest, MultiStepQueryPlan, PlanGateResult, PlanStep } from '../src/index.ts';
import type { Router } from '../src/parts.ts';

declare const step: PlanStep;
declare const result: PlanGateResult;
declare const route: Router<'20b' | '120b'>;

expectTypeOf<Extract<PlanStep, { type: 'search' }>['topK']>().toEqualTypeOf<number>();
expectTypeOf(result.plan).toExtend<MultiStepQueryPlan>();
expectTypeOf(route({ contextTokens: 1 }).model).toEqualTypeOf<'20b' | '120b'>();

// @ts-expect-error a step is narrowed by type before its query is read
export const query: string = step.query;
// @ts-expect-error a plan is read-only
result.plan.needsClarification = true;
// @ts-expect-error a request needs a message
export const request: DialogRequest = { sessionId: 's' };
