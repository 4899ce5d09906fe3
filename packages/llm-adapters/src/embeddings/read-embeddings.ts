import { isRecord } from '@kanmon/core/kit';

import { protocolError } from '../errors/map-provider-error.ts';
import { asList, asRecord } from '../support/read.ts';
import { isCount } from '../response/read-usage.ts';

/**
 * Reads the answer of `POST /embeddings`: as many vectors as texts, put in order by `index`, each of the
 * promised length, as numbers or as base64 of little-endian 32-bit floats. Anything else is `protocol`.
 */
export function readEmbeddings(
  answer: unknown,
  wanted: { readonly count: number; readonly dimensions: number; readonly provider: string },
): readonly Float32Array[] {
  const { count, dimensions, provider } = wanted;
  const data = asRecord(answer)['data'];
  if (!Array.isArray(data)) throw protocolError(provider, 'it has no embeddings');
  if (data.length !== count) {
    throw protocolError(provider, `it has ${data.length} embeddings for ${count} texts`);
  }
  const vectors = new Map<number, Float32Array>();
  for (const [position, item] of asList(data).entries()) {
    const { index = position, embedding } = asRecord(item);
    if (!isRecord(item) || !isCount(index) || index >= count || vectors.has(index)) {
      throw protocolError(provider, `its embedding ${position} has no index of its own`);
    }
    vectors.set(index, toVector(embedding, { dimensions, provider }));
  }
  return [...vectors].toSorted(([left], [right]) => left - right).map(([, vector]) => vector);
}

function toVector(
  embedding: unknown,
  wanted: { readonly dimensions: number; readonly provider: string },
): Float32Array {
  const { dimensions, provider } = wanted;
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : fromNumbers(embedding);
  if (vector === null) throw protocolError(provider, 'an embedding is no list of numbers');
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
  const numbers = asList(embedding).filter(
    (value): value is number => typeof value === 'number' && Number.isFinite(value),
  );
  return Array.isArray(embedding) && numbers.length === embedding.length
    ? Float32Array.from(numbers)
    : null;
}

function fromBase64(text: string): Float32Array | null {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
  if (bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return null;
  // Read through a view: the platform's own byte order may differ from the wire's.
  const view = new DataView(bytes.buffer);
  const length = bytes.length / Float32Array.BYTES_PER_ELEMENT;
  return Float32Array.from({ length }, (_, index) =>
    view.getFloat32(index * Float32Array.BYTES_PER_ELEMENT, true),
  );
}
