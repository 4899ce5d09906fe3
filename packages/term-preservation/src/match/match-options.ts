import { InvalidArgumentError, isRecord, type Locale } from '@kanmon/core';
import { checkFlags } from '@kanmon/core/kit';
import {
  defaultTermPreservationConfig,
  type TermPreservationConfig,
} from '../vocabulary/config.ts';
import { typeCustomTerms } from '../extract/type-term.ts';
import { checkMethod } from '../text/read-tokens.ts';
import { builtinSynonyms } from '../synonyms/builtin-synonyms.ts';
import type { RequiredTerm, SynonymSource, Tokenizer } from '../vocabulary/terms.ts';
import { defaultFields } from './plan-index.ts';

const rejectPolicies = ['never', 'literals', 'names', 'rate', 'any'] as const;
/**
 * The losses that make a plan unacceptable. `literals`: terms that are surely lost. `names`: also names of products without
 * any trace. `rate`: a preservation rate below the minimum. `any`: every missing or violated term.
 */
export type RejectPolicy = (typeof rejectPolicies)[number];

/** Options of matching: how terms are found, and which losses reject. */
export interface MatchOptions extends Partial<TermPreservationConfig> {
  /** Members of a task that are read. @default ['acceptance', 'context', 'description', 'summary', 'title'] */
  readonly fields?: readonly string[];
  /** `[]` is strict. @default [builtinSynonyms()] */
  readonly synonyms?: readonly SynonymSource[];
  /** Only its readings are used here. */
  readonly tokenizer?: Tokenizer;
  /** Score from which a term counts as preserved. @default 0.7 */
  readonly matchThreshold?: number;
  /** Score from which a term is at least uncertain. @default 0.25 */
  readonly uncertainThreshold?: number;
  /** Range over which the parts of a compound may be spread. @default 'task' */
  readonly compoundScope?: 'task' | 'plan';
  /** `true` is 'any', `false` is 'never'. @default 'literals' */
  readonly rejectOn?: RejectPolicy | boolean;
  /** Evidence kept per term. @default 3 a task, 10 a term */
  readonly evidenceLimit?: number;
  /** Whether synonyms of a forbidden term violate it too. @default false */
  readonly forbidSynonyms?: boolean;
  /** Language of the texts. @default that of the request */
  readonly locale?: Locale;
}

/** The names of `MatchOptions`, for `checkOptions`. */
export const matchOptionNames =
  'enableTermPreservationCheck treatTermLossAsStructureBreak minPreservationRate customRequiredTerms fields synonyms tokenizer matchThreshold uncertainThreshold compoundScope rejectOn evidenceLimit forbidSynonyms locale';

/** Options with every default in place. */
export interface ReadOptions extends Required<
  Pick<
    MatchOptions,
    | 'fields'
    | 'synonyms'
    | 'matchThreshold'
    | 'uncertainThreshold'
    | 'compoundScope'
    | 'forbidSynonyms'
    | 'minPreservationRate'
  >
> {
  readonly rejectOn: RejectPolicy;
  readonly customRequiredTerms: readonly RequiredTerm[];
  readonly evidencePerTask: number;
  readonly evidencePerTerm: number;
  readonly tokenizer: Tokenizer | undefined;
  readonly locale: Locale | undefined;
}

/** A mention of this score counts as the term. Two thirds of a compound do not reach it (倉庫 of 倉庫長). */
const defaultMatchThreshold = 0.7;
/** A mention below this score is chance: two of eight units. */
const defaultUncertainThreshold = 0.25;
const defaultEvidencePerTask = 3;
const defaultEvidencePerTerm = 10;

/**
 * Checks the values of options and fills in the defaults.
 *
 * @throws {InvalidArgumentError} For a value that is not allowed.
 */
export function readMatchOptions(given: MatchOptions = {}): ReadOptions {
  const {
    fields = defaultFields,
    synonyms = [builtinSynonyms()],
    matchThreshold = defaultMatchThreshold,
    uncertainThreshold = defaultUncertainThreshold,
    minPreservationRate = defaultTermPreservationConfig.minPreservationRate,
    compoundScope = 'task',
    evidenceLimit,
    locale,
  } = given;
  checkFlags({ forbidSynonyms: given.forbidSynonyms });
  checkMethod('tokenizer', given.tokenizer, 'tokenize');
  checkShare('matchThreshold', matchThreshold);
  checkShare('uncertainThreshold', uncertainThreshold);
  checkShare('minPreservationRate', minPreservationRate);
  const rejectOn = readPolicy(given.rejectOn ?? 'literals');
  expect(
    uncertainThreshold <= matchThreshold,
    () => `uncertainThreshold (${uncertainThreshold}) not above matchThreshold (${matchThreshold})`,
  );
  expect(
    evidenceLimit === undefined || (Number.isInteger(evidenceLimit) && evidenceLimit >= 0),
    () => `evidenceLimit to be a whole number of 0 or more, got ${String(evidenceLimit)}`,
  );
  expect(
    compoundScope === 'task' || compoundScope === 'plan',
    () => `compoundScope 'task' or 'plan', got ${JSON.stringify(compoundScope)}`,
  );
  // A program without types may pass a name for a list, or groups for a source of them.
  expect(
    Array.isArray(fields) && fields.length > 0 && fields.every((each) => typeof each === 'string'),
    () => `fields as a list of names, got ${JSON.stringify(fields)}`,
  );
  expect(
    Array.isArray(synonyms) &&
      synonyms.every((each: unknown) => isRecord(each) && typeof each['lookup'] === 'function'),
    () =>
      'synonyms as a list of sources, got something else; defineSynonyms makes a source of groups',
  );
  expect(
    locale === undefined || locale === 'ja' || locale === 'en',
    () => `locale 'ja' or 'en', got ${JSON.stringify(locale)}`,
  );
  return {
    fields,
    synonyms,
    matchThreshold,
    uncertainThreshold,
    minPreservationRate,
    compoundScope,
    rejectOn,
    evidencePerTask: evidenceLimit ?? defaultEvidencePerTask,
    evidencePerTerm: evidenceLimit ?? defaultEvidencePerTerm,
    forbidSynonyms: given.forbidSynonyms ?? false,
    customRequiredTerms: typeCustomTerms(given.customRequiredTerms ?? []),
    tokenizer: given.tokenizer,
    locale,
  };
}

function expect(fits: boolean, expected: () => string): void {
  if (!fits) throw new InvalidArgumentError(`expected ${expected()}`);
}

function readPolicy(rejectOn: RejectPolicy | boolean): RejectPolicy {
  if (typeof rejectOn === 'boolean') return rejectOn ? 'any' : 'never';
  expect(
    rejectPolicies.includes(rejectOn),
    () => `rejectOn of ${rejectPolicies.join(', ')} or a boolean, got ${JSON.stringify(rejectOn)}`,
  );
  return rejectOn;
}

function checkShare(name: string, value: number): void {
  const fits = typeof value === 'number' && value >= 0 && value <= 1;
  expect(fits, () => `${name} from 0 to 1, got ${String(value)}`);
}
