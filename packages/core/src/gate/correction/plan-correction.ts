import { checkArgument } from '../../vocabulary/check-argument.ts';
import type { Finding } from '../../vocabulary/finding.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../vocabulary/json-value.ts';
import type { Locale } from '../../vocabulary/locale.ts';
import { checkGate, type CompiledGate, compileGate } from '../compile-gate.ts';
import type { Gate } from '../gate-definition.ts';
import { isCorrectable } from '../rules/rule-findings.ts';
import { continuePrompt, fullPrompt, patchPrompt, type PromptInput } from './correction-prompt.ts';
import { editablePlaces, openedLength } from './editable-places.ts';

/** Past this many mistakes a model does better by writing the value again. */
const maxPatchedMusts = 8;
const maxPatchedOnRequest = 50;
/** Longest JSON Pointer of a place that is patched, in UTF-16 units. Real ones are below 100. */
const maxPatchedPath = 400;
/** A patch of more than this part of the value costs about as much as the whole. */
const maxPatchedShare = 0.6;

/** A rejected answer. `value` is absent when none could be extracted. */
export interface RejectedAnswer {
  readonly raw: string;
  readonly value?: JsonValue;
  /** False when the answer was cut off. */
  readonly complete: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Plans the correction of a rejected answer: continue what was cut, patch what is small against the whole,
 * else ask for the whole again. A pure function of its input.
 */
export function planCorrection(
  input: RejectedAnswer & {
    readonly gate: Gate<unknown, never>;
    readonly locale?: Locale;
    readonly correction?: CorrectionOptions;
  },
): CorrectionPlan {
  checkArgument('input of planCorrection', 'an object', input);
  const { gate, locale = 'en', correction = {} } = input;
  checkGate(gate);
  return planFor(compileGate(gate.definition), input, { locale, correction });
}

/** `planCorrection` for a gate that is compiled already. */
export function planFor(
  gate: Pick<CompiledGate<unknown>, 'writer' | 'repairOf'>,
  answer: RejectedAnswer,
  options: { readonly locale: Locale; readonly correction: CorrectionOptions },
): CorrectionPlan {
  const { locale, correction } = options;
  const { raw, value, complete } = answer;
  const cut = !complete;
  if (cut && correction.continueTruncated !== false && hasJsonStart(answer)) {
    return { mode: 'continue', prefix: raw, prompt: continuePrompt(locale, raw) };
  }
  const findings = answer.findings.filter(isCorrectable);
  const input: PromptInput = {
    locale,
    findings,
    write: gate.writer({ locale }),
    hints: hintsOf(correction, findings),
  };
  const { mode = 'auto' } = correction;
  if (mode !== 'full' && complete && isJsonObject(value) && isPatchable(findings, mode)) {
    const editable = editablePlaces(findings, value, gate.repairOf);
    if (editable !== null && (mode === 'patch' || isSmall(editable, value))) {
      return { mode: 'patch', editable, prompt: patchPrompt(input, value, editable) };
    }
  }
  return { mode: 'full', prompt: fullPrompt(input, { raw, value, cut }) };
}

/**
 * Few enough findings, at places short enough to be written exactly. A model can choose a key of any
 * length, and a prompt that repeats it for each finding would be longer than the answer.
 */
function isPatchable(findings: readonly Finding[], mode: 'auto' | 'patch'): boolean {
  const most = mode === 'patch' ? maxPatchedOnRequest : maxPatchedMusts;
  return (
    (mode === 'patch' || findings.length > 0) &&
    findings.length <= most &&
    findings.every(({ path }) => path.length <= maxPatchedPath)
  );
}

function isSmall(editable: readonly string[], value: JsonObject): boolean {
  return openedLength(editable, value) <= maxPatchedShare * JSON.stringify(value).length;
}

/** A cut that was extracted from began as JSON; of any other, an opening bracket is the sign. */
function hasJsonStart({ raw, value }: RejectedAnswer): boolean {
  return value !== undefined || raw.includes('{') || raw.includes('[');
}

/** Hints are help: a function of the caller that throws must not end a run. */
function hintsOf({ hints }: CorrectionOptions, findings: readonly Finding[]): readonly string[] {
  try {
    return (hints?.(findings) ?? []).map(String);
  } catch {
    return [];
  }
}

/** Options for the correction of a rejected answer. */
export interface CorrectionOptions {
  /** `auto`: a patch where it is small against the whole, else a new answer. @default 'auto' */
  readonly mode?: 'auto' | 'patch' | 'full';
  /** Ask for the rest of an answer that was cut off, again where the rest is cut too. @default true */
  readonly continueTruncated?: boolean;
  /** Lines that help the model: allowed ids, an example. They go into the prompt as they are. */
  readonly hints?: (findings: readonly Finding[]) => readonly string[];
}

/** The correction that the next attempt asks for. */
export type CorrectionPlan =
  | {
      readonly mode: 'patch';
      /** `matchPointer` patterns of the places that the patch may write. */
      readonly editable: readonly string[];
      readonly prompt: string;
    }
  | { readonly mode: 'full'; readonly prompt: string }
  | {
      readonly mode: 'continue';
      /** The text that the answer is joined to. */
      readonly prefix: string;
      readonly prompt: string;
    };
