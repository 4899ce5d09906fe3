import { describe, expect, it } from 'vitest';
import * as core from '@kanmon/core';
import { secondCopy } from '../second-copy.ts';

const {
  EventStoreError,
  FencedError,
  GateDefinitionError,
  InvalidArgumentError,
  KanmonError,
  LlmError,
  MissingConfigurationError,
  NotGatedError,
  ReplayMismatchError,
  VersionConflictError,
} = core;

const samples = [
  new InvalidArgumentError('expected a, got b; do c'),
  new MissingConfigurationError('OPENAI_API_KEY is not set'),
  new GateDefinitionError('twice'),
  new NotGatedError('no'),
  new ReplayMismatchError('at event 3'),
  new VersionConflictError({ streamId: 's', expectedVersion: 1, actualVersion: 2 }),
  new FencedError({ resource: 'r', reason: 'taken-over' }),
  new EventStoreError('busy', { code: 'store-busy' }),
  new LlmError('slow', { kind: 'timeout' }),
];
const names = [
  'InvalidArgumentError',
  'MissingConfigurationError',
  'GateDefinitionError',
  'NotGatedError',
  'ReplayMismatchError',
  'VersionConflictError',
  'FencedError',
  'EventStoreError',
  'LlmError',
];

/** `isInstance` of every class of one copy of the package, in the order of `names`. */
function checksOf(copy: typeof core): readonly ((value: unknown) => boolean)[] {
  return [
    (value) => copy.InvalidArgumentError.isInstance(value),
    (value) => copy.MissingConfigurationError.isInstance(value),
    (value) => copy.GateDefinitionError.isInstance(value),
    (value) => copy.NotGatedError.isInstance(value),
    (value) => copy.ReplayMismatchError.isInstance(value),
    (value) => copy.VersionConflictError.isInstance(value),
    (value) => copy.FencedError.isInstance(value),
    (value) => copy.EventStoreError.isInstance(value),
    (value) => copy.LlmError.isInstance(value),
  ];
}

const codes = [
  'invalid-argument',
  'missing-configuration',
  'gate-definition',
  'not-gated',
  'replay-mismatch',
  'version-conflict',
  'fenced',
  'store-busy',
  'llm-timeout',
];

describe('errors', () => {
  it('carry their class as name, and a stable code', () => {
    expect(samples.map(({ name }) => name)).toEqual(names);
    expect(samples.map(({ code }) => code)).toEqual(codes);
    expect(samples.every((error) => error instanceof KanmonError)).toBe(true);
  });

  it('write nothing but name, code and message as JSON', () => {
    const error = new KanmonError('text', { code: 'some-code', cause: new Error('secret') });
    expect(JSON.stringify({ error })).toBe(
      '{"error":{"name":"KanmonError","code":"some-code","message":"text"}}',
    );
    expect(error.cause).toBeInstanceOf(Error);
    expect('cause' in new KanmonError('text', { code: 'c' })).toBe(false);
    for (const sample of samples) {
      expect(Object.keys(sample.toJSON())).toEqual(['name', 'code', 'message']);
    }
  });

  it('state what happened and what to do', () => {
    expect(samples.map(({ message }) => message)).toMatchInlineSnapshot(`
      [
        "expected a, got b; do c",
        "OPENAI_API_KEY is not set",
        "twice",
        "no",
        "at event 3",
        "stream "s" is at version 2, the append expected 1; read what was added since and decide anew",
        "the lease on "r" is not current: another owner took it over; acquire it again before writing",
        "busy",
        "slow",
      ]
    `);
  });

  it.each([null, undefined, 'text', {}, new Error('plain'), { code: 'invalid-argument' }])(
    'are not mistaken for %j',
    (value) => {
      expect(checksOf(core).some((check) => check(value))).toBe(false);
      expect(KanmonError.isInstance(value)).toBe(false);
    },
  );

  it('are not imitated by a marker without a code', () => {
    const fake = {
      [Symbol.for('kanmon.error.KanmonError')]: true,
      [Symbol.for('kanmon.error.LlmError')]: true,
    };
    expect(KanmonError.isInstance(fake)).toBe(false);
    expect(LlmError.isInstance(fake)).toBe(false);
  });

  it('are not read from an object whose members throw', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    expect(KanmonError.isInstance(hostile)).toBe(false);
  });

  it('are recognised by their class and its parents, never by a sibling or a child', () => {
    class UnnamedError extends InvalidArgumentError {}
    class NamedError extends InvalidArgumentError {
      static override readonly errorName: string = 'NamedError';
    }
    const parent = new InvalidArgumentError('x');
    const unnamed = new UnnamedError('x');
    const named = new NamedError('x');
    expect([UnnamedError, NamedError].some((child) => child.isInstance(parent))).toBe(false);
    expect(UnnamedError.isInstance(named) || NamedError.isInstance(unnamed)).toBe(false);
    expect(InvalidArgumentError.isInstance(named) && InvalidArgumentError.isInstance(unnamed)).toBe(
      true,
    );
    expect(UnnamedError.isInstance(unnamed) && NamedError.isInstance(named)).toBe(true);
    expect(named.name).toBe('NamedError');
  });

  it('differ by their own isInstance, and are known to each copy of the package', async () => {
    // The module has the same exports.
    const copy = (await secondCopy('@kanmon/core')) as typeof core;
    expect(copy.KanmonError).not.toBe(KanmonError);
    for (const [index, sample] of samples.entries()) {
      expect(sample).not.toBeInstanceOf(copy.KanmonError);
      expect(copy.KanmonError.isInstance(sample)).toBe(true);
      const checks = checksOf(copy);
      const known = names.filter((_, at) => checks[at]?.(sample));
      expect(known).toEqual([names[index]]);
    }
  });
});

describe('LlmError', () => {
  it('is retryable by kind, unless the options set it', () => {
    const kinds = [
      'auth',
      'permission',
      'bad-request',
      'not-found',
      'rate-limit',
      'quota',
      'overloaded',
      'server',
      'timeout',
      'aborted',
      'network',
      'context-length',
      'content-filter',
      'protocol',
    ] as const;
    const retryable = kinds.filter((kind) => new LlmError('x', { kind }).retryable);
    expect(retryable).toEqual(['rate-limit', 'overloaded', 'server', 'timeout', 'network']);
    expect(new LlmError('x', { kind: 'auth', retryable: true }).retryable).toBe(true);
  });

  it('keeps what is known of the failure, and has no member for what is not', () => {
    const cause = new Error('socket');
    const details = {
      retryable: false,
      retryAfterMs: 5,
      status: 503,
      usage: { inputTokens: 1 },
      provider: 'p',
      requestId: 'r',
      cause,
    } as const;
    expect(new LlmError('x', { kind: 'server', ...details })).toMatchObject({
      code: 'llm-server',
      ...details,
    });
    const bare = new LlmError('x', { kind: 'server' });
    for (const name of ['retryAfterMs', 'status', 'usage', 'provider', 'requestId', 'cause']) {
      expect(name in bare).toBe(false);
    }
  });

  it.each([
    ['Incorrect key sk-proj-aB3_xyz-9 given', 'Incorrect key [redacted] given'],
    ['sk-abc123', '[redacted]'],
    [
      'header Authorization: Bearer eyJhbGciOi.J9-_~+/==, retry',
      'header Authorization: [redacted], retry',
    ],
    ['https://h/v1?api_key=s3cr3t&x=1', 'https://h/v1?[redacted]&x=1'],
    ['{"api-key": "0123456789abcdef"}', '{"[redacted]"}'],
    ['X-API-KEY=abcd', '[redacted]'],
    ['user AKIAIOSFODNN7EXAMPLE is unknown', 'user [redacted] is unknown'],
    ['no%20key%20sk-abc123', 'no%20key%20[redacted]'],
    [`hub token hf_${'aB3'.repeat(11)}`, 'hub token [redacted]'],
    [`ghp_${'aB3'.repeat(12)} was refused`, '[redacted] was refused'],
    [`github_pat_${'aB3_'.repeat(12)} was refused`, '[redacted] was refused'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0YXJvIn0.c2ln-_x', 'token [redacted]'],
    ['call hf_hub_download of the task-force', 'call hf_hub_download of the task-force'],
    ['the task-force asked for a bearer', 'the task-force asked for a bearer'],
  ])('redacts secrets: %s', (text, safe) => {
    expect(new LlmError(text, { kind: 'auth' }).message).toBe(safe);
  });

  it('redacts what looks like a key from the request id, and lets a subclass name its code', () => {
    const error = new LlmError('text', {
      kind: 'budget',
      code: 'own-code',
      requestId: 'sk-abc123',
    });
    expect(error).toMatchObject({ code: 'own-code', retryable: false, requestId: '[redacted]' });
  });
});
