import { HttpProblem } from './http-problem.ts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The body as JSON, counted while it is read; 415, 413 or 400 for what is none. */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  if (!jsonType.test(request.headers.get('content-type') ?? '')) {
    throw new HttpProblem(415, 'unsupported_media_type', 'expected Content-Type: application/json');
  }
  // An empty body has another cause than broken JSON, usually a body parser in front of the app.
  if (request.bodyUsed) throw new HttpProblem(400, 'invalid_json', emptyBody);
  const text = await readText(request, maxBytes);
  if (text === '') throw new HttpProblem(400, 'invalid_json', emptyBody);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem(400, 'invalid_json', 'the body is not valid JSON');
  }
}

const emptyBody =
  'the body is empty, expected JSON; was it read before, as express.json() does? Mount the app before such a parser';

async function readText(request: Request, maxBytes: number): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = request.body.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    // Chunks come one after the other.
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    text += decode(decoder, value);
  }
  return text + decode(decoder);
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new HttpProblem(400, 'invalid_json', 'the body is not valid UTF-8');
  }
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, 'payload_too_large', `the body is larger than ${maxBytes} bytes`);
}
