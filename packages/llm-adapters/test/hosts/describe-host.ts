import type { Budget, LlmUsage } from '@kanmon/core';
import { type Gate, GateRejectedError, type GateOutcome, isGated } from '@kanmon/core/gate';
import { isRecord } from '@kanmon/core/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asList } from '../../src/wire/read.ts';
import {
  context,
  estimateGate,
  faq,
  type HostCase,
  hostCases,
  taskGate,
  type Team,
} from './cases.ts';
import { type FakeOpenAi, type FakeRun, promptOf, startFakeOpenAi } from './fake-openai.ts';

/** A framework with a gate in it, for the table of cases. */
export interface Host {
  readonly name: string;
  /** Missing abilities, each with the reason. */
  readonly cannot: { readonly [A in Ability]?: string };
  /** Builds the gate into the host once; several calls may run at the same time. */
  open(setup: HostSetup): HostSession;
}

/**
 * `stream`, `tools`: the host has them. `plain-text`: an answer that is not asked for as JSON passes through.
 * `transform`: a schema may transform. `gated`: the user gets the very value that the gate passed. `usage`: the host
 * reports the usage of an answer that passed; `usage-details`: also its cached and reasoning tokens. `abort`: it takes
 * a signal. `retry`: it retries a call that met a rate limit.
 */
export type Ability =
  | 'stream'
  | 'tools'
  | 'plain-text'
  | 'transform'
  | 'gated'
  | 'usage'
  | 'usage-details'
  | 'abort'
  | 'retry';

/** The parts of a host that a case may set. */
export interface HostSetup {
  readonly baseUrl: string;
  readonly gate: Gate<unknown, Team>;
  readonly context: Team;
  readonly budget: Budget;
  readonly onOutcome: (outcome: GateOutcome<unknown>) => void;
}

/** One call of the user. */
export interface HostCall {
  readonly prompt: string;
  /** False asks for a plain text. */
  readonly json: boolean;
  /** Offer the tool `lookup`, which takes `{ name }` and returns `{ known: true }`. */
  readonly tool: boolean;
  readonly signal?: AbortSignal;
}

/** The answer to the user. */
export interface HostAnswer {
  readonly value?: unknown;
  /** The text that the host hands out: all of a plain text, the JSON of a value. */
  readonly text?: string;
  /** Of all steps. */
  readonly usage?: LlmUsage;
  /** The error that the host threw or ended its stream with. */
  readonly error?: unknown;
}

export interface HostSession {
  generate(call: HostCall): Promise<HostAnswer>;
  /** `events`: everything that the host hands out while it works, to every kind of reader. */
  stream(call: HostCall): Promise<HostAnswer & { readonly events?: readonly unknown[] }>;
}

/** Runs the table of cases through a host. */
export function describeHost(host: Host): void {
  describe(host.name, () => {
    let server: FakeOpenAi;
    beforeAll(async () => {
      server = await startFakeOpenAi();
    });
    afterAll(() => server.close());

    const open = (gate: HostCase['gate'] = 'task') => {
      const outcomes: GateOutcome<unknown>[] = [];
      const session = host.open({
        baseUrl: server.baseUrl,
        gate: gate === 'task' ? taskGate : estimateGate,
        context,
        budget: { maxAttempts: 3 },
        onOutcome: (outcome) => outcomes.push(outcome),
      });
      return { session, outcomes };
    };

    for (const way of ['generate', 'stream'] as const) {
      const skipped = way === 'stream' && host.cannot.stream !== undefined;
      describe.skipIf(skipped)(way, () => {
        for (const each of hostCases) {
          it.skipIf(isBeyond(host, each))(each.title, async () => {
            const run = server.play(each.title, each.replies);
            const { session, outcomes } = open(each.gate);
            const answer = await session[way]({
              prompt: promptOf(each.title),
              json: !('text' in each.ends),
              tool: each.tool === true,
            });
            expectAnswer(host, each, answer);
            expectCalls(each, run);
            expect(outcomes.flatMap(({ attempts }) => attempts.map(({ mode }) => mode))).toEqual(
              each.modes,
            );
            if (!('rejected' in each.ends)) expectUsage(host, answer, run);
            expect(wordsShown(answer, each.rejectedWords)).toEqual([]);
          });
        }

        it('keeps two runs at the same time apart', async () => {
          const titles = ['first', 'second'] as const;
          const replies = hostCases.find(({ modes }) => modes.includes('patch'))?.replies ?? [];
          const runs = titles.map((title) => server.play(title, replies));
          const { session, outcomes } = open();
          const answers = await Promise.all(
            titles.map((title) =>
              session[way]({ prompt: promptOf(title), json: true, tool: false }),
            ),
          );
          expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
          expect(answers.map(({ value }) => value)).toEqual([faq, faq]);
          expect(runs.map(({ calls }) => calls.length)).toEqual([2, 2]);
          expect(outcomes.map(({ attempts }) => attempts.length)).toEqual([2, 2]);
        });

        it.skipIf(host.cannot.abort !== undefined)(
          'closes the connection when it is aborted in the middle of a correction',
          async () => {
            const wrong = hostCases.find(({ modes }) => modes.includes('patch'))?.replies[0];
            const run = server.play('abort', [
              ...(wrong === undefined ? [] : [wrong]),
              { hang: true },
            ]);
            const { session, outcomes } = open();
            const stop = new AbortController();
            const call = session[way]({
              prompt: promptOf('abort'),
              json: true,
              tool: false,
              signal: stop.signal,
            });
            await run.arrived(2);
            const reason = new DOMException('the user has left', 'AbortError');
            stop.abort(reason);
            const answer = await call;
            await run.closed(2);
            expect(causes(answer.error)).toContain(reason);
            expect(run.calls).toHaveLength(2);
            expect(outcomes).toMatchObject([{ status: 'rejected', reason: 'aborted' }]);
            expect(wordsShown(answer, ['mallory'])).toEqual([]);
          },
        );
      });
    }
  });
}

function isBeyond({ cannot }: Host, each: HostCase): boolean {
  return (
    (each.tool === true && cannot.tools !== undefined) ||
    ('text' in each.ends && cannot['plain-text'] !== undefined) ||
    (each.gate === 'estimate' && cannot.transform !== undefined) ||
    (each.replies.some((reply) => 'status' in reply) && cannot.retry !== undefined)
  );
}

function expectAnswer(host: Host, { ends, gate = 'task' }: HostCase, answer: HostAnswer): void {
  if ('rejected' in ends) {
    const rejection = causes(answer.error).find((error) => GateRejectedError.isInstance(error));
    expect(rejection, String(answer.error)).toMatchObject({ outcome: { reason: ends.rejected } });
    expect(answer.value).toBeUndefined();
    return;
  }
  expect(answer.error).toBeUndefined();
  if ('text' in ends) {
    expect(answer.text).toBe(ends.text);
    return;
  }
  expect(answer.value).toEqual(ends.value);
  if (host.cannot.gated !== undefined) return;
  expect(isGated(answer.value, gate === 'task' ? taskGate : estimateGate)).toBe(true);
}

function expectCalls({ calls, modes, tool, title }: HostCase, run: FakeRun): void {
  expect(run.calls).toHaveLength(calls ?? modes.length);
  for (const { body } of run.calls) {
    // Each call has the prompt of the user.
    expect(JSON.stringify(body['messages'])).toContain(promptOf(title));
  }
  if (tool !== true) return;
  const { body = {} } = run.calls.at(-1) ?? {};
  expect(body['tools'] === undefined || body['tool_choice'] === 'none').toBe(true);
}

function expectUsage({ cannot }: Host, { usage = {} }: HostAnswer, run: FakeRun): void {
  if (cannot.usage !== undefined) return;
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  const counted = { inputTokens, outputTokens, cachedInputTokens, reasoningTokens };
  if (cannot['usage-details'] === undefined) {
    expect(counted).toEqual(run.usage);
    return;
  }
  expect({ inputTokens, outputTokens }).toEqual({
    inputTokens: run.usage.inputTokens,
    outputTokens: run.usage.outputTokens,
  });
}

/** Returns those of the words that appear in the text of an answer, or in the events of its stream. */
function wordsShown(
  { events = [], text = '' }: HostAnswer & { readonly events?: readonly unknown[] },
  words: readonly string[] = [],
): readonly string[] {
  const texts = new Map<string, string>();
  for (const event of events) collectTexts(event, '', texts, new Set());
  const shown = [text, ...texts.values()];
  return words.filter((word) => shown.some((each) => each.includes(word)));
}

/** Joins the texts of all events by their place, since a word may be split over two deltas. Elements of arrays share one. */
function collectTexts(
  value: unknown,
  place: string,
  texts: Map<string, string>,
  seen: Set<unknown>,
): void {
  if (typeof value === 'string') texts.set(place, `${texts.get(place) ?? ''}${value}`);
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Error) collectTexts(value.message, `${place}/message`, texts, seen);
  if (Array.isArray(value)) {
    for (const item of asList(value)) collectTexts(item, place, texts, seen);
    return;
  }
  // An error with `toJSON` decides what leaves the process.
  const shown: unknown = 'toJSON' in value ? JSON.parse(JSON.stringify(value)) : value;
  if (!isRecord(shown)) return;
  for (const [key, member] of Object.entries(shown)) {
    collectTexts(member, `${place}/${key}`, texts, seen);
  }
}

/** Returns an error with its causes. */
function causes(error: unknown): readonly unknown[] {
  const links: unknown[] = [];
  for (let link = error; link !== undefined && links.length < 8; link = causeOf(link))
    links.push(link);
  return links;
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);
