import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from '../src/write-whole.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('replaces a file and leaves no other one', () => {
  const path = join(folder, 'a.json');
  writeWhole([[path, 'one']]);
  writeWhole([[path, 'two']]);
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(readdirSync(folder)).toEqual(['a.json']);
});

it('follows no link: neither at the name of the file nor at the old name of its partial', () => {
  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, 'precious');
  for (const name of ['a.json', '.a.json.partial']) symlinkSync(outside, join(folder, name));
  writeWhole([[join(folder, 'a.json'), 'new']]);
  expect(readFileSync(outside, 'utf8')).toBe('precious');
  expect(readFileSync(join(folder, 'a.json'), 'utf8')).toBe('new');
});

it('leaves no partial file behind when a file cannot be replaced', () => {
  writeWhole([[join(folder, 'taken', 'inner.txt'), 'x']]);
  expect(() => writeWhole([[join(folder, 'taken'), 'x']])).toThrow('EISDIR');
  expect(readdirSync(folder)).toEqual(['taken']);
});

it('fails where no folder can be created, and does not wait', () => {
  writeWhole([[join(folder, 'file'), 'x']]);
  expect(() => writeWhole([[join(folder, 'file', 'below', 'a.txt'), 'x']])).toThrow('EEXIST');
  // On Linux, the recursive `mkdirSync` of Node does not return here.
  if (process.platform === 'linux') {
    expect(() => writeWhole([['/proc/kanmon/below/a.txt', 'x']])).toThrow('ENOENT');
  }
});
