import type { Client, Tool } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool } from '../src/client/call-tool.ts';
import { connectOverHttp, type HttpProcess, startHttpServer } from '../src/client/start-server.ts';
import { beginSession } from './begin-session.ts';
import { statusOf } from './status-of.ts';

let server: HttpProcess;
let client: Client;

beforeAll(async () => {
  server = await startHttpServer(['--actor', 'aki']);
  client = await connectOverHttp(server.url);
});

afterAll(async () => {
  await client.close();
  await server.stop();
});

async function codeOf(name: string, args: Record<string, unknown>): Promise<string> {
  const answer = await callTool(client, name, args);
  return answer.ok ? 'ok' : answer.error.code;
}

describe('arguments of a wrong type', () => {
  const wrong = [null, true, 1e308, -1, '', [], {}, [[]], '\u0000', { __proto__: null, a: 1 }];

  it('are a result with a code for every field of every tool', async () => {
    const { tools } = await client.listTools();
    const calls = tools.flatMap((tool) =>
      Object.keys(tool.inputSchema.properties ?? {}).flatMap((field) =>
        wrong.map((value) => ({ tool, args: { ...minimal(tool), [field]: value } })),
      ),
    );
    const codes = await Promise.all(calls.map(({ tool, args }) => codeOf(tool.name, args)));
    const known = new Set(['ok', 'invalid-input', 'issue-access-denied', 'unknown-step']);
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    expect(codes.filter((code) => code === 'invalid-input').length).toBeGreaterThan(
      codes.length / 2,
    );
  });

  it('are refused with their wrong places, at most twenty', async () => {
    const tasks = Array.from({ length: 100 }, () => ({ title: 1 }));
    const answer = await callTool(client, 'check_term_preservation', { request: 'a', tasks });
    const [first] = answer.ok ? [] : answer.error.details;
    expect(first).toMatchObject({ field: 'tasks.0.title', pointer: '/tasks/0/title' });
    expect(answer.ok ? 0 : answer.error.details.length).toBe(20);
  });
});

function minimal({ inputSchema }: Tool): Record<string, unknown> {
  const samples: Record<string, unknown> = {
    session_id: 'SESSION-1-0123456789',
    step_id: 'mechanics',
    kind: 'organizer',
    report: {},
    valid_node_ids: [],
    text: '{}',
    request: 'a',
    tasks: [{ title: 'a' }],
    message: 'a',
  };
  const required = (inputSchema.required ?? []).map((name) => [name, samples[name]] as const);
  return Object.fromEntries<unknown>(required);
}

describe('too much of anything', () => {
  it('is refused by the schema, or by the limit of a body', async () => {
    expect(await codeOf('extract_json', { text: 'a'.repeat(200_001) })).toBe('invalid-input');
    expect(await codeOf('extract_json', { text: '['.repeat(200_000) })).toBe('ok');
    expect(await statusOf(server.url, {}, 'a'.repeat(3_000_000))).toBe(413);
  });

  it('is refused by the number of elements and by depth', async () => {
    const call = (report: unknown) =>
      codeOf('validate_proposal', { kind: 'organizer', valid_node_ids: [], report });
    expect(await call(Array.from({ length: 60_000 }, () => 1))).toBe('invalid-input');
    expect(await call(JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`))).toBe(
      'invalid-input',
    );
    expect(await call(JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`))).toBe('ok');
  });

  it('as a text that is made to be slow is checked all the same', async () => {
    const session_id = await beginSession(client, 'slow');
    const texts = [
      '（'.repeat(100_000),
      'をを'.repeat(100_000),
      ' a'.repeat(100_000),
      'である'.repeat(60_000),
    ];
    for (const [index, text] of texts.entries()) {
      for (const step_id of ['readability', 'consistency', 'mechanics']) {
        const episode = await beginSession(client, `slow-${index}-${step_id}`);
        await callTool(client, 'execute_check_step', { session_id: episode, step_id, text });
      }
    }
    expect(await codeOf('get_check_status', { session_id })).toBe('ok');
  });
});

describe('sessions without an owner', () => {
  it.each([
    'SESSION-1-0123456789',
    '../../etc/passwd',
    'SESSION-1-0123456789/../x',
    'SESSION-1-012345678\u0000',
    'SESSION-1-０１２３４５６７８９',
    '__proto__',
    ' SESSION-1-0123456789',
  ])('%j is refused by every tool that takes one', async (session_id) => {
    const codes = [
      await codeOf('get_check_tasks', { session_id }),
      await codeOf('get_check_status', { session_id }),
      await codeOf('get_check_history', { session_id }),
      await codeOf('list_unresolved_issues', { session_id }),
      await codeOf('execute_check_step', { session_id, step_id: 'mechanics', text: 'a' }),
    ];
    const expected =
      session_id === 'SESSION-1-0123456789' ? 'issue-access-denied' : 'invalid-input';
    expect(new Set(codes)).toEqual(new Set([expected]));
  });

  it('an issue of another session is refused, and nothing is written', async () => {
    const [mine, theirs] = [
      await beginSession(client, 'mine'),
      await beginSession(client, 'theirs'),
    ];
    const check = (session_id: string, rest: object) =>
      callTool(client, 'execute_check_step', {
        session_id,
        step_id: 'mechanics',
        text: '本をを読む。',
        ...rest,
      });
    const other = await check(theirs, {});
    const [issue] = (other.ok ? other.output['issues'] : []) as { issue_id: string }[];
    await check(mine, {});
    const before = await callTool(client, 'get_check_history', { session_id: mine });
    const injected = await check(mine, {
      text: '本を読む。',
      applied_fixes: [{ issue_id: issue?.issue_id, description: 'mine now' }],
    });
    expect(injected).toMatchObject({ ok: false, error: { code: 'issue-unknown-issue' } });
    expect(await callTool(client, 'get_check_history', { session_id: mine })).toEqual(before);
  });

  it('names of prototypes are plain text', async () => {
    const session_id = await beginSession(client, 'constructor');
    const args = { session_id, step_id: 'constructor', text: 'a' };
    expect(await codeOf('execute_check_step', args)).toBe('unknown-step');
    expect(await codeOf('list_unresolved_issues', { category: '__proto__' })).toBe('ok');
  });

  it('half of a character in a text does no harm', async () => {
    const session_id = await beginSession(client, 'surrogate');
    const args = { session_id, step_id: 'mechanics', text: '\ud83d（\udc00本をを' };
    expect(await codeOf('execute_check_step', args)).toBe('ok');
  });
});

describe('two clients at once', () => {
  it('take turns on one session, and every attempt is there', async () => {
    const session_id = await beginSession(client, 'shared');
    const other = await connectOverHttp(server.url, 'legacy');
    const calls = Array.from({ length: 12 }, (_, index) =>
      callTool(index % 2 === 0 ? client : other, 'execute_check_step', {
        session_id,
        step_id: ['readability', 'consistency', 'mechanics'][index % 3],
        text: `本をを読む。${'。'.repeat(index)}`,
      }),
    );
    const answers = await Promise.all(calls);
    const done = answers.filter(({ ok }) => ok);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.error.qc_code]));
    // Three attempts a step are allowed, whoever makes them.
    expect(done).toHaveLength(9);
    expect(refused).toEqual(['QC-007', 'QC-007', 'QC-007']);
    const status = await callTool(client, 'get_check_status', { session_id });
    expect(status).toMatchObject({ output: { tasks: [1, 2, 3].map(() => ({ attempts: 3 })) } });
    await other.close();
  });

  it('may have more sessions than there are places', async () => {
    const ids = await Promise.all(
      Array.from({ length: 25 }, (_, index) => beginSession(client, `many-${index}`)),
    );
    const codes = await Promise.all(
      ids.map((session_id) =>
        codeOf('execute_check_step', { session_id, step_id: 'mechanics', text: '本をを読む。' }),
      ),
    );
    expect(new Set(codes)).toEqual(new Set(['ok']));
  });
});

describe('the HTTP transport', () => {
  it.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:80', origin: 'http://evil.example' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ origin: 'http://localhost:5173' }, 200],
  ])('with %j answers %d', async (headers, status) => {
    expect(await statusOf(server.url, headers)).toBe(status);
  });

  it('is at one address only, answers 404 at other paths, and refuses other addresses', async () => {
    expect((await fetch(server.url.replace('/mcp', '/'))).status).toBe(404);
    await expect(fetch(server.url.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow(
      'fetch failed',
    );
  });
});
