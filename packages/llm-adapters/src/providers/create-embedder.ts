import { type Embedder, systemClock, systemTimer } from '@kanmon/core';
import { isRecord, isTokenCount, openCallBounds, toWellFormed } from '@kanmon/core/kit';
import { checkNumbers } from '../wire/check-options.ts';
import { mapProviderError, protocolError } from '../errors/map-provider-error.ts';
import { asList, asRecord, type UnknownRecord } from '../wire/read.ts';
import type { WireCall } from '../wire/wire.ts';
import { throwIfError } from './openai-bodies.ts';

interface EmbedderWire {
  readonly provider: string;
  readonly dimensions: number;
  /** Texts of one request. @default 96 */
  readonly batchSize?: number | undefined;
  encode(texts: readonly string[]): UnknownRecord;
  send(body: UnknownRecord, call: WireCall): PromiseLike<unknown>;
  secrets(): readonly string[];
}

/** Creates an embedder of a wire: sends batches one after the other, checks every answer, maps errors. */
export function createEmbedder(wire: EmbedderWire): Embedder {
  const { provider, dimensions, batchSize = 96 } = wire;
  checkNumbers({ dimensions, batchSize }, { least: 1, whole: true });

  const embedAll = async (texts: readonly string[], call: WireCall) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      const batch = texts.slice(from, from + batchSize);
      const answer = await wire.send(wire.encode(batch), call);
      vectors.push(...readEmbeddings(answer, { count: batch.length, dimensions, provider }));
    }
    return vectors;
  };

  return {
    dimensions,
    async embed(texts, options = {}) {
      const { signal } = options;
      const bounds = openCallBounds({ provider, clock: systemClock, timer: systemTimer, signal });
      const sent = texts.map(toWellFormed);
      try {
        return await bounds.race(() => embedAll(sent, { signal: bounds.signal }));
      } catch (error) {
        throw mapProviderError(error, { provider, signal, secrets: wire.secrets() });
      } finally {
        bounds.close();
      }
    },
  };
}

interface Wanted {
  readonly count: number;
  readonly dimensions: number;
  readonly provider: string;
}

/**
 * Reads the answer of `POST /embeddings`: as many vectors as texts, put in order by `index`, each of the
 * promised length, as numbers or as base64 of little-endian 32-bit floats. Anything else is `protocol`.
 */
function readEmbeddings(answer: unknown, wanted: Wanted): readonly Float32Array[] {
  const { count, provider } = wanted;
  throwIfError(asRecord(answer));
  const data = asRecord(answer)['data'];
  if (!Array.isArray(data)) throw protocolError(provider, 'it has no embeddings');
  if (data.length !== count) {
    throw protocolError(provider, `it has ${data.length} embeddings for ${count} texts`);
  }
  const vectors = new Map<number, Float32Array>();
  for (const [position, item] of asList(data).entries()) {
    const { index = position, embedding } = asRecord(item);
    if (!isRecord(item) || !isTokenCount(index) || index >= count || vectors.has(index)) {
      throw protocolError(provider, `its embedding ${position} has no index of its own`);
    }
    vectors.set(index, toVector(embedding, wanted));
  }
  return [...vectors].toSorted(([left], [right]) => left - right).map(([, vector]) => vector);
}

function toVector(embedding: unknown, { dimensions, provider }: Wanted): Float32Array {
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : fromNumbers(embedding);
  if (vector === null) throw protocolError(provider, 'an embedding is not a list of numbers');
  if (vector.length !== dimensions) {
    throw protocolError(
      provider,
      `an embedding has ${vector.length} dimensions, expected ${dimensions}`,
    );
  }
  return vector;
}

function fromNumbers(embedding: unknown): Float32Array | null {
  if (embedding instanceof Float32Array) return embedding;
  const isVector = Array.isArray(embedding) && embedding.every(Number.isFinite);
  return isVector ? Float32Array.from(embedding) : null;
}

function fromBase64(text: string): Float32Array | null {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
  const width = Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length % width !== 0) return null;
  // Read through a view: the platform's own byte order may differ from the wire's.
  const view = new DataView(bytes.buffer);
  const length = bytes.length / width;
  return Float32Array.from({ length }, (_, index) => view.getFloat32(index * width, true));
}
