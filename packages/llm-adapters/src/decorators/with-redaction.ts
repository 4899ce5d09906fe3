import {
  InvalidArgumentError,
  type LlmEvent,
  type LlmRequest,
  type LlmResponse,
} from '@kanmon/core';
import { checkNames, describeKind } from '../wire/check-options.ts';
import { type Decorator, wrapClient } from './decorator.ts';
import {
  type BuiltInRuleName,
  builtInRules,
  createRedactor,
  type RedactionRule,
  type Redactor,
  splitUnfinished,
} from './redactor.ts';

/** Options of `withRedaction`. */
export interface RedactionOptions {
  /** Names of built-in rules or own ones, applied in this order. @default key, email, card, phone */
  readonly rules?: readonly (BuiltInRuleName | RedactionRule)[];
}

const ruleName = /^[A-Za-z][A-Za-z0-9_]{0,40}$/;

/**
 * Replaces personal data and keys in outgoing messages by placeholders such as `[[EMAIL_1]]`, and puts
 * them back into the answer, also across deltas. In JSON answers the values are escaped for the string
 * they are in. Numbers are stable within one call.
 */
export function withRedaction(options: RedactionOptions = {}): Decorator {
  checkNames(options, 'rules', 'withRedaction(options)');
  const rules = (options.rules ?? Object.values(builtInRules)).map(toRule);
  return (inner) =>
    wrapClient(inner, {
      async generate(request, call) {
        const redactor = createRedactor(rules);
        const response = await inner.generate(hideIn(request, redactor), call);
        return restoreIn(response, redactor, encoderFor(request));
      },
      async *stream(request, call, open) {
        const redactor = createRedactor(rules);
        const events = open(hideIn(request, redactor), call);
        yield* restoreEvents(events, redactor, encoderFor(request));
      },
    });
}

type Encode = (value: string) => string;

/**
 * Restores values across deltas: what may be the start of a placeholder waits for the next delta.
 *
 * @yields Deltas with values restored, and the end.
 */
async function* restoreEvents(
  events: AsyncIterable<LlmEvent>,
  redactor: Redactor,
  encode: Encode,
): AsyncGenerator<LlmEvent, void, undefined> {
  let pending = '';
  for await (const event of events) {
    if (event.type === 'delta') {
      const { ready, rest } = splitUnfinished(pending + event.text);
      pending = rest;
      if (ready !== '') yield { type: 'delta', text: redactor.restore(ready, encode) };
    } else {
      if (pending !== '') yield { type: 'delta', text: redactor.restore(pending, encode) };
      yield { type: 'end', response: restoreIn(event.response, redactor, encode) };
    }
  }
}

function hideIn(request: LlmRequest, redactor: Redactor): LlmRequest {
  const messages = request.messages.map((message) => ({
    ...message,
    content: redactor.hide(message.content),
  }));
  return { ...request, messages };
}

function restoreIn(response: LlmResponse, redactor: Redactor, encode: Encode): LlmResponse {
  return { ...response, text: redactor.restore(response.text, encode) };
}

/** In JSON a placeholder is inside a string, where quotes and line ends must be escaped. */
function encoderFor(request: LlmRequest): Encode {
  if (request.output?.type !== 'json') return (value) => value;
  return (value) => JSON.stringify(value).slice(1, -1);
}

function toRule(rule: BuiltInRuleName | RedactionRule): RedactionRule {
  if (typeof rule === 'string') {
    if (Object.hasOwn(builtInRules, rule)) return builtInRules[rule];
    throw new InvalidArgumentError(
      `expected a redaction rule to be one of ${Object.keys(builtInRules).join(', ')} or { name, pattern }, got ${JSON.stringify(rule)}`,
    );
  }
  if (!ruleName.test(rule.name) || !(rule.pattern instanceof RegExp)) {
    throw new InvalidArgumentError(
      `expected a redaction rule { name, pattern } with a name of letters, digits and underscores and a RegExp, got ${describeKind(rule)}`,
    );
  }
  return rule;
}
