import { LlmError } from '@kanmon/core';
import { createManualClock } from '@kanmon/core/testing';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { createMockClient, pipe, type TraceEvent, withTrace } from '../src/index.ts';
import { withOpenTelemetry } from '../src/otel.ts';
import { ask, collect, failure } from './support/collect.ts';
import { unhandledRejections } from './support/unhandled-rejections.ts';

const trace = (replies: Parameters<typeof createMockClient>[0], content = false) => {
  const events: TraceEvent[] = [];
  const clock = createManualClock();
  const sink = (event: TraceEvent): void => {
    events.push(event);
  };
  const client = pipe(createMockClient(replies, { clock }), withTrace(sink, { clock, content }));
  return { client, events };
};

describe('withTrace', () => {
  it('reports start and end without any text', async () => {
    const { client, events } = trace(['secret answer']);
    await client.generate(ask('secret question', { model: 'm' }));
    expect(events).toMatchObject([
      {
        type: 'call-started',
        call: 1,
        provider: 'mock',
        model: 'm',
        mode: 'generate',
        messages: 1,
      },
      { type: 'call-finished', call: 1, finish: 'stop', at: Date.UTC(2026, 0, 1) },
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('goes on when a promise of its sink rejects', async () => {
    const sink = (() => Promise.reject(new Error('the disk is full'))) as () => void;
    const client = pipe(createMockClient(['an answer']), withTrace(sink));
    expect(await unhandledRejections(() => client.generate(ask('x')))).toEqual([]);
  });

  it('reports texts when asked to', async () => {
    const { client, events } = trace(['an answer'], true);
    await client.generate(ask('a question'));
    expect(JSON.stringify(events)).toContain('a question');
    expect(JSON.stringify(events)).toContain('an answer');
  });

  it('counts deltas, and reports failures and streams that are left', async () => {
    const error = new LlmError('x', { kind: 'network' });
    const { client, events } = trace([
      'a stream of several deltas',
      { deltas: ['a'], failAfter: 1, error },
      'left early, after one delta',
    ]);
    await collect(client, ask('x'));
    await failure(collect(client, ask('x')));
    for await (const event of client.stream?.(ask('x')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    expect(events.filter((event) => event.type !== 'call-started')).toMatchObject([
      { type: 'call-finished', call: 1, deltas: 4 },
      { type: 'call-failed', call: 2, error: 'network', deltas: 1 },
      { type: 'call-abandoned', call: 3, deltas: 1 },
    ]);
  });

  it('is not broken by a sink that throws', async () => {
    const throwing = withTrace(() => {
      throw new Error('sink');
    });
    const client = pipe(createMockClient(['fine']), throwing);
    expect((await client.generate(ask('x'))).text).toBe('fine');
  });
});

const traced = (replies: Parameters<typeof createMockClient>[0], captureContent = false) => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('test');
  const inner = createMockClient(replies, { provider: 'openai', model: 'gpt-test' });
  const client = pipe(inner, withOpenTelemetry({ tracer, captureContent }));
  return { client, spans: () => exporter.getFinishedSpans() };
};

describe('withOpenTelemetry', () => {
  it('makes a client span after the conventions', async () => {
    const { client, spans } = traced([
      { text: 'answer', id: 'r1', usage: { inputTokens: 3, outputTokens: 2 } },
    ]);
    await client.generate(
      ask('question', { temperature: 0.5, maxOutputTokens: 9, output: { type: 'json' } }),
    );
    const [span] = spans();
    expect(span?.name).toBe('chat gpt-test');
    expect(span?.kind).toBe(2);
    expect(span?.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-test',
      'gen_ai.request.max_tokens': 9,
      'gen_ai.request.temperature': 0.5,
      'gen_ai.output.type': 'json',
      'gen_ai.response.id': 'r1',
      'gen_ai.response.model': 'gpt-test',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 2,
    });
  });

  it('ends the span on every way out, with the kind of an error', async () => {
    const { client, spans } = traced([
      new LlmError('x', { kind: 'quota' }),
      'a whole stream',
      { deltas: ['a'], failAfter: 1 },
      'a stream that is left early',
    ]);
    await failure(client.generate(ask('x')));
    await collect(client, ask('x'));
    await failure(collect(client, ask('x')));
    for await (const event of client.stream?.(ask('x')) ?? []) {
      expect(event.type).toBe('delta');
      break;
    }
    expect(spans().map((span) => span.attributes['error.type'])).toEqual([
      'quota',
      undefined,
      'network',
      undefined,
    ]);
    expect(spans().map((span) => span.status.code)).toEqual([2, 0, 2, 0]);
  });

  it('holds texts only when asked to', async () => {
    const quiet = traced(['the answer']);
    await quiet.client.generate(ask('the question'));
    expect(JSON.stringify(quiet.spans()[0]?.attributes)).not.toContain('the ');
    const open = traced(['the answer'], true);
    await open.client.generate(ask('the question'));
    expect(JSON.stringify(open.spans()[0]?.attributes)).toContain('the answer');
  });

  it('refuses an object that is not a tracer', () => {
    // @ts-expect-error no tracer
    expect(() => withOpenTelemetry({ tracer: {} })).toThrow(/startSpan/);
    const tracer = new BasicTracerProvider().getTracer('test');
    // @ts-expect-error the tracer as traceGate takes it
    expect(() => withOpenTelemetry(tracer)).toThrow('expected withOpenTelemetry({ tracer })');
  });
});
