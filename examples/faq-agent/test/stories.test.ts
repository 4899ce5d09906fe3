import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStory } from '../src/story/read-story.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-story-'));
  const right = { dialog: 'd', say: '北海道への送料はいくらですか？' };

  it.each([
    [{ kind: 'search', sources: ['shipping-fee'] }, 0, '✓'],
    [{ kind: 'search', sources: ['warranty'] }, 1, 'expected the source "warranty"'],
    [{ kind: 'clarify' }, 1, 'expected the turn to be "clarify"'],
    [{ kind: 'search', says: '901円' }, 1, 'expected "901円"'],
    [{ kind: 'search', fallback: 'crew-timeout' }, 1, 'expected the fallback crew-timeout'],
    [{ kind: 'song' }, 2, ':1 is no turn of a story'],
  ])('%j ends with %i', async (expected, code, message) => {
    const path = join(folder, `${code}-${message.length}.jsonl`);
    writeFileSync(path, JSON.stringify({ ...right, expect: expected }));
    const ending = await start([path], {}, 'stories.ts').ended;
    expect(ending.code).toBe(code);
    expect(ending.stdout + ending.stderr).toContain(message);
  });
});
