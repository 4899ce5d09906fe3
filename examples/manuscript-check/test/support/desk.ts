import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '@kanmon/example-shared/provider-client';
import {
  type LintThread,
  startLintThread,
  type StartLintThread,
} from '../../src/checking/lint-in-worker.ts';
import { runCommand } from '../../src/cli/run-command.ts';

const inputs = join(import.meta.dirname, '../../inputs');

/** A folder with a manuscript in it, gone after the test. */
export interface Desk {
  readonly folder: string;
  readonly manuscript: string;
  readonly polished: string;
  path(name: string): string;
  read(name: string): string;
  /** All that is in the journal, as text. */
  journal(): string;
}

/** A desk with one of the sample manuscripts. */
export function openDesk(language: 'ja' | 'en' = 'en'): Desk {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'manuscript-check-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const name = `manuscript.${language}.md`;
  copyFileSync(join(inputs, name), path(name));
  return {
    folder,
    path,
    manuscript: path(name),
    polished: path(`manuscript.${language}.polished.md`),
    read: (file) => readFileSync(path(file), 'utf8'),
    journal() {
      const journal = path('.manuscript-check/journal');
      return readdirSync(journal)
        .map((file) => readFileSync(join(journal, file), 'utf8'))
        .join('');
    },
  };
}

/** The result of a command line. */
export interface Ending {
  readonly code: number;
  readonly output: string;
  readonly progress: string;
}

/** Options of `runHere`. */
export interface HereOptions {
  readonly environment?: Environment;
  /** Called with each line of progress, while the command runs. */
  readonly onProgress?: (text: string) => void;
}

const threads = new Map<string, LintThread>();

/** Returns a thread that the commands of all tests share: each start loads the rules, the Japanese ones with a dictionary. */
export const shareLintThread: StartLintThread = (language, fileName) => {
  const key = language + extname(fileName);
  const thread = threads.get(key) ?? startLintThread(language, fileName);
  threads.set(key, thread);
  return { lint: thread.lint, close: () => Promise.resolve() };
};

/** Runs a command line in this process, at a desk. */
export async function runHere(
  desk: Desk,
  argv: readonly string[],
  { environment = {}, onProgress }: HereOptions = {},
): Promise<Ending> {
  let output = '';
  let progress = '';
  const code = await runCommand([...argv, '--dir', desk.path('.manuscript-check')], {
    environment,
    output: {
      write(text) {
        output += text;
      },
    },
    progress: {
      write(text) {
        progress += text;
        onProgress?.(text);
      },
    },
    startLintThread: shareLintThread,
    interactive: false,
    signal: new AbortController().signal,
  });
  return { code, output, progress };
}

/** The same with `--json`, parsed. */
export async function jsonHere(
  desk: Desk,
  argv: readonly string[],
  options: HereOptions = {},
): Promise<{ readonly code: number; readonly json: Report }> {
  const { code, output } = await runHere(desk, [...argv, '--json'], options);
  return { code, json: JSON.parse(output) as Report };
}

/** The members of a command's JSON that tests check. */
export interface Report {
  readonly exit_code: number;
  readonly session_id: string;
  readonly status: string;
  readonly manuscript_hash: string;
  readonly written: string | null;
  readonly counts: {
    readonly open: number;
    readonly fresh: number;
    readonly resolved: number;
    readonly deferred: number;
  };
  readonly issues: readonly {
    readonly issue_id: string;
    readonly category: string;
    readonly state: string;
    readonly line: number;
    readonly excerpt: string;
  }[];
  readonly questions: readonly { readonly issue_id: string; readonly kind: string }[];
  readonly lives: readonly {
    readonly issue_id: string;
    readonly category: string;
    readonly states: (string | null)[];
  }[];
  readonly manuscripts: readonly { readonly file: string; readonly finished: boolean }[];
  readonly problem: { readonly kind: string; readonly reason?: string };
  readonly message: string;
  readonly file_changed?: boolean;
}
