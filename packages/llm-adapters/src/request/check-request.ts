import type { LlmOutput, LlmRequest } from '@kanmon/core';
import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import { badRequest } from './check-messages.ts';

const requestNames: OptionNames<LlmRequest> = {
  messages: true,
  model: true,
  maxOutputTokens: true,
  temperature: true,
  stop: true,
  output: true,
  metadata: true,
  providerOptions: true,
};

const outputNames: OptionNames<Extract<LlmOutput, { readonly type: 'json' }>> = {
  type: true,
  schema: true,
  name: true,
};

/**
 * Throws `bad-request` for a request that is not an object and for a member that no request has:
 * misspelt, it would be left out without a word.
 */
export function checkRequest(request: LlmRequest, provider: string): void {
  try {
    // Absent options are allowed, an absent request is not.
    checkOptions(request ?? null, requestNames, 'a request');
    checkOptions(request.output, outputNames, 'the output of a request');
  } catch (error) {
    throw badRequest(provider, error instanceof Error ? error.message : 'it cannot be read');
  }
}
