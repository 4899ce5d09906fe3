import { request } from 'node:http';

/** The HTTP status of a ping. Through node:http, for fetch writes its own Host. */
export function statusOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  padding = '',
): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { padding } });
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
