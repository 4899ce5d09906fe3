import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Ending,
  goneModel,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from '@kanmon/example-shared/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStoryArguments } from '../src/frame/arguments.ts';
import { chooseModel } from '../src/frame/model.ts';
import { steps } from '../src/steps/index.ts';
import { output, readOutputs, runStory, storyFolder } from './run-story.ts';
import { usageErrorOf } from './usage-error.ts';

describe('the story with recorded answers', () => {
  let first: Ending;
  let before: Readonly<Record<string, string>>;

  beforeAll(async () => {
    first = await runStory([]);
    before = readOutputs();
  });

  it('keeps every promise and gives the same bytes twice', async () => {
    const second = await runStory([]);

    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/(\d+) of \1 promises kept/);
    expect(second.code).toBe(0);
    expect(readOutputs()).toEqual(before);
    expect(Object.keys(before).toSorted()).toEqual([
      'advisor_report.json',
      'advisor_report.md',
      'advisor_run.json',
      'ai_generation_meta.json',
      'audit_log.json',
      'content_ai_log.json',
      'content_approved.json',
      'content_draft.json',
      'content_events.json',
      'content_import_meta.json',
      'content_review_log.json',
      'dialog_events.json',
      'dialog_turns.json',
      'issue_events.json',
      'journals/deck.json',
      'journals/dialog.json',
      'journals/manuscript.json',
      'journals/proposals.json',
      'manuscript_final.txt',
      'organizer_report.json',
      'organizer_report.md',
      'organizer_run.json',
      'proposal_events.json',
      'repaired_plan.json',
      'report.html',
      'required_terms.json',
      'term_preservation.json',
    ]);
  });

  it('plays the same story in English', async () => {
    const { code, stdout } = await runStory(['--lang', 'en']);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(readOutputs()['report.html']).toContain('<html lang="en">');
  });

  it('replays the journals of the last run, and goes red when one of them was changed', async () => {
    await runStory(['--only', '1']);
    const replayed = await runStory(['--only', '7']);
    expect(replayed).toMatchObject({ code: 0 });

    const kept = join(output, 'journals/proposals.json');
    writeFileSync(kept, readFileSync(kept, 'utf8').replace('"applied"', '"proposed"'));
    const red = await runStory(['--only', '7', '--lang', 'en']);
    expect(red).toMatchObject({ code: 1 });
    expect(red.stdout).toContain('and the state differs');
  });

  it('has nothing to replay before the first run', async () => {
    rmSync(output, { recursive: true, force: true });
    const { code, stdout, stderr } = await runStory(['--only', '7', '--lang', 'en']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^there is no journal to replay yet; .*\n$/);
  });

  it('shows the refused plan, the clarifying question and the sources of each answer', async () => {
    await runStory(['--only', '6']);
    const { 'report.html': page = '', 'dialog_turns.json': turns = '' } = readOutputs();
    expect(page).toContain('<code>query-looks-like-data</code>');
    expect(page).toContain('どの商品について知りたいですか？');
    for (const source of ['shipping-fee', 'product-size', 'receipt-issue', 'returns-steps']) {
      expect(turns).toContain(`"id": "${source}"`);
    }
  });

  it('writes no model text into the page as markup', () => {
    const page = before['report.html'] ?? '';
    expect(page).toContain('&lt;think&gt;');
    expect(page).not.toContain('<think>');
  });
});

it('prints its usage', async () => {
  const { code, stdout, stderr } = await runStory(['--help'], {}, true);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^usage: pnpm demo .*--lang ja\|en.*\n$/);
});

describe('the story refuses what it cannot start with', () => {
  it.each([
    [['--only', '9'], {}, /^--only takes steps of 1, 2, 3, 4, 5, 6, 7/],
    [[], { KANMON_LLM_PROVIDER: 'openai' }, /OPENAI_API_KEY is not set/],
  ])('%j %j', async (args, variables, message) => {
    const { code, stdout, stderr } = await runStory(args, variables);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  // Without a process: `main.ts` prints each of these errors in the same way.
  it.each([
    [['--lang', 'fr'], {}, /^--lang is ja or en, not "fr"/],
    [['--speed', '9'], {}, /Unknown option '--speed'/],
    [[], { KANMON_LLM_PROVIDER: 'gtp' }, /"gtp" is not a known provider/],
  ])('%j %j', async (args, environment, message) => {
    const error = await usageErrorOf(async () => {
      const { locale } = parseStoryArguments(args, steps, storyFolder);
      await chooseModel(environment, locale);
    });
    expect(error).toMatch(message);
    expect(error).not.toContain('\n');
  });
});

describe('the story on a server that speaks the OpenAI protocol', () => {
  let server: ModelServer;

  beforeAll(async () => {
    server = await startModelServer(createPlayer());
  });

  afterAll(() => {
    server.close();
  });

  it('does the same job', async () => {
    const { code, stdout } = await runStory([], server.variables);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(server.asked).toHaveLength(29);
    expect(server.asked[0]).toMatchObject({ path: '/v1/chat/completions', model: 'local' });
    expect(readOutputs()['report.html']).toContain('openai-compatible local');
  });

  it('reports that the server is gone, and exits with 1', async () => {
    const { code, stdout } = await runStory(['--only', '1'], goneModel);
    expect(code).toBe(1);
    expect(stdout).toContain('not as promised');
  });
});

/**
 * Plays the recorded answers. The prompt identifies the step; its turn is the number of times that
 * step has asked.
 */
function createPlayer(): (request: ModelRequest) => string {
  const turns = new Map<string, number>();
  return ({ prompt }) => {
    const step = [
      'next_action',
      'decomposition_proposals',
      'followup_search',
      '"body": ["…"]',
      '"weaknesses":[]',
    ].findIndex((key) => prompt.includes(key));
    const name = ['decide', 'organise', 'answer', 'draft', 'review'][step] ?? 'replan';
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    return readFileSync(join(storyFolder, `model-outputs/${name}.ja.${turn}.txt`), 'utf8');
  };
}
