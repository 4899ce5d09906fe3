import { InvalidArgumentError, LlmError } from '@kanmon/core';
import { defineGate, defineRule, type GateEvent, runGate } from '@kanmon/core/gate';
import { defineReview } from '@kanmon/core/review';
import { createManualClock, createScriptedClient, type ScriptedReply } from '@kanmon/core/testing';
import type { Tracer } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pipe } from '../src/index.ts';
import { traceGate, withOpenTelemetry } from '../src/otel.ts';

const known = defineRule({
  id: 'known-owner',
  select: ['/owner'],
  messages: { unknown: '{owner} is unknown' },
  check(owner: string, _context, report) {
    if (owner === 'secret') report('unknown', { params: { owner } });
  },
});
const gate = defineGate({
  name: 'task',
  schema: z.object({ title: z.string(), owner: z.string() }),
  rules: [known],
});
const messages = [{ role: 'user', content: 'Name a task.' }] as const;
const usage = { inputTokens: 10, outputTokens: 20 };
const good = { text: '{"title":"a","owner":"mia"}', usage };
const bad = { text: '{"title":"a","owner":"secret"}', usage };

function tracing() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  // The real interface of @opentelemetry/api, which the structural one has to fit.
  const tracer: Tracer = provider.getTracer('test');
  return { tracer, listen: traceGate(tracer), spans: () => exporter.getFinishedSpans() };
}

async function traced(script: readonly ScriptedReply[], options: object = {}) {
  const { listen, spans } = tracing();
  const clock = createManualClock();
  const client = createScriptedClient((_request, index) => {
    clock.advance(1000);
    return script[index] ?? '';
  });
  await runGate(gate, { client, messages, clock, onEvent: listen, ...options });
  return spans();
}

describe('traceGate', () => {
  it('opens a span for each attempt, with an evaluation for its verdict', async () => {
    const spans = await traced([bad, good]);
    expect(spans.map(({ name, attributes }) => ({ name, ...attributes }))).toEqual([
      {
        name: 'gate task',
        'kanmon.gate.name': 'task',
        'kanmon.run.id': expect.any(String),
        'kanmon.attempt.number': 1,
        'kanmon.attempt.mode': 'initial',
        'kanmon.attempt.musts': 1,
        'kanmon.attempt.shoulds': 0,
        'gen_ai.response.finish_reasons': ['stop'],
        'kanmon.attempt.input_tokens': 10,
        'kanmon.attempt.output_tokens': 20,
      },
      expect.objectContaining({
        'kanmon.attempt.number': 2,
        'kanmon.attempt.mode': 'patch',
        'kanmon.run.status': 'passed',
      }),
    ]);
    expect(spans.flatMap(({ events }) => events)).toMatchObject([
      {
        name: 'gen_ai.evaluation.result',
        attributes: {
          'gen_ai.evaluation.name': 'task',
          'gen_ai.evaluation.score.label': 'fail',
          'gen_ai.evaluation.score.value': 0,
          'gen_ai.evaluation.explanation': 'known-owner: unknown',
        },
      },
      {
        name: 'gen_ai.evaluation.result',
        attributes: { 'gen_ai.evaluation.score.label': 'pass' },
      },
    ]);
  });

  it('counts each token once beside the spans of the calls, which name their attempt', async () => {
    const { listen, spans, tracer } = tracing();
    const client = pipe(createScriptedClient([bad, good]), withOpenTelemetry({ tracer }));
    await runGate(gate, { client, messages, onEvent: listen });
    const all = spans().map(({ attributes }) => attributes);
    const counted = all.map((attributes) => attributes['gen_ai.usage.output_tokens'] ?? 0);
    expect(counted.reduce((sum: number, count) => sum + Number(count), 0)).toBe(40);
    const calls = all.filter((attributes) => attributes['gen_ai.operation.name'] === 'chat');
    expect(calls).toMatchObject([
      {
        'kanmon.gate.name': 'task',
        'kanmon.attempt.number': 1,
        'kanmon.attempt.mode': 'initial',
      },
      { 'kanmon.attempt.number': 2, 'kanmon.attempt.mode': 'patch' },
    ]);
  });

  it('holds no text of a model', async () => {
    const spans = await traced([bad, good]);
    const told = spans.map(({ name, attributes, events, status }) => ({
      name,
      attributes,
      events,
      status,
    }));
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  it('has the times of the events, so that a stored log makes the same spans', async () => {
    const live = await traced([bad, good]);
    const start = createManualClock().now().getTime() / 1000;
    expect(
      live.map(({ startTime, endTime }) => [startTime[0] - start, endTime[0] - start]),
    ).toEqual([
      [0, 1],
      [1, 2],
    ]);
    const events: GateEvent[] = [];
    await traced([bad, good], { onEvent: (event: GateEvent) => events.push(event) });
    const { listen, spans } = tracing();
    for (const event of events) listen(event);
    expect(spans().map(({ startTime }) => startTime)).toEqual(
      live.map(({ startTime }) => startTime),
    );
  });

  it('has an evaluation of each review', async () => {
    const tone = defineReview({
      id: 'tone',
      messages: { rude: 'rude' },
      async review(_value: unknown, _context: unknown, report) {
        report('rude');
      },
    });
    const [span] = await traced([good], { reviews: [tone], budget: { maxAttempts: 1 } });
    expect(span?.events.map(({ attributes }) => attributes)).toMatchObject([
      { 'gen_ai.evaluation.name': 'tone', 'gen_ai.evaluation.score.value': 0 },
      { 'gen_ai.evaluation.name': 'task', 'gen_ai.evaluation.explanation': 'tone: rude' },
    ]);
    expect(span?.attributes).toMatchObject({
      'kanmon.run.status': 'rejected',
      'kanmon.run.reason': 'attempts',
    });
  });

  it('marks attempts without a value as errors', async () => {
    const cases: readonly (readonly [ScriptedReply, string])[] = [
      ['no JSON', 'no-json'],
      [new LlmError('down', { kind: 'server' }), 'call-failed'],
      [{ text: '{}', finish: 'refusal' }, 'refusal'],
    ];
    for (const [reply, type] of cases) {
      const [span] = await traced([reply], { budget: { maxAttempts: 1 } });
      expect(span?.status).toEqual({ code: 2, message: type });
      expect(span?.attributes).toMatchObject({ 'error.type': type });
    }
  });

  it('keeps runs at the same time apart, and ignores runs whose beginning it has not seen', async () => {
    const { listen, spans } = tracing();
    const script = [bad, good];
    await Promise.all(
      [1, 2].map(() =>
        runGate(gate, { client: createScriptedClient(script), messages, onEvent: listen }),
      ),
    );
    const ids = spans().map(({ attributes }) => attributes['kanmon.run.id']);
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
    listen({
      type: 'attempt-started',
      mode: 'full',
      runId: 'unknown',
      attempt: 2,
      at: new Date(0).toISOString(),
    });
    expect(spans()).toHaveLength(4);
  });

  it('does not let a tracer that throws break a run, and refuses what is no tracer', async () => {
    const throwing = traceGate({
      startSpan() {
        throw new Error('no exporter');
      },
    });
    const client = createScriptedClient([good]);
    const outcome = await runGate(gate, { client, messages, onEvent: throwing });
    expect(outcome.status).toBe('passed');
    expect(() => traceGate({} as never)).toThrow(InvalidArgumentError);
  });
});
