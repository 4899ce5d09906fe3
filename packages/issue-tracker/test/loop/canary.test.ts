import { describe, expect, it } from 'vitest';
import { type FixLoopPorts, PromptExecutionError, runFixLoop } from '../../src/index.ts';
import { toSarif } from '../../src/sarif.ts';
import { sequentialRandom } from '../../src/testing.ts';
import { actor, loopOptions, loopWorld } from '../support/fixtures.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyzあいうえおかきくけこ漢字仮名交文章';

function canaries(count: number): string[] {
  const random = sequentialRandom(99);
  const characters = Array.from(alphabet);
  return Array.from({ length: count }, () =>
    Array.from({ length: 24 }, () => characters[Math.floor(random() * characters.length)]).join(''),
  );
}

describe('no text of a manuscript is written', () => {
  it('although checker, planner, fixer and errors quote it', async () => {
    const words = canaries(200);
    const text = words.map((word, index) => `第${index}段落。${word}という語があった。`).join('\n');
    const world = loopWorld([], {});
    const hash = world.keep(text);
    const quote = (index: number): string => `引用「${words[index] ?? ''}」と ${text.slice(0, 60)}`;
    let rounds = 0;
    const ports: FixLoopPorts = {
      ...world.ports,
      check: ({ text: current }) => {
        rounds += 1;
        if (rounds === 2) return Promise.reject(new PromptExecutionError(quote(7)));
        return Promise.resolve(
          words.slice(0, 60).flatMap((word, index) => {
            const start = current.indexOf(word);
            if (start === -1) return [];
            return [
              {
                category: index % 2 === 0 ? 'style' : `style ${word}`,
                severity: 'medium' as const,
                text_range: { start, end: start + word.length },
                description: quote(index),
                suggested_fixes: [
                  { kind: quote(index), description: quote(index), text: words[index + 1] ?? '' },
                ],
                evidence: quote(index),
              },
            ];
          }),
        );
      },
      plan: ({ issue, excerpt, available_tools: [tool] }) =>
        Promise.resolve({
          tool_id: issue.severity === 'medium' ? (tool?.tool_id ?? '') : excerpt,
          description: `${excerpt} ${issue.description}`,
          planned_by: 'planner',
        }),
      apply: ({ issue, text: current }) => {
        const { start, end } = issue.text_range ?? { start: 0, end: 0 };
        const after = `${current.slice(0, start)}書き直した長い長い文をここに置く${current.slice(end)}`;
        return Promise.resolve({
          text: after,
          description: `${current.slice(start - 10, end + 10)} -> ${after.slice(start, start + 40)}`,
          applied_by: 'fixer',
        });
      },
    };
    const options = await loopOptions(world, ports, { count: 5 });
    await expect(runFixLoop({ ...options, manuscript_hash: hash })).rejects.toThrow(
      PromptExecutionError,
    );
    const stored: unknown[] = [];
    for await (const event of world.store.readAll()) stored.push(event);
    const view = await world.workflow.view('S1', { actor });
    const bytes = JSON.stringify([stored, toSarif(view), view]);
    expect(view.issues.length).toBeGreaterThan(50);
    expect(stored.length).toBeGreaterThan(200);
    expect(bytes).toContain('[excerpt ');
    const leaked = words.filter(
      (word) => bytes.includes(word) || bytes.includes(word.slice(0, 16)),
    );
    expect(leaked).toEqual([]);
    expect(bytes).not.toContain('書き直した長い長い文をここに置く');
  });

  it('and an error of a port is recorded with its code, without the quotation', async () => {
    const world = loopWorld([], {});
    const text = 'この段落は誰にも見せてはならない秘密の文章である。';
    const check = (): Promise<never> =>
      Promise.reject(new PromptExecutionError(`model said: ${text}`));
    const options = await loopOptions(world, { check });
    const manuscript_hash = world.keep(text);
    await expect(runFixLoop({ ...options, manuscript_hash })).rejects.toThrow('model said');
    const events = await world.events();
    const error = events.find(({ type }) => type === 'error-recorded');
    expect(error?.data).toMatchObject({ error_code: 'issue-prompt-execution', qc_code: 'QC-004' });
    expect(JSON.stringify(events)).not.toContain('誰にも見せて');
    const view = await world.workflow.view('S1', { actor });
    expect(view.session.current_status).toBe('failed');
  });
});
