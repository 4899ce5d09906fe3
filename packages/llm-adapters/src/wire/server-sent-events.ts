import { readChunks, withoutUndefined } from '@kanmon/core/kit';
import { protocolError } from '../errors/map-provider-error.ts';

/** One dispatched event of an event stream. */
export interface ServerSentEvent {
  /** Absent for the default type `message`. */
  readonly event?: string;
  readonly data: string;
  /** The last id seen so far in the stream, when there was one. */
  readonly id?: string;
}

/** A line longer than this is no event of any provider but an attack or a broken proxy. UTF-16 units. */
const maxLineLength = 1_048_576;

/**
 * Decodes an event stream after the WHATWG rules (HTML, 9.2.6): LF, CR and CRLF also split between
 * chunks, a byte order mark, comments, several data lines, one space after the colon. UTF-8 is decoded
 * across chunk edges, so every split of the bytes gives the same events. An event without its final
 * blank line is not dispatched. A line over 1 MB is a `protocol` error. The body is cancelled when the
 * loop is left. Linear: no character is looked at twice.
 *
 * @yields Events in the order of their final blank lines.
 */
export async function* decodeServerSentEvents(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const text = new TextDecoder('utf-8');
  const lines = createLineSplitter();
  const events = createEventAssembler();
  const eventsIn = (piece: string): readonly ServerSentEvent[] =>
    lines.push(piece).flatMap((line) => events.push(line) ?? []);
  for await (const chunk of readChunks(body)) yield* eventsIn(text.decode(chunk, { stream: true }));
  yield* eventsIn(text.decode());
}

/** Cuts text into lines; a CR at the end of one push swallows an LF at the start of the next. */
function createLineSplitter() {
  const lineEnd = /\r\n|\r|\n/g;
  let pieces: string[] = [];
  let pending = 0;
  let afterCarriageReturn = false;
  return {
    push(text: string): readonly string[] {
      const lines: string[] = [];
      let from = afterCarriageReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') afterCarriageReturn = text.endsWith('\r');
      lineEnd.lastIndex = from;
      for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
        pieces.push(text.slice(from, end.index));
        assertLength(pending + end.index - from);
        lines.push(pieces.join(''));
        pieces = [];
        pending = 0;
        from = end.index + end[0].length;
      }
      if (from < text.length) {
        pieces.push(text.slice(from));
        pending += text.length - from;
        assertLength(pending);
      }
      return lines;
    },
  };
}

function assertLength(length: number): void {
  if (length <= maxLineLength) return;
  throw protocolError('the server', `a line of its event stream is longer than ${maxLineLength}`);
}

function createEventAssembler() {
  let data: string[] = [];
  let type = '';
  let id: string | undefined;
  const toEvent = (): ServerSentEvent =>
    withoutUndefined({ event: type === '' ? undefined : type, data: data.join('\n'), id });
  return {
    push(line: string): ServerSentEvent | undefined {
      if (line === '') {
        const event = data.length === 0 ? undefined : toEvent();
        data = [];
        type = '';
        return event;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const raw = colon === -1 ? '' : line.slice(colon + 1);
      const value = raw.startsWith(' ') ? raw.slice(1) : raw;
      if (field === 'data') data.push(value);
      else if (field === 'event') type = value;
      else if (field === 'id' && !value.includes('\0')) id = value;
      return undefined;
    },
  };
}
