import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStory, type StoryLine } from '../src/story/read-story.ts';
import { tellStory } from '../src/story/tell-story.ts';
import { start } from './processes.ts';

describe.each(['ja', 'en'])('the story in %s', (name) => {
  it('comes as it is written', async () => {
    let told = '';
    const output = { write: (text: string) => (told += text) };
    const kept = await tellStory(readStory(name), { environment: {}, output, json: false });
    expect(told).not.toContain('✗');
    expect(kept).toBe(true);
  });
});

describe('a story that does not come as it is written', () => {
  const turn = { dialog: 'd', say: '北海道への送料はいくらですか？' };

  it.each<[StoryLine['expect'], string]>([
    [{ kind: 'search', sources: ['warranty'] }, 'expected the sources ["warranty"], got'],
    [{ kind: 'search', sources: [] }, 'expected the sources [], got ["shipping-fee"]'],
    [{ kind: 'clarify' }, 'expected the turn to be "clarify"'],
    [{ kind: 'search', says: '901円' }, 'expected "901円"'],
    [{ kind: 'search', fallback: 'crew-timeout' }, 'expected the fallback crew-timeout'],
  ])('%j', async (expected, message) => {
    let told = '';
    const output = { write: (text: string) => (told += text) };
    const story = [{ ...turn, expect: expected }];
    expect(await tellStory(story, { environment: {}, output, json: false })).toBe(false);
    expect(told).toContain(message);
  });

  it.each([
    ['{"kind":"clarify"}', 1, 'expected the turn to be "clarify"'],
    ['{"kind":"song"}', 2, ':1 is no turn of a story'],
  ])('%s ends the process with %i', async (expected, code, message) => {
    const path = join(mkdtempSync(join(tmpdir(), 'kanmon-story-')), 'story.jsonl');
    writeFileSync(path, `{"dialog":"d","say":"${turn.say}","expect":${expected}}`);
    const ending = await start([path], {}, 'stories.ts').ended;
    expect(ending.code).toBe(code);
    expect(ending.stdout + ending.stderr).toContain(message);
  });
});
