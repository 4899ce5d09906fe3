import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { output, readOutputs, runStory, storyFolder } from './run-story.ts';

describe('the story with recorded answers', () => {
  it('keeps every promise and gives the same bytes twice', async () => {
    const first = await runStory([]);
    const before = readOutputs();
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

  it('tells the same story in English', async () => {
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

  it('writes no model text into the page as markup', async () => {
    await runStory([]);
    const page = readOutputs()['report.html'] ?? '';
    expect(page).toContain('&lt;think&gt;');
    expect(page).not.toContain('<think>');
  });
});

describe('the story refuses what it cannot start with', () => {
  it.each([
    [['--only', '9'], {}, /^--only takes steps of 1, 2, 3, 4, 5, 6, 7/],
    [['--lang', 'fr'], {}, /^--lang is ja or en, not "fr"/],
    [['--speed', '9'], {}, /Unknown option '--speed'/],
    [[], { KANMON_LLM_PROVIDER: 'openai' }, /OPENAI_API_KEY is not set/],
    [[], { KANMON_LLM_PROVIDER: 'gtp' }, /"gtp" is no known provider/],
  ])('%j %j', async (args, variables, message) => {
    const { code, stdout, stderr } = await runStory(args, variables);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('the story on a server that speaks the OpenAI protocol', () => {
  const asked: { path: string; model: string }[] = [];
  const play = createPlayer();
  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        const { model, messages } = JSON.parse(body) as ChatRequest;
        asked.push({ path: request.url ?? '', model });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(chatAnswer(model, play(messages))));
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    baseUrl = `http://127.0.0.1:${address.port}/v1`;
  });

  afterAll(() => {
    server.close();
  });

  it('does the same job', async () => {
    const { code, stdout } = await runStory([], {
      KANMON_LLM_PROVIDER: 'openai-compatible',
      OPENAI_COMPATIBLE_BASE_URL: baseUrl,
      OPENAI_COMPATIBLE_MODEL: 'local-model',
    });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(asked).toHaveLength(29);
    expect(asked[0]).toEqual({ path: '/v1/chat/completions', model: 'local-model' });
    expect(readOutputs()['report.html']).toContain('openai-compatible local-model');
  });

  it('says so, and exits with 1, when the server is gone', async () => {
    const { code, stdout } = await runStory(['--only', '1'], {
      KANMON_LLM_PROVIDER: 'openai-compatible',
      OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_COMPATIBLE_MODEL: 'local-model',
    });
    expect(code).toBe(1);
    expect(stdout).toContain('not as promised');
  });
});

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/**
 * Plays the recorded answers. The prompt says which step asks; its turn is the number of times that
 * step has asked.
 */
function createPlayer(): (messages: ChatRequest['messages']) => string {
  const turns = new Map<string, number>();
  return (messages) => {
    const prompt = messages.map(({ content }) => content).join('\n');
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

function chatAnswer(model: string, content: string): unknown {
  return {
    id: 'chat-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
  };
}
