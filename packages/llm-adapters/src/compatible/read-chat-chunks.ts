import { protocolError } from '../errors/map-provider-error.ts';
import { chatEndMark } from '../openai/chat-answer.ts';
import { decodeServerSentEvents } from '../stream/decode-server-sent-events.ts';

/**
 * The JSON chunks of a chat stream, the last one `[DONE]` itself. A stream that ends too early is told
 * by the fold; a body that is no event stream at all (HTML, plain JSON) here.
 *
 * @yields Parsed chunks, then the end mark.
 */
export async function* readChatChunks(
  body: AsyncIterable<Uint8Array>,
  provider: string,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  let events = 0;
  for await (const { data } of decodeServerSentEvents(body)) {
    events += 1;
    if (data === chatEndMark) {
      yield data;
      return;
    }
    yield parse(data);
  }
  if (events === 0) throw protocolError(provider, 'it holds no event');
}
