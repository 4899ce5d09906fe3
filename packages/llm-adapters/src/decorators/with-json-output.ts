import { InvalidArgumentError, type LlmRequest } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import { assertJsonSchema } from '../json-schema/assert-schema.ts';
import { addInstruction } from '../request/add-instruction.ts';
import { schemaInstruction } from '../request/plan-output.ts';
import { type Decorator, wrapClient } from './decorator.ts';

/** Options of `withJsonOutput`. */
export interface JsonOutputOptions {
  readonly inject: 'schema-in-prompt';
}

/**
 * Puts the schema of a JSON request into the last system message, for clients whose `jsonSchema` is not
 * native and that do not do so themselves (all of this package do). Native clients pass unchanged.
 */
export function withJsonOutput(options: JsonOutputOptions): Decorator {
  checkOptions(options, { inject: true }, 'withJsonOutput(options)');
  if (options.inject !== 'schema-in-prompt') {
    throw new InvalidArgumentError(
      `expected options.inject to be 'schema-in-prompt', got ${JSON.stringify(options.inject)}`,
    );
  }
  return (inner) => {
    const native = inner.capabilities.jsonSchema === 'native';
    const rewrite = (request: LlmRequest): LlmRequest => {
      if (native || request.output?.type !== 'json') return request;
      const { schema, ...output } = request.output;
      if (schema !== undefined) assertJsonSchema(schema);
      const messages = addInstruction(request.messages, schemaInstruction(schema));
      // Without the schema the inner client has nothing left to inject a second time.
      return { ...request, messages, output };
    };
    return wrapClient(inner, {
      generate: async (request, call) => inner.generate(rewrite(request), call),
      async *stream(request, call, open) {
        yield* open(rewrite(request), call);
      },
    });
  };
}
