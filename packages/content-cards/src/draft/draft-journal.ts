import '@kanmon/core/zod';
import type { EventStore, LlmClient, LlmResponse } from '@kanmon/core';
import { sha256Hex } from '@kanmon/core';
import { canonicalJson } from '@kanmon/core/json';
import * as z from 'zod';
import { clientNames } from '../model/client-names.ts';

/** An answer of a model, with the request that it is the answer to. */
export interface RecordedAnswer {
  /** Of the request: its model and messages, and how often it was sent before in the run. */
  readonly key: string;
  readonly response: Omit<LlmResponse, 'raw' | 'cachedUsage'>;
}

/** A store of answers, so that a stopped run does not pay for them again. */
export interface DraftJournal {
  /** The answers recorded so far. */
  read(): Iterable<unknown> | AsyncIterable<unknown>;
  /** Resolves once the answer is stored. */
  append(answer: RecordedAnswer): Promise<void>;
}

const streamPrefix = 'content-cards-drafts/';
const eventType = 'draft-answer-recorded';

/**
 * Creates a journal on an event store, one stream a run. A run that is repeated with the same `name`
 * takes the answers that are recorded and asks only for the rest.
 */
export function createDraftJournal(store: EventStore, name: string): DraftJournal {
  const streamId = `${streamPrefix}${name}`;
  return {
    async *read() {
      for await (const { type, data } of store.read(streamId)) if (type === eventType) yield data;
    },
    async append({ key, response }) {
      const { usage, warnings, ...rest } = response;
      const data = { key, response: { ...rest, usage: { ...usage }, warnings: [...warnings] } };
      await store.append(streamId, [{ type: eventType, data }], { expectedVersion: 'any' });
    },
  };
}

const count = z.number().exactOptional();
const recordedSchema: z.ZodType<RecordedAnswer> = z.object({
  key: z.string(),
  response: z.object({
    text: z.string(),
    finish: z.enum(['stop', 'length', 'content-filter', 'refusal', 'tool-calls', 'other']),
    usage: z.object({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: count,
      cacheWriteTokens: count,
      reasoningTokens: count,
    }),
    provider: z.string(),
    model: z.string(),
    id: z.string().exactOptional(),
    latencyMs: z.number(),
    warnings: z.array(z.string()),
  }),
});

/** A client that answers from a journal where it can, and records what it has to ask for. */
interface JournaledClient {
  readonly client: LlmClient;
  /** Throws the error of the journal, if it has failed. */
  check(): void;
}

/**
 * Binds a client to a journal. What is recorded under another shape is ignored. A journal that fails
 * ends the run by `check`, since an answer that is not recorded would be paid for twice.
 */
export async function withJournal(
  client: LlmClient,
  journal: DraftJournal,
): Promise<JournaledClient> {
  const known = new Map<string, RecordedAnswer['response']>();
  for await (const each of journal.read()) {
    const recorded = recordedSchema.safeParse(each);
    if (recorded.success) known.set(recorded.data.key, recorded.data.response);
  }
  const names = clientNames(client);
  const sent = new Map<string, number>();
  let failure: { readonly error: unknown } | null = null;
  return {
    check() {
      if (failure !== null) throw failure.error;
    },
    client: {
      ...names,
      capabilities: client.capabilities,
      async generate(request, options) {
        const { messages, model = names.model } = request;
        const asked = sha256Hex(
          canonicalJson([model, messages.map(({ role, content }) => [role, content])]),
        );
        const times = (sent.get(asked) ?? 0) + 1;
        sent.set(asked, times);
        const key = `${asked}/${times}`;
        const recorded = known.get(key);
        if (recorded !== undefined) return recorded;
        const {
          raw: _raw,
          cachedUsage: _cached,
          ...response
        } = await client.generate(request, options);
        try {
          await journal.append({ key, response });
        } catch (error) {
          failure ??= { error };
        }
        return response;
      },
    },
  };
}
