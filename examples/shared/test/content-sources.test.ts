import { createServer, type Server, type ServerResponse } from 'node:http';
import { ContentImportError, importSources } from '@kanmon/content-cards';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf, sourceTools } from '../src/content-sources.ts';

describe('an address that a person typed', () => {
  const reached: string[] = [];
  const servers: Server[] = [];
  let port: number;
  let other: number;

  beforeAll(async () => {
    other = await listen('other', (response) => response.end('# other\ntext'));
    port = await listen('typed', (response, url) => {
      if (url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${other}/` });
      response.end('# typed\ntext');
    });
  });

  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function listen(
    name: string,
    answer: (response: ServerResponse, url: string) => void,
  ): Promise<number> {
    const server = createServer((request, response) => {
      reached.push(name);
      response.setHeader('content-type', 'text/plain');
      answer(response, request.url ?? '');
    });
    servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  const read = (urls: readonly string[], allowAddresses: readonly string[] = []) =>
    importSources(
      urls.map((url) => sourceOf(url)),
      { ...sourceTools({ allowAddresses }), retry: { retries: 0 } },
    ).then(
      ({ cards }) => cards.map(({ title }) => title),
      (error: unknown) => (error instanceof ContentImportError ? error.code : String(error)),
    );

  it.each(['127.0.0.1', 'localhost', '127.1', '0x7f.0.0.1'])('may be %s', async (host) => {
    expect(await read([`http://${host}:${port}/`])).toEqual(['typed']);
  });

  it('is no leave for where it redirects to', async () => {
    reached.length = 0;
    expect(await read([`http://127.0.0.1:${port}/away`])).toBe('port_refused');
    expect(reached).toEqual(['typed']);
  });

  it('is no leave for another source', async () => {
    const [first, second] = [`http://127.0.0.1:${port}/`, `http://127.0.0.1:${port}/away`];
    expect(await read([`http://127.0.0.1:${other}/`, first, second])).toBe('port_refused');
  });

  it.each([
    ['http://10.255.255.1/', 'address_refused'],
    ['http://169.254.169.254/latest', 'address_refused'],
    ['http://0.0.0.0/', 'address_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
  ])('%s is refused', async (url, code) => {
    expect(await read([url])).toBe(code);
  });

  it('opens a range that is named', async () => {
    expect(await read([`http://[::ffff:127.0.0.1]:${port}/`])).toBe('address_refused');
    expect(await read([`http://[::ffff:127.0.0.1]:${port}/`], ['127.0.0.0/8'])).toEqual(['typed']);
  });
});
