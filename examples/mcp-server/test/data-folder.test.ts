import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../src/client/call-tool.ts';
import { connectOverHttp, connectOverStdio, startHttpServer } from '../src/client/start-server.ts';
import { beginSession } from './begin-session.ts';

describe('a folder of data', () => {
  let data: string;

  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'kanmon-mcp-'));
  });

  afterEach(() => {
    rmSync(data, { recursive: true, force: true });
  });

  it('outlives the server; a lock that was not given back is QC-008 until it expires', async () => {
    const first = await startHttpServer(['--data', data, '--actor', 'aki']);
    const caller = await connectOverHttp(first.url);
    const text = '秘密の手紙をを読む。';
    const kept = await beginSession(caller, 'kept');
    const lost = await beginSession(caller, 'lost');
    for (const session_id of [kept, lost]) {
      await callTool(caller, 'execute_check_step', { session_id, step_id: 'mechanics', text });
    }
    await caller.close();
    first.process.kill('SIGKILL');

    const second = await startHttpServer(['--data', data, '--actor', 'aki']);
    const again = await connectOverHttp(second.url);
    const step = { session_id: lost, step_id: 'mechanics', text: '手紙を読む。' };
    expect(await callTool(again, 'get_check_status', { session_id: lost })).toMatchObject({
      output: { counts: { New: 1 } },
    });
    expect(await callTool(again, 'execute_check_step', step)).toMatchObject({
      error: { qc_code: 'QC-008' },
    });
    await again.close();
    expect(await second.stop()).toBe(0);

    const stranger = await connectOverStdio(['--data', data, '--actor', 'mallory'], {
      era: 'legacy',
    });
    expect(await callTool(stranger, 'get_check_status', { session_id: kept })).toMatchObject({
      error: { code: 'issue-access-denied' },
    });
    expect(await callTool(stranger, 'list_unresolved_issues', {})).toMatchObject({
      output: { total: 0 },
    });
    await stranger.close();

    const journal = join(data, 'journal');
    const events = readdirSync(journal).map((name) => readFileSync(join(journal, name), 'utf8'));
    expect(events.join('')).not.toContain('秘密');
    expect(events.join('')).toContain('repeated-word');
  });

  it('is taken over at once from a server that was stopped', async () => {
    const first = await startHttpServer(['--data', data, '--actor', 'aki']);
    const caller = await connectOverHttp(first.url);
    const session_id = await beginSession(caller, 'handed-over');
    const step = { session_id, step_id: 'mechanics' };
    await callTool(caller, 'execute_check_step', { ...step, text: '本をを読む。' });
    await caller.close();
    await first.stop();

    const next = await connectOverStdio(['--data', data, '--actor', 'aki'], { era: 'legacy' });
    expect(
      await callTool(next, 'execute_check_step', { ...step, text: '昨日、本を読む。' }),
    ).toMatchObject({ output: { counts: { Resolved: 1 }, step: { attempt: 2 } } });
    await next.close();
  });
});
