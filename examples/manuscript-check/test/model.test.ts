import { writeFileSync } from 'node:fs';
import { goneModel, type ModelServer, startModelServer } from '@kanmon/example-shared/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonHere, openDesk, runHere } from './support/desk.ts';

let answer: (prompt: string) => object;
let server: ModelServer;
let environment: ModelServer['variables'];

beforeEach(async () => {
  server = await startModelServer(({ prompt }) => JSON.stringify(answer(prompt)));
  environment = server.variables;
});

afterEach(() => {
  server.close();
});

const finding = (quote: string): object => ({
  findings: [{ quote, category: 'consistency', severity: 'high', description: 'who is us?' }],
});
const isReview = (prompt: string): boolean => prompt.includes('copy editor');

describe('with a provider', () => {
  it('a model reads too; a quote that is not in the text is sent back', async () => {
    const desk = openDesk();
    answer = () => finding(server.asked.length === 1 ? 'asked them to look' : 'asked us to look');
    const { code, json } = await jsonHere(desk, ['check', desk.manuscript], { environment });
    expect(code).toBe(6);
    expect(server.asked).toHaveLength(2);
    expect(json.issues.filter(({ category }) => category === 'model/consistency')).toMatchObject([
      { excerpt: 'asked us to look', line: 3 },
    ]);
  });

  it('a model rewrites what no rule can fix, and may not change a number', async () => {
    const desk = openDesk();
    writeFileSync(desk.manuscript, 'We counted 41 cards. It was really worth it, all 3 times.\n');
    answer = (prompt) =>
      isReview(prompt) ? { findings: [] } : { replacement: 'It paid off all 4 times' };
    const refused = await jsonHere(desk, ['polish', desk.manuscript], { environment });
    expect(refused.code).toBe(5);
    expect(server.asked.at(-1)?.prompt).toContain('keep every number of the sentence');
    expect(desk.journal()).toContain('QC-004');
    // The same work goes on when the model behaves.
    answer = (prompt) =>
      isReview(prompt) ? { findings: [] } : { replacement: 'It paid off all 3 times' };
    expect((await jsonHere(desk, ['resume'], { environment })).code).toBe(0);
    expect(desk.read('manuscript.en.polished.md')).toBe(
      'We counted 41 cards. It paid off all 3 times.\n',
    );
  });

  it('that is gone, the command fails, and resume goes on when it is back', async () => {
    const desk = openDesk();
    const failed = await runHere(desk, ['check', desk.manuscript, '--lang', 'en'], {
      environment: goneModel,
    });
    expect(failed.code).toBe(5);
    expect(failed.progress).toContain('it failed on the way [QC-004]');
    expect((await runHere(desk, ['resume'])).code).toBe(5);
    answer = () => ({ findings: [] });
    const { code, json } = await jsonHere(desk, ['resume'], { environment });
    expect(code).toBe(6);
    // What textlint had found before the failure was not opened twice.
    expect(json.counts.open).toBe(26);
  });

  it('that lacks a variable, nothing is begun', async () => {
    const desk = openDesk();
    const { code, progress } = await runHere(desk, ['check', desk.manuscript], {
      environment: { KANMON_LLM_PROVIDER: 'openai' },
    });
    expect(code).toBe(2);
    expect(progress).toContain('OPENAI_API_KEY is not set');
    expect((await runHere(desk, ['resume'])).code).toBe(2);
  });
});
