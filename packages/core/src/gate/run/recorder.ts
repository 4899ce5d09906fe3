import type { JsonPatchOperation } from '../../json/patch/types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { schemaRule } from '../schema/schema-findings.ts';
import { deepFreeze } from '../value/copy-value.ts';
import { stableHash, textHash } from '../value/stable-json.ts';
import { wellFormedJson } from '../../vocabulary/well-formed.ts';
import type { DigestedOperation, GateEvent, GateEventBody } from './gate-event.ts';

/** Takes what happened in one attempt. */
export type Emit = (attempt: number, body: GateEventBody) => void;

/** Records events with time and run, frozen, and passes each to a listener. */
export function createRecorder(options: {
  readonly runId: string;
  readonly clock: Clock;
  readonly log: 'full' | 'digest';
  readonly listener: (event: GateEvent) => void;
  /** The events so far of a run that continues. @default none */
  readonly recorded?: readonly GateEvent[];
}): { readonly emit: Emit; readonly events: readonly GateEvent[] } {
  const { runId, clock, log, listener, recorded = [] } = options;
  const events: GateEvent[] = recorded.map((event) => deepFreeze(event));
  return {
    events,
    emit(attempt, body) {
      const logged = storable(log === 'digest' ? digest(body) : body);
      const event = deepFreeze({ runId, attempt, at: clock.now().toISOString(), ...logged });
      events.push(event);
      listener(event);
    },
  };
}

/** Returns a body without lone surrogates, which a path or a value of an answer may have and no store takes. */
function storable(body: GateEventBody): GateEventBody {
  if (body.type === 'response-received') return body; // its text was escaped
  const text = JSON.stringify(body);
  const safe = wellFormedJson(text);
  return safe === text ? body : (JSON.parse(safe) as GateEventBody); // the body with other characters
}

/** Hashes where text of the model would be. */
function digest(body: GateEventBody): GateEventBody {
  if ('text' in body) {
    const { text, ...rest } = body;
    return { ...rest, textHash: textHash(text) };
  }
  if (body.type === 'patch-applied') {
    return { ...body, operations: body.operations.map(digestOperation) };
  }
  if (body.type === 'value-reviewed') {
    return { ...body, reviews: body.reviews.map(digestFindings) };
  }
  return body.type === 'findings-reported' ? digestFindings(body) : body;
}

function digestOperation(operation: JsonPatchOperation | DigestedOperation): DigestedOperation {
  const { op, path } = operation;
  return 'value' in operation ? { op, path, valueHash: stableHash(operation.value) } : { op, path };
}

function digestFindings<Body extends { readonly findings: readonly Finding[] }>(body: Body): Body {
  return { ...body, findings: body.findings.map(digestFinding) };
}

/** A rule may quote the text it judged, and a schema's message may too; our own type names do not. */
function digestFinding(finding: Finding): Finding {
  const quotesNothing = finding.rule === schemaRule && finding.code !== 'schema-mismatch';
  if (quotesNothing) return finding;
  const params: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(finding.params)) {
    params[name] = typeof value === 'string' ? textHash(value) : value;
  }
  return { ...finding, params };
}
