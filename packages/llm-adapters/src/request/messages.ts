import { LlmError, type LlmMessage, type LlmOutput, type LlmRequest } from '@kanmon/core';
import { toWellFormed } from '@kanmon/core/kit';
import { checkOptions, describeKind } from '../wire/check-options.ts';
import { asRecord } from '../wire/read.ts';

/**
 * Throws `bad-request` for a request that is not an object and for a member that no request has:
 * misspelt, it would be left out without a word.
 */
export function checkRequest(request: LlmRequest, provider: string): void {
  const names =
    'messages model maxOutputTokens temperature stop output metadata providerOptions' as const;
  if (typeof request !== 'object' || request === null) {
    const problem = `expected a request { messages: [...] }, got ${describeKind(request)}`;
    throw badRequest(provider, problem);
  }
  try {
    checkOptions(request, names, 'a request');
    // An output for text has the first of these members only.
    const output = request.output as Extract<LlmOutput, { readonly type: 'json' }> | undefined;
    if (output !== undefined) checkOptions(output, 'type schema name', 'the output of a request');
  } catch (error) {
    throw badRequest(provider, error instanceof Error ? error.message : 'it cannot be read');
  }
}

/** Messages that can go on the wire, and what was changed for that. */
interface CheckedMessages {
  readonly messages: readonly LlmMessage[];
  readonly warnings: readonly string[];
}

/**
 * Refuses what no provider can answer (no messages, nothing but blanks, unknown roles) as `bad-request`
 * before the wire, and replaces lone surrogates, which UTF-8 cannot carry, by U+FFFD.
 */
export function checkMessages(messages: unknown, provider: string): CheckedMessages {
  if (!Array.isArray(messages) || messages.length === 0) {
    throw badRequest(provider, `expected at least one message, got ${describeKind(messages)}`);
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
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    const shown = typeof role === 'string' ? JSON.stringify(role.slice(0, 40)) : describeKind(role);
    const problem = `expected messages[${index}].role to be system, user or assistant, got ${shown}`;
    throw badRequest(provider, problem);
  }
  if (typeof content !== 'string') {
    const problem = `expected messages[${index}].content to be a string, got ${describeKind(content)}`;
    throw badRequest(provider, problem);
  }
  return { role, content };
}

/** Creates the error of a request that was not sent because it could only be refused. */
export function badRequest(provider: string, problem: string): LlmError {
  return new LlmError(`the request to ${provider} was not sent: ${problem}`, {
    kind: 'bad-request',
    provider,
  });
}

/** Separates texts that were separate messages. */
const joint = '\n\n';

/**
 * Joins neighbouring messages of one role into one message, by a blank line. The chat templates of
 * Mistral, Gemma and Llama 2 (vLLM, llama.cpp) answer 400 unless user and assistant alternate, and
 * Claude and Converse ask for the same.
 */
export function joinNeighbours(messages: readonly LlmMessage[]): readonly LlmMessage[] {
  const joined: LlmMessage[] = [];
  for (const { role, content } of messages) {
    const previous = joined.at(-1);
    if (previous?.role === role) {
      joined[joined.length - 1] = { role, content: `${previous.content}${joint}${content}` };
    } else joined.push({ role, content });
  }
  return joined;
}

/** A conversation for providers with a system field and strictly alternating turns. */
interface SplitConversation {
  readonly system?: string;
  readonly turns: readonly LlmMessage[];
}

/**
 * Joins system messages into one text and neighbours of one role into one turn, by a blank line. A
 * conversation that does not start with the user is a `bad-request`: claude and converse refuse it.
 */
export function splitSystem(messages: readonly LlmMessage[], provider: string): SplitConversation {
  const system = messages.filter((message) => message.role === 'system');
  const turns = joinNeighbours(messages.filter((message) => message.role !== 'system'));
  if (turns[0]?.role !== 'user') {
    throw badRequest(
      provider,
      turns.length === 0
        ? 'expected a user message, got only system messages'
        : 'expected the conversation to start with a user message, got an assistant message first',
    );
  }
  return system.length === 0
    ? { turns }
    : { system: system.map((message) => message.content).join(joint), turns };
}

/** Returns `messages` with `instruction` at the end of the last system message, or as a new first one. */
export function addInstruction(
  messages: readonly LlmMessage[],
  instruction: string,
): readonly LlmMessage[] {
  const last = messages.findLastIndex((message) => message.role === 'system');
  if (last === -1) return [{ role: 'system', content: instruction }, ...messages];
  return messages.map((message, index) =>
    index === last ? { ...message, content: `${message.content}\n\n${instruction}` } : message,
  );
}
