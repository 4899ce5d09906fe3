import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import Encoding from 'encoding-japanese';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importSources } from '../src/import/import-sources.ts';
import { createSafeFetch, createUrlLoader } from '../src/url.ts';
import { selfSigned } from './self-signed.ts';
import { listen, type Server } from './serve.ts';

const hosts = readFileSync(new URL('cases/hostile-hosts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

const plain = Buffer.from('提案の本文');
const encoded: Readonly<Record<string, readonly [string, Buffer]>> = {
  '/gzip': ['gzip', gzipSync(plain)],
  '/br': ['br', brotliCompressSync(plain)],
  '/deflate': ['deflate', deflateSync(plain)],
  '/raw-deflate': ['deflate', deflateRawSync(plain)],
  '/broken': ['gzip', Buffer.from('no gzip at all')],
  '/deflate-bomb': ['deflate', deflateSync(Buffer.alloc(20_000_000))],
  '/br-bomb': ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
};

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
    else if (pathname === '/near') response.writeHead(302, { location: '/headers' }).end();
    else if (pathname === '/there-and-back')
      response.writeHead(302, { location: `http://other.test:${port}/back` }).end();
    else if (pathname === '/back')
      response.writeHead(302, { location: `http://a.test:${port}/headers` }).end();
    else if (pathname === '/inside')
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (pathname === '/file')
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (pathname === '/headers') response.end(JSON.stringify(request.headers));
    else if (pathname === '/bomb')
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000)));
    else if (pathname in encoded)
      response
        .writeHead(200, { 'content-encoding': encoded[pathname]?.[0] ?? '' })
        .end(encoded[pathname]?.[1]);
    else if (pathname === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    } else if (pathname === '/drip') {
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

describe('hostile hosts', () => {
  let sockets = 0;
  const count = () => {
    sockets += 1;
  };
  beforeAll(() => subscribe('net.client.socket', count));
  afterAll(() => unsubscribe('net.client.socket', count));

  test.each(hosts)('refuses %s without opening a socket', async (host) => {
    const before = sockets;
    const dialled: string[] = [];
    const fetch = createSafeFetch({
      timeoutMs: 500,
      // Whatever is looked up would be public: the refusal must come before.
      lookup: (name) => {
        dialled.push(name);
        return Promise.resolve([{ address: '93.184.216.34', family: 4 }]);
      },
    });
    expect(await codeOf(fetch(host))).toBe('address_refused');
    expect([sockets - before, dialled]).toEqual([0, []]);
  });

  test('the socket that is allowed is counted', async () => {
    const before = sockets;
    expect(await codeOf(open()(`http://a.test:${port}/headers`))).toBe('ok');
    expect(sockets).toBe(before + 1);
  });
});

test('refuses schemes, ports, user info and hosts that are not on the list', async () => {
  const fetch = createSafeFetch();
  expect(
    await codeOf(createSafeFetch({ allowHosts: ['B.test'], lookup: mixed })('http://b.TEST./')),
  ).toBe('address_refused');
  for (const url of ['file:///etc/passwd', 'data:text/plain,x', 'ftp://example.com/', 'no url'])
    expect(await codeOf(fetch(url))).toBe('scheme_refused');
  expect(await codeOf(fetch('http://example.com:22/'))).toBe('port_refused');
  for (const [url, option] of [
    ['http://example.com:22/', 'ports'],
    ['ftp://example.com/', 'schemes'],
    ['http://127.0.0.1/', 'allowAddresses'],
  ] as const) {
    await expect(fetch(url)).rejects.toThrow(`the option ${option}`);
  }
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

  const headersSeen = async (path: string) => {
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'x' };
    const answer = await open({ headers: { 'private-token': 'x' } })(
      `http://a.test:${port}${path}`,
      { headers },
    );
    const seen = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, string>;
    return ['authorization', 'cookie', 'x-api-key', 'private-token'].filter((name) => name in seen);
  };

  test('sends the headers of the caller to the first origin only', async () => {
    expect(await headersSeen('/headers')).toHaveLength(4);
    expect(await headersSeen('/near')).toHaveLength(4);
    expect(await headersSeen('/away')).toEqual([]);
    // Not even when another origin sends back to the first one.
    expect(await headersSeen('/there-and-back')).toEqual([]);
  });

  test('reads the address that a resolver returns once', async () => {
    let reads = 0;
    const twoFaced = {
      get address() {
        reads += 1;
        return reads === 1 ? '93.184.216.34' : '127.0.0.1';
      },
      family: 4,
    };
    const before = reached;
    const fetch = createSafeFetch({
      ports: [port],
      timeoutMs: 200,
      lookup: () => Promise.resolve([twoFaced]),
    });
    await codeOf(fetch(`http://a.test:${port}/`));
    expect([reads, reached]).toEqual([1, before]);
  });
});

describe('servers that do not answer as HTTP does', () => {
  const answers: Readonly<Record<string, (socket: Socket) => void>> = {
    'switches protocols': (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    'closes at once': (socket) => socket.end(),
    'resets the connection': (socket) => socket.resetAndDestroy(),
    'closes after the first line': (socket) => socket.end('HTTP/1.1 200 OK\r\n'),
    'ends a promised body early': (socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    'is not HTTP': (socket) => socket.end('SSH-2.0-x\r\n'),
    'announces an answer and gives none': (socket) =>
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'),
    'stays silent': () => undefined,
  };
  const patient = new Set(['announces an answer and gives none', 'stays silent']);
  let act = (_socket: Socket): void => undefined;
  const sockets = new Set<Socket>();
  const raw = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => act(socket));
  });
  let rawPort = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      raw.listen(0, '127.0.0.1', resolve);
    });
    rawPort = (raw.address() as AddressInfo).port;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    raw.close();
  });

  test.each(Object.keys(answers))('rejects when the server %s', async (name) => {
    act = answers[name] ?? act;
    const isPatient = patient.has(name);
    const fetch = open({ ports: [rawPort], timeoutMs: isPatient ? 100 : 60_000 });
    expect(await codeOf(fetch(`http://a.test:${rawPort}/`))).toBe(
      isPatient ? 'timed_out' : 'network_error',
    );
  });

  test.each(['stays silent', 'switches protocols'])(
    'rejects with the reason of the caller who aborts, when the server %s',
    async (name) => {
      const stop = new AbortController();
      act = (socket) => {
        stop.abort(new Error('enough'));
        answers[name]?.(socket);
      };
      const fetch = open({ ports: [rawPort], timeoutMs: 60_000 });
      await expect(fetch(`http://a.test:${rawPort}/`, { signal: stop.signal })).rejects.toThrow(
        'enough',
      );
    },
  );

  test('rejects in time when a resolver never answers', async () => {
    const fetch = open({ lookup: () => new Promise(() => undefined), timeoutMs: 50 });
    expect(await codeOf(fetch(`http://a.test:${port}/`))).toBe('timed_out');
  });
});

test('reads a host of 100,000 dots in steps that grow with its length', async () => {
  for (const host of [`${'.'.repeat(100_000)}a`, `a${'.'.repeat(100_000)}`])
    expect(await codeOf(createSafeFetch({ allowHosts: ['b'] })(`http://${host}/`))).not.toBe('ok');
});

test('https never becomes http', async () => {
  const { key, cert } = selfSigned();
  const secure = createServer({ key, cert }, (_request, response) => {
    response.writeHead(302, { location: `http://a.test:${port}/headers` }).end();
  });
  await new Promise<void>((resolve) => {
    secure.listen(0, '127.0.0.1', resolve);
  });
  const { port: securePort } = secure.address() as AddressInfo;
  const before = reached;
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, cert]);
  try {
    const fetch = open({ ports: [port, securePort] });
    expect(await codeOf(fetch(`https://a.test:${securePort}/`))).toBe('redirect_refused');
    expect(reached).toBe(before);
  } finally {
    setDefaultCACertificates(trusted);
    secure.close();
  }
});

test('bodies are decoded, with and without the frame; what does not decode is not asked for again', async () => {
  const read = async (path: string) =>
    new TextDecoder().decode((await open()(`http://a.test:${port}${path}`)).body);
  for (const path of ['/gzip', '/br', '/deflate', '/raw-deflate'])
    expect(await read(path)).toBe('提案の本文');
  const failure = open()(`http://a.test:${port}/broken`);
  await expect(failure).rejects.toMatchObject({ code: 'network_error', retryable: false });
  await expect(open()(`http://a.test:${port}/cut`)).rejects.toMatchObject({ retryable: true });
});

test('a bomb is too large, a drip times out', async () => {
  for (const path of ['/bomb', '/deflate-bomb', '/br-bomb'])
    expect(await codeOf(open()(`http://a.test:${port}${path}`))).toBe('too_large');
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
