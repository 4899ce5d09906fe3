import { createMemoryEventStore } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import { openStudio } from './open-studio.ts';

const script = '<script>alert(1)</script><img src=x onerror=alert(1)>';

describe('a hostile request', () => {
  it('keeps its texts as texts: every answer is JSON that no browser runs', async () => {
    const { send } = await openStudio();
    const card = {
      slide_id: 'a',
      title: script,
      body: [script],
      intent: 'x',
      story: { phase: 'y' },
      note: script,
    };
    const answers = [
      await send('POST', '/v1/content/cards', { spec_id: 'd', cards: [card] }),
      await send('GET', '/v1/content/cards?spec_id=d'),
      await send('POST', '/api/terms/check', { request: script, tasks: [{ title: script }] }),
      await send('POST', '/api/issues/sessions', { episode_number: script, text: script }),
      await send('POST', '/agent.dialog', { message: script }),
      await send('PUT', `/api/boards/${encodeURIComponent(script)}`, { dashboard: { trays: {} } }),
      await send('GET', `/api/journal/streams/${encodeURIComponent(script)}`),
      await send('GET', `/${encodeURIComponent(script)}`),
    ];
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 200, 404, 404]);
    expect(await answers[1]?.json()).toMatchObject({ items: [{ title: script }] });
  });

  it.each([
    ['/v1/content/cards', 1_000_000],
    ['/api/proposal-quality/validate', 1_000_000],
    ['/api/terms/check', 1_000_000],
    ['/agent.dialog', 65_536],
  ])('that is too large for %s is refused with 413', async (path, limit) => {
    const { send } = await openStudio();
    expect((await send('POST', path, { text: 'x'.repeat(limit) })).status).toBe(413);
  });

  it.each([
    ['not JSON', 'nonsense'],
    ['a duplicate key', '{"request":"a","request":"b","tasks":[]}'],
    ['too deep', '['.repeat(1000)],
    ['a polluting key', '{"__proto__":{"a":1},"request":1}'],
  ])('with %s is refused with 400', async (_title, body) => {
    const { studio, tokens } = await openStudio();
    const response = await studio.app.request('/api/terms/check', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokens.sign('hanako')}`,
        'content-type': 'application/json',
      },
      body,
    });
    expect(response.status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  it('reaches no file outside the folders that are served', async () => {
    const { studio } = await openStudio();
    for (const path of [
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docs//etc/passwd',
    ]) {
      expect((await studio.app.request(path)).status).toBe(404);
    }
  });

  it('does not write a second line into the log, and no secret', async () => {
    const lines: object[] = [];
    const keep = (entry: object | string): void => {
      lines.push(Object(entry) as object);
    };
    const logger = { debug: keep, info: keep, warn: keep, error: keep };
    const { studio, tokens } = await openStudio({ logger });
    const token = await tokens.sign('hanako');
    await studio.app.request(`/api/me?token=${token}`, {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'chosen-1' },
    });
    const [line] = lines;
    expect(line).toMatchObject({ request_id: 'chosen-1', path: '/api/me', status: 200 });
    expect(JSON.stringify(lines)).not.toContain(token);
  });

  it('cannot read the error of a broken store', async () => {
    const store = createMemoryEventStore();
    const { send } = await openStudio({ store });
    await store.close();
    const response = await send('GET', '/api/journal/streams');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('closed');
  });
});
