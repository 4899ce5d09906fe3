import { KanmonError, type Language } from '@kanmon/core';
import { limitBytes } from '@kanmon/core/kit';
import * as z from 'zod';
import { type RouteContext, routeContextSchema } from '../planner/route.ts';
import { type DialogMessage, dialogMessageSchema } from '../wire/dialog-schema.ts';

/** Body of `POST <crew>/crew/orchestrator/plan`. */
export interface CrewPlanRequest {
  /** Oldest first; the last one is the message to plan. */
  readonly conversation: readonly DialogMessage[];
  readonly locale: Language;
  readonly planOptions: { readonly topK?: number; readonly language?: string };
  readonly routeContext?: RouteContext;
  readonly debug?: boolean;
}

/** Response of a crew: `plan` is a claim and goes through the plan gate. */
export interface CrewPlanResponse {
  readonly plan: unknown;
}

/** Schema of `CrewPlanRequest`. */
export const crewPlanRequestSchema: z.ZodType<CrewPlanRequest> = z.object({
  conversation: z.array(dialogMessageSchema).min(1).max(51),
  locale: z.enum(['ja', 'en', 'other']),
  planOptions: z.object({
    topK: z.int().min(1).exactOptional(),
    language: z.string().exactOptional(),
  }),
  routeContext: routeContextSchema.exactOptional(),
  debug: z.boolean().exactOptional(),
});

/** Schema of `CrewPlanResponse`: an object with any `plan`. */
export const crewPlanResponseSchema: z.ZodType<CrewPlanResponse> = z.object({
  plan: z.unknown().refine((plan) => plan !== undefined, { error: 'expected a plan' }),
});

/** Why a crew gave no plan. */
export type CrewFailure =
  | 'crew-timeout'
  | 'crew-unreachable'
  | 'crew-http-status'
  | 'crew-too-large'
  | 'crew-invalid-response'
  | 'crew-plan-refused'
  | 'crew-not-configured';

/** The crew could not be asked, or its response is invalid. A dialog turn falls back to the local plan. */
export class CrewError extends KanmonError {
  static override readonly errorName: string = 'CrewError';

  readonly reason: CrewFailure;

  constructor(reason: CrewFailure, message: string, cause?: unknown) {
    super(message, { code: reason, cause });
    this.reason = reason;
  }
}

/** The text of a body, or why it has none. */
export type LimitedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too-large' | 'not-utf8' };

/** Reads the text of a body. Reading stops at `maximum` bytes. */
export async function readLimited(
  { body }: { readonly body: ReadableStream<Uint8Array> | null },
  maximum: number,
): Promise<LimitedText> {
  const tooLarge = new RangeError(`more than ${maximum} bytes`);
  const chunks: Uint8Array[] = [];
  try {
    const limited = limitBytes(body ?? new Blob([]).stream(), maximum, () => tooLarge);
    for await (const chunk of limited) chunks.push(chunk);
  } catch (error) {
    if (error === tooLarge) return { ok: false, problem: 'too-large' };
    throw error;
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const pieces = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
    return { ok: true, text: pieces.join('') + decoder.decode() };
  } catch {
    return { ok: false, problem: 'not-utf8' };
  }
}
