import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Locale } from '@kanmon/core';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

const inputs = join(import.meta.dirname, '../inputs');

/** One line of the story: a command, and what it must come to. */
interface Scene {
  readonly args: readonly string[];
  readonly code: ExitCode;
  readonly shows: RegExp;
  /** A change of the files before the command runs. */
  readonly before?: (folder: string) => void;
}

/** Plays a deck from sources to a verified approval in a temporary folder; false when a result differs from the expected one. */
export async function tellStory(locale: Locale, print: (line: string) => void): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'kanmon-deck-story-'));
  let kept = 0;
  const scenes = scenesIn(locale);
  try {
    setTheStage(folder, locale);
    for (const { args, code, shows, before } of scenes) {
      before?.(folder);
      const shown: string[] = [];
      const ended = await run([...args, ...languageFlag(locale)], hostOf(folder, shown));
      const text = shown
        .join('')
        .replaceAll(folder, '.')
        .replaceAll(/sha256:[0-9a-f]{64}/g, 'sha256:…')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now');
      print(`$ deck ${args.map(quoted).join(' ')}`);
      if (text !== '') print(text.trimEnd());
      if (ended !== exitCodes.done) print(`(exit ${ended})`);
      const isKept = ended === code && shows.test(text);
      if (isKept) kept += 1;
      else print(`not as promised: exit ${code} and ${String(shows)}`);
    }
    print(`${kept} of ${scenes.length} as promised`);
    return kept === scenes.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scenesIn(locale: Locale): readonly Scene[] {
  const person = locale === 'ja' ? '佐藤 花子' : 'Hanako Sato';
  const as = ['--as', person];
  return [
    { args: ['draft', 'spec.json'], code: exitCodes.done, shows: /mock-local.* 3/ },
    { args: ['import', 'voices.txt'], code: exitCodes.done, shows: /1/ },
    { args: ['list'], code: exitCodes.done, shows: /C {2}\S+ {2}promise/ },
    { args: ['apply-fix', 'payment', ...as], code: exitCodes.done, shows: /A {2}\S+ {2}payment/ },
    { args: ['approve', 'promise', ...as], code: exitCodes.conflict, shows: /promise/ },
    { args: ['import', 'promise.json', '--update'], code: exitCodes.done, shows: /1/ },
    { args: ['export'], code: exitCodes.notApproved, shows: /cover/ },
    { args: ['approve', '--all', ...as], code: exitCodes.done, shows: /voices/ },
    { args: ['show', 'payment'], code: exitCodes.done, shows: new RegExp(`: ${person} \\(now\\)`) },
    { args: ['export'], code: exitCodes.done, shows: /content_approved\.json/ },
    { args: ['verify'], code: exitCodes.done, shows: /4/ },
    {
      args: ['verify'],
      code: exitCodes.verifyFailed,
      shows: /hash_mismatch {2}\/slides\/0\/elements\/title/,
      before: changeOneDigit,
    },
  ];
}

function setTheStage(folder: string, locale: Locale): void {
  const suffix = locale === 'ja' ? '' : '.en';
  mkdirSync(join(folder, 'config'));
  for (const [from, to] of [
    [`spec${suffix}.json`, 'spec.json'],
    [`voices${suffix}.txt`, 'voices.txt'],
    [`content_ai_policies${suffix}.json`, 'config/content_ai_policies.json'],
  ] as const)
    cpSync(join(inputs, from), join(folder, to));
  const card = {
    slide_id: 'promise',
    title: locale === 'ja' ? '速さについて' : 'How fast it is',
    body: [locale === 'ja' ? '試験環境で平均1.9秒' : '1.9 seconds in the test environment'],
    intent: 'general',
    story: { phase: 'body' },
  };
  writeFileSync(join(folder, 'promise.json'), JSON.stringify([card]));
}

function changeOneDigit(folder: string): void {
  const path = join(folder, 'content_approved.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('2.4', '2.5'));
}

function hostOf(workingDirectory: string, shown: string[]) {
  const stream = () =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        shown.push(chunk.toString());
        done();
      },
    });
  return {
    stdout: stream(),
    stderr: stream(),
    isInteractive: false,
    environment: {},
    workingDirectory,
    signal: new AbortController().signal,
  };
}

/** Japanese needs no flag. */
function languageFlag(locale: Locale): readonly string[] {
  return locale === 'ja' ? [] : ['--lang', locale];
}

function quoted(word: string): string {
  return word.includes(' ') ? `'${word}'` : word;
}
