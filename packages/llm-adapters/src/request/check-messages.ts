import { LlmError, type LlmMessage } from '@kanmon/core';
import { toWellFormed } from '@kanmon/core/kit';
import { describeValue } from '../support/describe-value.ts';
import { asRecord } from '../support/read.ts';

const roles: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant']);

/** Messages that can go on the wire, and what was changed for that. */
export interface CheckedMessages {
  readonly messages: readonly LlmMessage[];
  readonly warnings: readonly string[];
}

/**
 * Refuses what no provider can answer (no messages, nothing but blanks, unknown roles) as `bad-request`
 * before the wire, and replaces lone surrogates, which UTF-8 cannot carry, by U+FFFD.
 */
export function checkMessages(messages: unknown, provider: string): CheckedMessages {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw badRequest(provider, `expected at least one message, got ${describeValue(messages)}`);
  }
  const checked = messages.map((message, index) => checkMessage(message, index, provider));
  if (checked.every((message) => message.content.trim() === '')) {
    throw badRequest(provider, 'expected a message that says something, got only blank contents');
  }
  const wellFormed = checked.map(({ role, content }) => ({
    role,
    content: toWellFormed(content),
  }));
  const replaced = wellFormed.some((message, index) => message.content !== checked[index]?.content);
  return { messages: wellFormed, warnings: replaced ? ['lone-surrogates-replaced'] : [] };
}

function checkMessage(message: unknown, index: number, provider: string): LlmMessage {
  const { role, content } = asRecord(message);
  if (!isRole(role)) {
    throw badRequest(
      provider,
      `expected messages[${index}].role to be system, user or assistant, got ${typeof role === 'string' ? JSON.stringify(role.slice(0, 40)) : describeValue(role)}`,
    );
  }
  if (typeof content !== 'string') {
    throw badRequest(
      provider,
      `expected messages[${index}].content to be a string, got ${describeValue(content)}`,
    );
  }
  return { role, content };
}

function isRole(role: unknown): role is LlmMessage['role'] {
  return roles.has(role);
}

/** A request that was not sent because it could only be refused. */
export function badRequest(provider: string, problem: string): LlmError {
  return new LlmError(`the request to ${provider} was not sent: ${problem}`, {
    kind: 'bad-request',
    provider,
  });
}
