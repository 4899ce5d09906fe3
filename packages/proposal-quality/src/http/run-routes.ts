import { type LlmClient, MissingConfigurationError } from '@kanmon/core';
import type { Context } from 'hono';
import type { ReportPurpose } from '../rules/report-context.ts';
import { readAdvisorTarget, readRunInput } from '../run/read-run-input.ts';
import { runCheckedAdvisor } from '../run/run-advisor.ts';
import { runCheckedOrganizer } from '../run/run-organizer.ts';
import type { ProposalRunOptions, RunResult } from '../run/run-result.ts';
import type { ProposalQualityAppOptions } from './app-options.ts';
import { fieldsOf, optionalWord } from './request-fields.ts';

const purposes: readonly ReportPurpose[] = ['choices', 'texts'];

/** Handles the two run routes; `readBody` gives the body of the request. */
export function createRunHandlers(
  options: ProposalQualityAppOptions,
  readBody: (context: Context) => Promise<unknown>,
): Readonly<Record<'organizer' | 'advisor', (context: Context) => Promise<Response>>> {
  const { budget, locale, logger, clock, ids } = options;
  const runOptions = async (context: Context): Promise<ProposalRunOptions> => ({
    client: await clientOf(options),
    signal: context.req.raw.signal,
    ...(budget === undefined ? {} : { budget }),
    ...(locale === undefined ? {} : { locale }),
    ...(logger === undefined ? {} : { logger }),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
  });
  return {
    async organizer(context) {
      const input = readRunInput(fieldsOf(await readBody(context)));
      const result = await runCheckedOrganizer(input, await runOptions(context));
      return context.json(answerOf(result));
    },
    async advisor(context) {
      const fields = fieldsOf(await readBody(context));
      const purpose = optionalWord(fields, 'purpose', purposes);
      const input = readRunInput(fields);
      const target = readAdvisorTarget(input);
      // A bad body is told before a missing key is.
      const shared = await runOptions(context);
      const result = await runCheckedAdvisor(input, target, {
        ...shared,
        ...(purpose === undefined ? {} : { purpose }),
      });
      return context.json(answerOf(result));
    },
  };
}

async function clientOf({ client }: ProposalQualityAppOptions): Promise<LlmClient> {
  if (client === undefined) {
    throw new MissingConfigurationError(
      'no model client is set; pass `client` to createProposalQualityApp',
    );
  }
  return typeof client === 'function' ? client() : client;
}

/** A run as JSON; a call that failed is an error of the gateway. */
function answerOf<T>(result: RunResult<T>): object {
  if (!result.ok && result.reason === 'generate-failed') throw result.cause;
  const { ok, report, errors, warnings, attempts, usage } = result;
  return {
    ok,
    report,
    errors,
    warnings,
    ...(result.ok && result.rendered !== undefined ? { rendered: result.rendered } : {}),
    ...(result.ok ? {} : { reason: result.reason }),
    attempts: attempts.length,
    usage,
  };
}
