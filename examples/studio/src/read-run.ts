import type { StoredEvent } from '@kanmon/core';
import type { AttemptMode, GateEvent, RejectionReason } from '@kanmon/core/gate';

/** The streams of gate runs: `runs/<run id>`. */
export const runPrefix = 'runs/';

type EventOf<Type extends GateEvent['type']> = Extract<GateEvent, { readonly type: Type }>;

/** One call of the model in a run. */
export interface AttemptView {
  readonly number: number;
  readonly mode: AttemptMode;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** The answer of the model, as it came. */
  readonly answer: string | null;
  readonly finish: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly repairs: EventOf<'value-extracted'>['repairs'];
  readonly findings: EventOf<'findings-reported'>['findings'];
  readonly patches: EventOf<'patch-applied'>['operations'];
  readonly refused: string | null;
  /** Of the value after repairs and patches. */
  readonly value_hash: string | null;
}

/** A gate run as the console shows it. */
export interface RunView {
  readonly run_id: string;
  readonly gate: string;
  readonly actor: string | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly status: 'running' | 'passed' | 'rejected';
  readonly reason: RejectionReason | null;
  readonly usage: EventOf<'run-finished'>['usage'];
  readonly attempts: readonly AttemptView[];
}

type DraftRun = { -readonly [Key in keyof RunView]: RunView[Key] };
type Draft = { -readonly [Key in keyof AttemptView]: AttemptView[Key] };

const noUsage: RunView['usage'] = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  estimated: false,
};

/** Folds the events of a run. An event of another type is skipped. */
export function readRun(events: readonly StoredEvent[]): RunView {
  const attempts: Draft[] = [];
  const run: DraftRun = {
    run_id: events[0]?.streamId.slice(runPrefix.length) ?? '',
    gate: '',
    actor: events[0]?.actor ?? null,
    started_at: events[0]?.at ?? '',
    finished_at: null,
    status: 'running',
    reason: null,
    usage: noUsage,
    attempts,
  };
  for (const { type, data } of events) {
    // Written by `toEvents` of a run, which this studio recorded.
    const event = { type, ...Object(data) } as GateEvent;
    if (event.type === 'run-started') run.gate = event.gate;
    else if (event.type === 'attempt-started') attempts.push(emptyAttempt(event));
    else if (event.type === 'run-finished') {
      run.status = event.status;
      run.reason = event.reason ?? null;
      run.usage = event.usage;
      run.finished_at = event.at;
    } else {
      const attempt = attempts.at(-1);
      if (attempt !== undefined) apply(attempt, event);
    }
  }
  return run;
}

function emptyAttempt({ attempt, mode, at }: EventOf<'attempt-started'>): Draft {
  return {
    number: attempt,
    mode,
    started_at: at,
    finished_at: null,
    answer: null,
    finish: null,
    input_tokens: 0,
    output_tokens: 0,
    repairs: [],
    findings: [],
    patches: [],
    refused: null,
    value_hash: null,
  };
}

function apply(attempt: Draft, event: GateEvent): void {
  if (event.type === 'response-received') {
    const { usage, estimate } = event;
    attempt.answer = 'text' in event ? event.text : null;
    attempt.finish = event.finish;
    attempt.input_tokens = usage.inputTokens ?? estimate?.inputTokens ?? 0;
    attempt.output_tokens = usage.outputTokens ?? estimate?.outputTokens ?? 0;
  } else if (event.type === 'value-extracted') {
    attempt.repairs = event.repairs;
    attempt.value_hash = event.valueHash;
  } else if (event.type === 'extraction-refused') attempt.refused = event.reason;
  else if (event.type === 'findings-reported') attempt.findings = event.findings;
  else if (event.type === 'patch-applied') {
    attempt.patches = event.operations;
    attempt.value_hash = event.valueHash;
  } else if (event.type === 'patch-refused') {
    attempt.refused = event.problem.code;
    attempt.value_hash = null;
  } else if (event.type === 'attempt-finished') attempt.finished_at = event.at;
}
