import { checkBy } from '../model/check.ts';
import { textSchema } from '../model/text-schema.ts';
import { malformedBody } from '../service/request-body.ts';
import { parseStrictJson } from '../text/strict-json.ts';

/** A request body, or that it is too large. */
export type ReadBody = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false };

/** Reads a body up to a limit; what is longer is not read to its end. */
export async function readBytes(request: Request, maxBytes: number): Promise<ReadBody> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  if (declared > maxBytes) {
    await request.body?.cancel();
    return { ok: false };
  }
  if (request.body === null) return { ok: true, bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > maxBytes) return { ok: false };
    chunks.push(chunk);
  }
  return { ok: true, bytes: joined(chunks, size) };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body; the mark of a malformed one, which counts only where the body does. */
export function parseBody(bytes: Uint8Array): unknown {
  try {
    const parsed = parseStrictJson(decoder.decode(bytes));
    return parsed.ok ? parsed.value : malformedBody;
  } catch {
    return malformedBody;
  }
}

/** `application/json`, in UTF-8 where it names a character set. */
export function isJsonType(header: string | null): boolean {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name, value = ''] = parameter.trim().split('=', 2);
    return name !== 'charset' || value.replaceAll('"', '') === 'utf-8';
  });
}

const actorSchema = textSchema(128);

/** The actor of its percent-encoded header, or null for what is none. */
export function readActor(header: string): string | null {
  if (!/^[\u0021-\u007e]+$/.test(header)) return null;
  try {
    const actor = checkBy(actorSchema, decodeURIComponent(header));
    return actor.ok ? actor.value : null;
  } catch {
    return null;
  }
}

/** 1 to 128 visible ASCII characters. */
export function isRequestId(header: string): boolean {
  return /^[\u0021-\u007e]{1,128}$/.test(header);
}
