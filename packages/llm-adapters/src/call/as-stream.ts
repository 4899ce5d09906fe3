import { protocolError } from '../errors/map-provider-error.ts';

/** The SDK's stream object as what it must be. */
export function asStream(value: unknown, provider: string): AsyncIterable<unknown> {
  if (isAsyncIterable(value)) return value;
  throw protocolError(provider, 'it is no stream');
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
