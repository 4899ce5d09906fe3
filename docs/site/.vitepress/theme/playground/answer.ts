import type { Finding } from '@kanmon/core';
import { defineGate, planCorrection } from '@kanmon/core/gate';
import type { RepairClass } from '@kanmon/core/json';
import { isJsonObject, parseJson } from '@kanmon/core/kit';
import { standardSchemaOf } from './json-schema.ts';
import { repairPlaces } from './repair-places.ts';
import type { Language } from './edition.ts';

export interface AnswerInput {
  readonly answer: string;
  /** A JSON Schema. */
  readonly schema: string;
  readonly language: Language;
}

export interface ShownRepair {
  readonly kind: string;
  readonly class: RepairClass;
  readonly start: number;
  readonly end: number;
}

export interface ShownFinding {
  readonly rule: string;
  readonly code: string;
  readonly severity: Finding['severity'];
  readonly path: string;
  readonly text: string;
}

/** The reading of an answer, or the reason why its schema is not usable. */
export type AnswerReport =
  | { readonly status: 'schema-invalid'; readonly message: string }
  | {
      readonly status: 'read';
      readonly passed: boolean;
      /** Absent when no value was found. */
      readonly value?: string;
      /** Place of the value in the answer. */
      readonly span: readonly [number, number] | null;
      readonly repairs: readonly ShownRepair[];
      readonly findings: readonly ShownFinding[];
      /** The request that would go to the model; null when the answer passed. */
      readonly correction: { readonly mode: string; readonly prompt: string } | null;
    };

/** Reads and judges an answer as a gate does, and plans its correction. */
export function readAnswer({ answer, schema, language }: AnswerInput): AnswerReport {
  const gate = gateOf(schema, language);
  if (typeof gate === 'string') return { status: 'schema-invalid', message: gate };
  const reading = gate.read(answer, undefined, { locale: language });
  const { extraction, findings, ok } = reading;
  const found = extraction.status === 'ok' ? extraction : null;
  const places = found === null ? [] : repairPlaces(answer, found.span, found.repairs);
  const rejected = {
    raw: answer,
    complete: found?.complete ?? true,
    findings,
    ...(found === null ? {} : { value: found.value }),
  };
  const plan = ok ? null : planCorrection({ gate, ...rejected, locale: language });
  return {
    status: 'read',
    passed: ok,
    ...(found === null ? {} : { value: JSON.stringify(ok ? reading.value : found.value, null, 2) }),
    span: found?.span ?? null,
    repairs: (found?.repairs ?? []).map((repair, index) => {
      const [start, end] = places[index] ?? [repair.at, repair.at];
      return { kind: repair.kind, class: repair.class, start, end };
    }),
    findings: findings.map((finding) => ({
      rule: finding.rule,
      code: finding.code,
      severity: finding.severity,
      path: finding.path,
      text: gate.format(finding, { locale: language }),
    })),
    correction: plan === null ? null : { mode: plan.mode, prompt: plan.prompt },
  };
}

/** Creates the gate, or returns the reason why the schema is invalid. */
function gateOf(text: string, language: Language) {
  try {
    const jsonSchema = parseJson(text);
    if (!isJsonObject(jsonSchema)) return 'expected a JSON object';
    return defineGate({
      name: 'answer',
      schema: standardSchemaOf(jsonSchema, language),
      jsonSchema,
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
