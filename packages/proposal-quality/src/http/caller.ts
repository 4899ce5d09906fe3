import { InvalidArgumentError, isRecord } from '@kanmon/core';
import { describeValue } from '@kanmon/core/kit';
import type { Context } from 'hono';
import type { Caller, ProposalQualityAppOptions } from './app-options.ts';
import { HttpProblem } from './http-problem.ts';

/** Handles a request of a known caller; undefined in an app without `identify`. */
export type Handler = (
  context: Context,
  caller: Caller | undefined,
) => Response | Promise<Response>;

/** Asks `identify` before the body is read; 401 for a caller it does not know. */
export function identified(
  handler: Handler,
  { identify }: ProposalQualityAppOptions,
): (context: Context) => Promise<Response> {
  return async (context) => {
    if (identify === undefined) return handler(context, undefined);
    return handler(context, checkedCaller(await identify(context.req.raw)));
  };
}

function checkedCaller(caller: unknown): Caller {
  if (caller === null || caller === undefined) {
    throw new HttpProblem(401, 'unauthorized', 'who sends this is not known');
  }
  const id: unknown = isRecord(caller) ? caller['id'] : undefined;
  if (!isRecord(caller) || typeof id !== 'string' || id.trim() === '') {
    throw new InvalidArgumentError(
      `expected identify to return { id, human } or null, got ${describeValue(caller)}; id must not be blank`,
    );
  }
  // Only `true` is a person: a missing member must not let a program confirm.
  return { id, human: caller['human'] === true };
}
