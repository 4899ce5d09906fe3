/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { Worker } from 'node:worker_threads';
import type { Locale } from '@kanmon/core';
import type { LintFinding, TextlintChecker } from './textlint-checker.ts';

/** A checker on a separate thread. */
export interface LintThread {
  readonly lint: TextlintChecker;
  close(): Promise<void>;
}

/** Starts a thread for a file, whose extension chooses between Markdown and plain text. */
export type StartLintThread = (language: Locale, fileName: string) => LintThread;

type Answer = { readonly id: number } & (
  | { readonly findings: readonly LintFinding[] }
  | { readonly error: string }
);

/**
 * Runs textlint beside the main thread: a long chapter takes seconds, in which the lock of the manuscript
 * has to be renewed and Ctrl-C to be heard. The thread starts with the first text.
 */
export const startLintThread: StartLintThread = (language, fileName) => {
  const waiting = new Map<number, PromiseWithResolvers<readonly LintFinding[]>>();
  let thread: Worker | null = null;
  let lastId = 0;

  const failAll = (error: Error): void => {
    for (const job of waiting.values()) job.reject(error);
    waiting.clear();
  };
  const startThread = (): Worker => {
    const worker = new Worker(new URL('lint-worker.ts', import.meta.url), {
      workerData: { language, fileName },
    });
    worker.on('message', (answer: Answer) => {
      const job = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) job?.reject(new Error(`textlint failed: ${answer.error}`));
      else job?.resolve(answer.findings);
    });
    worker.on('error', failAll);
    worker.on('exit', () => failAll(new Error('the thread of textlint ended before its answer')));
    return worker;
  };

  return {
    lint(text) {
      thread ??= startThread();
      lastId += 1;
      const job = Promise.withResolvers<readonly LintFinding[]>();
      waiting.set(lastId, job);
      thread.postMessage({ id: lastId, text });
      return job.promise;
    },
    async close() {
      await thread?.terminate();
      thread = null;
    },
  };
};
