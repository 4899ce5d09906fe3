import type { LlmMessage } from '@kanmon/core';
import { badRequest } from './check-messages.ts';
import { joinNeighbours, joint } from './join-neighbours.ts';

/** A conversation for providers with a system field and strictly alternating turns. */
export interface SplitConversation {
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
