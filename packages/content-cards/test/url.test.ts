import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import Encoding from 'encoding-japanese';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { createSafeFetch, createUrlLoader } from '../src/url.ts';
import { listen, type Server } from './serve.ts';

const hosts = readFileSync(new URL('cases/hostile-hosts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

let server: Server;
let reached = 0;
let port = 0;
beforeAll(async () => {
  server = await listen((request, response) => {
    reached += 1;
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (pathname === '/away')
      response.writeHead(302, { location: `http://other.test:${port}/headers` }).end();
    else if (pathname === '/inside')
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (pathname === '/file')
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (pathname === '/headers') response.end(JSON.stringify(request.headers));
    else if (pathname === '/bomb')
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000)));
    else if (pathname === '/drip') {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    } else if (pathname === '/busy') response.writeHead(503, { 'retry-after': '1' }).end();
    else if (pathname === '/euc')
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(
        Buffer.from(
          Encoding.convert(Encoding.stringToCode('提案の背景\n本文です。'), {
            to: 'EUCJP',
            from: 'UNICODE',
          }),
        ),
      );
    else response.end('ok');
  });
  port = Number(new URL(server.origin).port);
});
afterAll(() => server.close());

const open = (more: Parameters<typeof createSafeFetch>[0] = {}) =>
  createSafeFetch({
    ports: [port],
    allowAddresses: ['127.0.0.0/8'],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    ...more,
  });

test.each(hosts)('refuses %s without dialling', async (host) => {
  const fetch = createSafeFetch({ timeoutMs: 500 });
  expect(await codeOf(fetch(host))).toBe('address_refused');
});

test('refuses schemes, ports, user info and hosts that are not on the list', async () => {
  const fetch = createSafeFetch();
  for (const url of ['file:///etc/passwd', 'data:text/plain,x', 'ftp://example.com/', 'no url'])
    expect(await codeOf(fetch(url))).toBe('scheme_refused');
  expect(await codeOf(fetch('http://example.com:22/'))).toBe('port_refused');
  expect(await codeOf(fetch('http://user:pw@example.com/'))).toBe('credentials_refused');
  expect(await codeOf(createSafeFetch({ allowHosts: ['a.test'] })('http://b.test/'))).toBe(
    'address_refused',
  );
});

const mixed = () =>
  Promise.resolve([
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]);

describe('names and redirects', () => {
  test('a name with one private address among public ones is refused', async () => {
    expect(await codeOf(createSafeFetch({ lookup: mixed })('http://mixed.test/'))).toBe(
      'address_refused',
    );
  });

  test('a name that changes to a private address is refused where it is dialled', async () => {
    const before = reached;
    let calls = 0;
    const lookup = () => {
      calls += 1;
      return Promise.resolve([{ address: calls === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
    };
    const fetch = createSafeFetch({ ports: [port], allowAddresses: ['127.0.0.1/32'], lookup });
    expect(await codeOf(fetch(`http://rebind.test:${port}/`))).toBe('ok');
    expect(await codeOf(fetch(`http://rebind.test:${port}/`))).toBe('address_refused');
    expect(calls).toBe(2);
    expect(reached).toBe(before + 1);
  });

  test('redirects are checked hop by hop and end somewhere', async () => {
    const fetch = open({ ports: [port, 80] });
    expect(await codeOf(fetch(`http://a.test:${port}/loop`))).toBe('too_many_redirects');
    expect(await codeOf(fetch(`http://a.test:${port}/inside`))).toBe('address_refused');
    expect(await codeOf(fetch(`http://a.test:${port}/file`))).toBe('scheme_refused');
  });

  test('another origin gets neither authorization nor cookies', async () => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-own': 'kept' };
    const answer = await open()(`http://a.test:${port}/away`, { headers });
    expect(answer.redirects).toEqual([`http://a.test:${port}/away`]);
    const seen = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, string>;
    expect([seen['authorization'], seen['cookie'], seen['x-own']]).toEqual([
      undefined,
      undefined,
      'kept',
    ]);
  });
});

test('a bomb is too large, a drip times out', async () => {
  expect(await codeOf(open()(`http://a.test:${port}/bomb`))).toBe('too_large');
  expect(await codeOf(open({ timeoutMs: 150 })(`http://a.test:${port}/drip`))).toBe('timed_out');
});

test('a page is imported with its address masked; a busy server is asked again', async () => {
  const loaders = [createUrlLoader({ fetch: open() })];
  const page = await importSources(
    [{ kind: 'url', url: `http://a.test:${port}/euc?api_key=s3cret`, licensed: true }],
    { loaders },
  );
  expect(page.cards[0]).toMatchObject({ title: '提案の背景', body: ['本文です。'] });
  expect(JSON.stringify([page.meta, page.log, page.provenance])).not.toContain('s3cret');
  expect(page.meta.sources[0]).toMatchObject({ charset: 'euc-jp', licensed: true, kind: 'url' });
  const delays: number[] = [];
  const timer = { sleep: (ms: number) => Promise.resolve(void delays.push(ms)) };
  const busy = importSources([{ kind: 'url', url: `http://a.test:${port}/busy` }], {
    loaders,
    timer,
  });
  await expect(busy).rejects.toMatchObject({ code: 'status_error', attempts: 4 });
  expect(delays).toEqual([1000, 1000, 1000]);
});
