import type { GateEvent } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import type { AttributeValue, SpanLike } from '../decorators/with-open-telemetry.ts';
import { checkMethods } from '../wire/check-options.ts';
import { attempt as tolerate } from '../wire/read.ts';

/** The members that are used of a span with events; `Span` of @opentelemetry/api 1 fits. */
export interface GateSpanLike extends Pick<SpanLike, 'setStatus'> {
  setAttributes(attributes: Record<string, AttributeValue>): unknown;
  addEvent(name: string, attributes: Record<string, AttributeValue>, time: Date): unknown;
  end(time: Date): void;
}

/** The method that is used of a tracer; `Tracer` of @opentelemetry/api 1 fits. */
export interface GateTracerLike {
  startSpan(
    name: string,
    options: { attributes: Record<string, AttributeValue>; startTime: Date },
  ): GateSpanLike;
}

/** A run between its first and its last event. */
interface TracedRun {
  readonly gate: string;
  readonly span?: GateSpanLike | undefined;
  /** Set when the attempt of the span has ended. */
  readonly endedAt?: Date;
}

/** `SpanStatusCode.ERROR` of @opentelemetry/api. */
const spanStatusError = 2;

/** Codes in the explanation of a verdict; more of them help no reader. */
const shownCodes = 20;

/**
 * Returns a listener for the events of gate runs, for `onEvent` or for a stored log. Each attempt is a span, with the
 * times of the events. Each verdict is an event `gen_ai.evaluation.result` after the GenAI semantic conventions: one of
 * the gate for the attempt, and one of each review. They have codes, never texts of a model. A run that is never ended
 * keeps its last span open.
 *
 * Tokens are `kanmon.attempt.*`: the span of the call (`withOpenTelemetry`, or that of a framework) has `gen_ai.usage.*`,
 * and the gate, number and mode of its attempt. A listener can make no span active, so that spans of calls are siblings
 * of these: run both inside of `tracer.startActiveSpan` to have them in one trace.
 *
 * @throws {InvalidArgumentError} The tracer has no `startSpan`.
 * @example
 * await runGate(gate, { client, messages, onEvent: traceGate(trace.getTracer('my-app')) });
 */
export function traceGate(tracer: GateTracerLike): (event: GateEvent) => void {
  checkMethods(tracer, 'startSpan', 'a tracer with startSpan', "pass trace.getTracer('my-app')");
  const runs = new Map<string, TracedRun>();

  return (event) => {
    const { runId, attempt } = event;
    const time = new Date(event.at);
    if (event.type === 'run-started') {
      runs.set(runId, { gate: event.gate });
      return;
    }
    const run = runs.get(runId);
    if (run === undefined) return;
    const { gate, endedAt = time } = run;
    let { span } = run;
    if (event.type === 'attempt-started') {
      tolerate(() => span?.end(endedAt));
      const attributes = {
        'kanmon.gate.name': gate,
        'kanmon.run.id': runId,
        'kanmon.attempt.number': attempt,
        'kanmon.attempt.mode': event.mode,
      };
      span = tolerate(() => tracer.startSpan(`gate ${gate}`, { attributes, startTime: time }));
      runs.set(runId, { gate, span });
    }
    tolerate(() => span !== undefined && describe(span, event, { gate, time }));
    // The end of the run follows the end of its last attempt, and belongs to the same span.
    if (event.type === 'attempt-finished') runs.set(runId, { ...run, endedAt: time });
    if (event.type === 'run-finished') {
      runs.delete(runId);
      tolerate(() => span?.end(endedAt));
    }
  };
}

const evaluation = 'gen_ai.evaluation.result';

/** A value without a Must passes. */
function verdictOf(
  name: string,
  findings: Extract<GateEvent, { readonly type: 'findings-reported' }>['findings'],
): Record<string, AttributeValue> {
  const fails = findings.some(({ severity }) => severity === 'must');
  const codes = [...new Set(findings.map(({ rule, code }) => `${rule}: ${code}`))];
  return {
    'gen_ai.evaluation.name': name,
    'gen_ai.evaluation.score.label': fails ? 'fail' : 'pass',
    'gen_ai.evaluation.score.value': fails ? 0 : 1,
    ...(codes.length === 0
      ? {}
      : { 'gen_ai.evaluation.explanation': codes.slice(0, shownCodes).join(', ') }),
  };
}

function describe(
  span: GateSpanLike,
  event: GateEvent,
  { gate, time }: { readonly gate: string; readonly time: Date },
): void {
  switch (event.type) {
    case 'response-received':
    case 'attempt-aborted':
      span.setAttributes(
        withoutUndefined({
          'gen_ai.response.finish_reasons': 'finish' in event ? [event.finish] : undefined,
          // The conventions put usage on the span of the call. Backends add that up, so that it is not here too.
          'kanmon.attempt.input_tokens': event.usage.inputTokens,
          'kanmon.attempt.output_tokens': event.usage.outputTokens,
        }),
      );
      return;
    case 'value-reviewed':
      for (const { review, findings } of event.reviews) {
        span.addEvent(evaluation, verdictOf(review, findings), time);
      }
      return;
    case 'findings-reported':
      span.addEvent(evaluation, verdictOf(gate, event.findings), time);
      return;
    case 'extraction-refused':
      fail(span, event.reason);
      return;
    case 'patch-refused':
      fail(span, event.problem.code);
      return;
    case 'attempt-finished':
      span.setAttributes({
        'kanmon.attempt.musts': event.musts,
        'kanmon.attempt.shoulds': event.shoulds,
      });
      // Only a failed call has its usage here.
      if (event.usage !== undefined) fail(span, 'call-failed');
      return;
    case 'run-finished':
      span.setAttributes(
        withoutUndefined({
          'kanmon.run.status': event.status,
          'kanmon.run.reason': event.reason,
        }),
      );
      return;
    case 'run-started':
    case 'attempt-started':
    case 'value-extracted':
    case 'patch-applied':
      return;
  }
}

function fail(span: GateSpanLike, type: string): void {
  span.setAttributes({ 'error.type': type });
  span.setStatus({ code: spanStatusError, message: type });
}
