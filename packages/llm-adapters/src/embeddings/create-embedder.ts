import { type Embedder, systemClock, systemTimer } from '@kanmon/core';
import { openCallBounds, toWellFormed } from '@kanmon/core/kit';
import type { WireCall } from '../call/wire.ts';
import { mapProviderError } from '../errors/map-provider-error.ts';
import { assertNumber } from '../support/assert-number.ts';
import type { UnknownRecord } from '../support/read.ts';
import { readEmbeddings } from './read-embeddings.ts';

interface EmbedderWire {
  readonly provider: string;
  readonly dimensions: number;
  /** Texts of one request. */
  readonly batchSize: number;
  encode(texts: readonly string[]): UnknownRecord;
  send(body: UnknownRecord, call: WireCall): PromiseLike<unknown>;
  secrets(): readonly string[];
}

/** Makes an embedder of a wire: cuts into batches, one after the other, checks every answer, maps errors. */
export function createEmbedder(wire: EmbedderWire): Embedder {
  const { provider, dimensions, batchSize } = wire;
  assertNumber('dimensions', dimensions, { least: 1, whole: true });
  assertNumber('batchSize', batchSize, { least: 1, whole: true });

  const embedFrom = async (
    texts: readonly string[],
    call: WireCall,
  ): Promise<readonly Float32Array[]> => {
    if (texts.length === 0) return [];
    const batch = texts.slice(0, batchSize);
    const answer = await wire.send(wire.encode(batch), call);
    const vectors = readEmbeddings(answer, { count: batch.length, dimensions, provider });
    return [...vectors, ...(await embedFrom(texts.slice(batchSize), call))];
  };

  return {
    dimensions,
    async embed(texts, options = {}) {
      const { signal } = options;
      const bounds = openCallBounds({ provider, clock: systemClock, timer: systemTimer, signal });
      const sent = texts.map(toWellFormed);
      try {
        return await bounds.race(() => embedFrom(sent, { signal: bounds.signal }));
      } catch (error) {
        throw mapProviderError(error, { provider, signal, secrets: wire.secrets() });
      } finally {
        bounds.close();
      }
    },
  };
}
