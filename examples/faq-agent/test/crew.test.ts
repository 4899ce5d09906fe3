import { dialogResponseSchema } from '@kanmon/multistep-planner/schemas';
import { expect, it } from 'vitest';
import { run, startServer } from './processes.ts';

/** Only the slow crew is waited for; the others have time to answer on a busy machine. */
const [shortMs, longMs] = [1500, 20_000];

it.each([
  ['well', 'crew', undefined, longMs],
  ['slow', 'rule', 'crew-timeout', shortMs],
  ['wrong', 'rule', 'crew-plan-refused', longMs],
  ['gone', 'rule', 'crew-unreachable', longMs],
])(
  'a crew that behaves %s: planned by %s, fallback %s',
  async (mood, source, reason, crewTimeoutMs) => {
    const crew = await startServer(['crew', '--behave', mood]);
    const flags = ['--mode', 'crew', '--crew-url', crew.url];
    const timeout = ['--crew-timeout', String(crewTimeoutMs)];
    const question = 'Until when can I return an item?\n';
    const json = await run(['chat', '--json', ...flags, ...timeout], question);
    crew.child.kill('SIGTERM');
    await crew.ended;

    expect(json.code).toBe(0);
    const { meta, answer } = dialogResponseSchema.parse(JSON.parse(json.stdout));
    expect(answer).toContain('within 30 days');
    expect(meta?.plannerSource).toBe(source);
    expect(meta?.fallback).toEqual(reason === undefined ? undefined : { from: 'crew', reason });
  },
);

it('reports in plain words that the crew is gone', async () => {
  const flags = ['--mode', 'crew', '--crew-url', 'http://127.0.0.1:9'];
  const { code, stdout } = await run(['chat', ...flags], '返品はいつまでできますか？\n');
  expect(code).toBe(0);
  expect(stdout).toContain(
    '  * crew から計画を受け取れなかったので、手元で計画しました（crew-unreachable）。',
  );
});
