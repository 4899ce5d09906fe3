import { InvalidArgumentError, type LlmRequest } from '@kanmon/core';
import { assertJsonSchema } from '../request/check-json-schema.ts';
import { addInstruction } from '../request/messages.ts';
import { schemaInstruction } from '../request/plan-output.ts';
import { type Decorator, wrapCalls } from './decorator.ts';
import { checkOptions } from '../wire/check-options.ts';

/** Options of `withJsonOutput`. */
export interface JsonOutputOptions {
  readonly inject: 'schema-in-prompt';
}

/**
 * Puts the schema of a JSON request into the last system message, for clients whose `jsonSchema` is not
 * native and that do not do so themselves (all of this package do). Native clients pass unchanged.
 */
export function withJsonOutput(options: JsonOutputOptions): Decorator {
  checkOptions(options, 'inject', 'withJsonOutput(options)');
  const { inject }: Partial<JsonOutputOptions> = options;
  if (inject !== 'schema-in-prompt') {
    throw new InvalidArgumentError(
      `expected options.inject of withJsonOutput to be 'schema-in-prompt', got ${JSON.stringify(inject)}`,
    );
  }
  return (inner) =>
    wrapCalls(inner, (request) =>
      inner.capabilities.jsonSchema === 'native' ? {} : { request: withSchemaInPrompt(request) },
    );
}

function withSchemaInPrompt(request: LlmRequest): LlmRequest {
  if (request.output?.type !== 'json') return request;
  const { schema, ...output } = request.output;
  if (schema !== undefined) assertJsonSchema(schema);
  const messages = addInstruction(request.messages, schemaInstruction(schema));
  // Without the schema the inner client has nothing left to inject a second time.
  return { ...request, messages, output };
}
