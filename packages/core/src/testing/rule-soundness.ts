import { checkGate } from '../gate/compile-gate.ts';
import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import type { Gate } from '../gate/gate-definition.ts';
import { canHavePlace } from '../gate/schema/schema-places.ts';
import { parsePointer } from '../json/pointer.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';
import { checkArgument } from '../vocabulary/check-argument.ts';
import { checkOptions } from '../vocabulary/check-options.ts';
import { type MutationPlan, mutateReport } from './mutate-report.ts';

/** A value and the context it is judged in. */
export interface SoundnessCase<Context> {
  readonly value: JsonValue;
  readonly context: Context;
}

/** The samples of a gate. */
export interface SoundnessOptions<Context> {
  /** Good values; each must pass, and each of its mutants must not. */
  readonly samples: readonly SoundnessCase<Context>[];
  readonly plan: MutationPlan;
  /** Further values that must pass: what a careless rule would take for a mistake. */
  readonly benign?: readonly SoundnessCase<Context>[];
}

/** The counts of a successful check. */
export interface Soundness {
  readonly mutants: number;
  readonly caught: number;
  readonly falseAlarms: number;
}

/**
 * Asserts that a gate catches every mutant of its samples and lets the good values pass. Throws an
 * `Error` that lists every mutant that passed, everything that made the gate throw, and every good
 * value with a Must.
 *
 * @throws {InvalidArgumentError} For a place of the plan that the schema or every sample lacks, and when there is no
 * mutant at all: such a check would prove nothing.
 */
export function expectRuleSoundness<T, Context>(
  gate: Gate<T, Context>,
  options: SoundnessOptions<Context>,
): Soundness {
  checkOptions(options, 'samples plan benign', 'expectRuleSoundness(gate, options)');
  const { samples, plan, benign = [] } = options;
  checkGate(gate);
  checkArgument('options.samples', 'a list', samples);
  checkArgument('options.benign', 'a list', benign);
  for (const sample of [...samples, ...benign]) {
    checkOptions(sample, 'value context', 'a sample of expectRuleSoundness');
  }
  const failures: string[] = [];
  let mutants = 0;
  let falseAlarms = 0;

  const expectPass = ({ value, context }: SoundnessCase<Context>, name: string): void => {
    const verdict = judge(gate, value, context);
    if (verdict.outcome === 'passed') return;
    falseAlarms += 1;
    failures.push(`${name} ${verdict.outcome}: ${verdict.reason}`);
  };

  for (const [index, sample] of samples.entries()) {
    expectPass(sample, `sample ${index}`);
    for (const { kind, path, value } of mutateReport(sample.value, plan)) {
      mutants += 1;
      const verdict = judge(gate, value, sample.context);
      if (verdict.outcome === 'refused') continue;
      failures.push(
        `sample ${index}, ${kind} at ${path === '' ? '(root)' : path}: ${verdict.outcome} ${verdict.reason}`.trimEnd(),
      );
    }
  }
  for (const [index, value] of benign.entries()) expectPass(value, `benign ${index}`);

  if (failures.length > 0) {
    throw new Error(
      `the gate ${JSON.stringify(gate.name)} is not sound:\n${failures.map((line) => `- ${line}`).join('\n')}`,
    );
  }
  const { jsonSchema } = gate.definition;
  const wrong = entriesOf(plan).find(
    ({ plan: entry, places }) =>
      samples.every(({ value }) => mutateReport(value, entry).length === 0) ||
      (jsonSchema !== undefined &&
        !places.every((place) => canHavePlace(jsonSchema, parsePointer(place)))),
  );
  if (mutants > 0 && wrong === undefined) return { mutants, caught: mutants, falseAlarms };
  throw new InvalidArgumentError(
    wrong === undefined
      ? 'expected options.samples and options.plan of expectRuleSoundness to make a mutant, got none; name the places that matter'
      : `expected each place of options.plan to be in the schema and in a sample, got ${JSON.stringify(wrong.plan)}; correct the spelling, or add a sample that has the place`,
  );
}

/** The entries of a plan, each as a plan for it alone, with its places. */
function entriesOf({
  required = [],
  ids = [],
  phrases = [],
  minItems = [],
}: MutationPlan): readonly {
  readonly plan: MutationPlan;
  readonly places: readonly string[];
}[] {
  return [
    ...required.map((path) => ({ plan: { required: [path] }, places: [path] })),
    ...ids.map((path) => ({ plan: { ids: [path] }, places: [path] })),
    ...phrases.map((each) => ({ plan: { phrases: [each] }, places: each.at })),
    ...minItems.map((each) => ({ plan: { minItems: [each] }, places: [each.at] })),
  ];
}

function judge<T, Context>(
  gate: Gate<T, Context>,
  value: JsonValue,
  context: Context,
): { readonly outcome: 'passed' | 'refused' | 'threw'; readonly reason: string } {
  try {
    const verdict = gate.validate(value, context);
    return verdict.ok
      ? { outcome: 'passed', reason: '' }
      : { outcome: 'refused', reason: verdict.errors.join(' ') };
  } catch (error) {
    return { outcome: 'threw', reason: String(error) };
  }
}
