import type { Timer } from '@kanmon/core';
import { checkOptions } from '@kanmon/core/kit';
import type { FixLoopPorts } from '../loop/types.ts';
import type { CheckFinding } from '../recurrence/types.ts';

/** A pattern that a scripted checker reports wherever it occurs. */
export interface CheckerRule {
  readonly pattern: string;
  readonly category: string;
  readonly severity?: CheckFinding['severity'];
  readonly description?: string;
  /** Only this step finds it. @default every step */
  readonly step_id?: string;
}

/** Creates a checker for tests: every occurrence of a pattern is a finding, in every attempt. */
export function scriptedChecker(rules: readonly CheckerRule[]): FixLoopPorts['check'] {
  return ({ step_id: stepId, text }) =>
    Promise.resolve(
      rules
        .filter((rule) => rule.step_id === undefined || rule.step_id === stepId)
        .flatMap((rule) => findAll(text, rule)),
    );
}

function findAll(text: string, rule: CheckerRule): CheckFinding[] {
  const { pattern, category, severity = 'medium', description = `${category} found` } = rule;
  const findings: CheckFinding[] = [];
  if (pattern === '') return findings;
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + pattern.length)) {
    const text_range = { start: at, end: at + pattern.length };
    findings.push({ category, severity, text_range, description });
  }
  return findings;
}

/** A timer for tests that records every sleep. */
export interface ManualSleep extends Timer {
  /** Milliseconds of every sleep, in order. */
  readonly waits: readonly number[];
  /** Ends the oldest sleep that is under way; false when no sleep is under way. */
  wake(): boolean;
}

/** With `auto`, every sleep ends at once; without, only `wake` ends one. An abort rejects it. @default auto false */
export function manualSleep(options: { readonly auto?: boolean } = {}): ManualSleep {
  checkOptions(options, 'auto', 'manualSleep(options)');
  const { auto = false } = options;
  const waits: number[] = [];
  const sleepers = new Set<() => void>();
  return {
    waits,
    wake() {
      const [oldest] = sleepers;
      oldest?.();
      return oldest !== undefined;
    },
    sleep(ms, signal) {
      waits.push(ms);
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          sleepers.delete(wakeUp);
          reject(signal?.reason);
        };
        const wakeUp = (): void => {
          sleepers.delete(wakeUp);
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        if (signal?.aborted === true) stop();
        else if (auto) wakeUp();
        else {
          sleepers.add(wakeUp);
          signal?.addEventListener('abort', stop, { once: true });
        }
      });
    },
  };
}

/** Creates a seeded source of numbers in [0, 1) (mulberry32), equal on every platform. @default seed 1 */
export function sequentialRandom(seed = 1): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
