import type { LlmRequest } from '../../ports/llm-client.ts';
import type { Gate } from '../gate-definition.ts';
import type { MaybeReviewed, WithReviews } from '../review/reviews.ts';
import { callModel } from './call-model.ts';
import { type GateAsk, startRun } from './open-run.ts';
import type { GateOutcome } from './outcome.ts';
import { checkRunOptions, type RunGateOptions, type WithPartials } from './run-options.ts';

/**
 * Asks a model until its answer passes the gate, a limit is reached or asking on is pointless. All
 * calls run under one joint budget. Rejects only for misuse; whatever the model or the client does
 * is an outcome.
 *
 * @example
 * const outcome = await runGate(gate, { client, context: { ids }, messages: [{ role: 'user', content: task }] });
 * if (outcome.status === 'passed') render(outcome.value);
 * else console.log(outcome.reason, outcome.best?.findings);
 */
export function runGate<T>(
  gate: Gate<T>,
  options: Omit<RunGateOptions<undefined>, 'context'> &
    Partial<WithReviews<T, undefined>> &
    WithPartials<T>,
): Promise<GateOutcome<T>>;
/** For a gate whose rules need a context. */
export function runGate<T, Context>(
  gate: Gate<T, Context>,
  options: RunGateOptions<Context> & Partial<WithReviews<T, Context>> & WithPartials<T>,
): Promise<GateOutcome<T>>;
export async function runGate<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: Omit<RunGateOptions<Context>, 'context'> & MaybeReviewed<T, Context> & WithPartials<T>,
): Promise<GateOutcome<T>> {
  checkRunOptions(options);
  const { client, stream = false, signal } = options;
  const run = startRun(gate, options);
  let { step } = run;
  while (step.status === 'ask') {
    const { mode, deadline } = step;
    const isJudged = stream && (mode === 'initial' || mode === 'full');
    const result = await callModel(
      client,
      requestFor(step, gate.name, options),
      {
        ...(signal === undefined ? {} : { signal }),
        ...(deadline === undefined ? {} : { deadline }),
      },
      isJudged ? run : null,
    );
    if (result.kind === 'answered') step = await run.answer(result.answer);
    else if (result.kind === 'cut') step = run.cut(result.usage, client.model);
    else step = run.fail(result.cause, client.model);
  }
  return step;
}

function requestFor(
  { attempt, mode, messages, output, maxOutputTokens }: GateAsk,
  gate: string,
  { messages: task, request = {} }: Pick<RunGateOptions<unknown>, 'messages' | 'request'>,
): LlmRequest {
  const most = Math.min(request.maxOutputTokens ?? Infinity, maxOutputTokens ?? Infinity);
  return {
    ...request,
    messages: [...task, ...messages],
    output,
    metadata: { ...request.metadata, gate, mode, attempt: String(attempt) },
    ...(most === Infinity ? {} : { maxOutputTokens: most }),
  };
}
