import { inspect } from 'node:util';
import { LlmError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import { describe, expect, it } from 'vitest';
import { createSecretRedactor } from '@kanmon/core/kit';
import { createMockClient, withFallback } from '../src/index.ts';
import { mapProviderError } from '../src/kit.ts';
import { fromOpenAI } from '../src/openai.ts';
import { readFinish, readUsage } from '../src/wire/read-answer.ts';
import { ask } from './support/collect.ts';
import { readCases } from './support/read-cases.ts';

const clock = createManualClock('2026-01-01T00:00:00.000Z');

describe('mapProviderError', () => {
  it.each(readCases('errors'))('$name', ({ error, kind, retryable, retryAfterMs }) => {
    const mapped = mapProviderError(error, { provider: 'p', clock });
    expect({ kind: mapped.kind, retryable: mapped.retryable }).toEqual({ kind, retryable });
    expect(mapped.retryAfterMs ?? null).toEqual(retryAfterMs ?? mapped.retryAfterMs ?? null);
  });

  it('takes every failure after an abort for the abort, with its reason as the cause', () => {
    const reason = new Error('left');
    const signal = AbortSignal.abort(reason);
    const mapped = mapProviderError({ status: 500 }, { provider: 'p', signal });
    expect(mapped).toMatchObject({ kind: 'aborted', retryable: false, cause: reason });
  });

  it('takes a failure without a status after the deadline for the timeout', () => {
    const deadline = clock.now().getTime();
    const context = { provider: 'p', clock, deadline };
    const mapped = mapProviderError(new Error('socket hang up'), context);
    expect(mapped).toMatchObject({ kind: 'timeout', retryable: false });
    expect(mapProviderError({ status: 429 }, context).kind).toBe('rate-limit');
  });

  it('gives an LlmError back as it is, also from below a wrapper', () => {
    const error = new LlmError('x', { kind: 'quota' });
    expect(mapProviderError(error, { provider: 'p' })).toBe(error);
    const wrapped = new Error('outer', { cause: error });
    expect(mapProviderError(wrapped, { provider: 'p' })).toBe(error);
  });

  it('cuts a page of HTML to 500 characters', () => {
    const page = `<html>${'x'.repeat(1_000_000)}</html>`;
    const mapped = mapProviderError({ status: 502, message: page }, { provider: 'p' });
    expect(mapped.kind).toBe('server');
    expect(mapped.message.length).toBeLessThan(600);
  });

  it.each([
    [401, 'p answered 401 (auth): m; check the key'],
    [404, 'p answered 404 (not-found): m; check the name of the model and the base URL'],
    [403, 'p answered 403 (permission): m'],
  ])('adds what to check to the message of a %s', (status, text) => {
    expect(mapProviderError({ status, message: 'm' }, { provider: 'p' }).message).toBe(text);
  });

  it('keeps usage, status and request id', () => {
    const headers = new Headers({ 'x-request-id': 'req_1' });
    const data = { error: { message: 'm' }, usage: { prompt_tokens: 3, completion_tokens: 1 } };
    const mapped = mapProviderError({ status: 500, headers, data }, { provider: 'p' });
    expect(mapped).toMatchObject({
      status: 500,
      requestId: 'req_1',
      usage: { inputTokens: 3, outputTokens: 1 },
    });
  });

  it('lets no header, key or body of the original through', () => {
    const secret = 'top-secret-value-1';
    const original = Object.assign(new Error(`refused ${secret}`), {
      status: 401,
      headers: new Headers({ authorization: `Bearer ${secret}` }),
      request: { headers: { 'x-api-key': secret } },
      error: { message: `no ${secret}`, code: secret },
    });
    const mapped = mapProviderError(original, { provider: 'p', secrets: [secret] });
    expect(inspect(mapped, { depth: 9, showHidden: true })).not.toContain(secret);
    expect(String(mapped.stack)).not.toContain(secret);
  });

  it.each([undefined, null, 0, 'text', Symbol('x'), [], () => 0, { cause: null }])(
    'survives %s',
    (thrown) => {
      expect(LlmError.isInstance(mapProviderError(thrown, { provider: 'p' }))).toBe(true);
    },
  );

  const throwing = (): never => {
    throw new Error('a getter that throws');
  };
  const revoked = (): object => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };
  const hostile: readonly (readonly [string, unknown, string])[] = [
    ['constructor null in the body', { status: 429, error: { constructor: null } }, 'rate-limit'],
    ['constructor null', { status: 429, constructor: null }, 'rate-limit'],
    ['no prototype', Object.assign(Object.create(null), { status: 429 }), 'rate-limit'],
    ['a class without a name', { status: 429, constructor: { name: 7 } }, 'rate-limit'],
    [
      'a getter for its message',
      {
        status: 429,
        get message() {
          return throwing();
        },
      },
      'rate-limit',
    ],
    [
      'a getter for its cause',
      {
        status: 429,
        get cause() {
          return throwing();
        },
      },
      'rate-limit',
    ],
    [
      'a getter for its headers',
      {
        status: 429,
        get headers() {
          return throwing();
        },
      },
      'rate-limit',
    ],
    [
      'a getter in its headers',
      {
        status: 429,
        headers: {
          get 'retry-after'() {
            return throwing();
          },
        },
      },
      'rate-limit',
    ],
    [
      'a getter for its status',
      {
        code: 'ECONNRESET',
        get status() {
          return throwing();
        },
      },
      'network',
    ],
    ['a revoked proxy', revoked(), 'protocol'],
    ['a revoked proxy as its cause', { status: 429, cause: revoked() }, 'rate-limit'],
    [
      'a revoked proxy as its body',
      { status: 429, error: revoked(), data: revoked() },
      'rate-limit',
    ],
    ['a revoked proxy as its headers', { status: 429, headers: revoked() }, 'rate-limit'],
    [
      'a proxy whose traps throw',
      new Proxy({}, { get: throwing, getPrototypeOf: throwing, ownKeys: throwing }),
      'protocol',
    ],
    ['a list of proxies', { status: 429, errors: [revoked()] }, 'rate-limit'],
  ];
  it.each(hostile)('reads what it can of an error with %s', (_name, thrown, kind) => {
    expect(mapProviderError(thrown, { provider: 'p', secrets: ['a-secret'] }).kind).toBe(kind);
  });

  it('falls over to the next client after an error that cannot be read', async () => {
    const create = (): Promise<unknown> => Promise.reject(revoked());
    const first = fromOpenAI({ chat: { completions: { create } } }, { model: 'm' });
    const client = withFallback([first, createMockClient(['fine'])]);
    expect((await client.generate(ask('x'))).text).toBe('fine');
  });

  it('ends on an error that causes itself', () => {
    const error: { status?: number; cause?: unknown } = {};
    error.cause = error;
    expect(mapProviderError(error, { provider: 'p' }).kind).toBe('protocol');
  });
});

describe('readFinish', () => {
  it.each(readCases('finish'))('$word', ({ word, finish, warning }) => {
    const warnings = warning === undefined ? [] : [warning];
    expect(readFinish(word)).toEqual({ finish, warnings });
  });
});

describe('readUsage', () => {
  it.each(readCases('usage'))('$name', ({ usage, expected, warning }) => {
    const warnings = warning === true ? ['usage-unreadable'] : [];
    expect(readUsage(usage)).toEqual({ usage: expected, warnings });
  });

  it('reads NaN as unknown', () => {
    const { usage, warnings } = readUsage({ prompt_tokens: Number.NaN, completion_tokens: 1 });
    expect({ usage, warnings }).toEqual({
      usage: { outputTokens: 1 },
      warnings: ['usage-unreadable'],
    });
  });
});

describe('createSecretRedactor', () => {
  it('knows a given value in an address too', () => {
    const value = 'can/ary+value==12';
    const address = `https://p/?k=${encodeURIComponent(value)}&x=1`;
    expect(createSecretRedactor([value])(`no answer from ${address}`)).not.toContain('ary');
  });

  it.each([
    'sk-proj-abcdefghijkl',
    'sk-ant-api03-abcdefghijkl',
    'gsk_abcdefghijkl',
    'AKIAIOSFODNN7EXAMPLE',
    'ASIAIOSFODNN7EXAMPLE',
    'Bearer abcdef123456',
    'Basic dXNlcjpwYXNzd29yZA==',
    'x-api-key: abcdef123456',
    'aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'Authorization: AWS4-HMAC-SHA256 Credential=abc/20260101',
  ])('hides %s', (secret) => {
    const value = secret.split(/[ =]/).findLast((piece) => piece !== '');
    expect(createSecretRedactor()(`before ${secret} after`)).not.toContain(value);
  });

  it('hides given values, the longest first', () => {
    const redact = createSecretRedactor(['hunter22', 'hunter22-long']);
    const text = redact('a hunter22-long and hunter22');
    expect(text).toBe('a [redacted] and [redacted]');
  });

  it('leaves ordinary text alone', () => {
    const text = 'The task is skipped; basic settings apply. 東京タワー';
    expect(createSecretRedactor()(text)).toBe(text);
  });
});

it.each([
  'Headers.append: "s3cret\nfoo" is an invalid header value.',
  'Cannot convert argument to a ByteString because the character at index 6 has a value of 26085 which is greater than 255.',
  'Invalid character in header content ["s3cret"]',
  'Header name must be a valid HTTP token ["s3cret key"]',
  "Header 'x-api-key' has invalid value: 's3cret\nfoo'",
  "Failed to execute 'set' on 'Headers': Invalid value s3cret",
])('does not quote or retry a header that cannot be sent: %j', (message) => {
  const error = mapProviderError(new TypeError(message), { provider: 'p' });
  expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
  expect(`${error.message} ${String(error.cause)}`).not.toContain('s3cret');
});
