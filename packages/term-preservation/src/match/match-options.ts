import { InvalidArgumentError, isRecord, type Locale } from '@kanmon/core';
import type { OptionNames } from '@kanmon/core/kit';
import { builtinSynonyms } from '../synonyms/builtin-synonyms.ts';
import type { RequiredTerm, SynonymSource, Tokenizer } from '../vocabulary/terms.ts';
import { defaultFields } from './plan-index.ts';

/** Settings of the seed. */
export interface TermPreservationConfig {
  /** @default true */
  readonly enableTermPreservationCheck: boolean;
  /** Whether a lost term breaks the structure of a replan. @default false */
  readonly treatTermLossAsStructureBreak: boolean;
  /** @default 0.8 */
  readonly minPreservationRate: number;
  /** Required besides the given terms. @default [] */
  readonly customRequiredTerms: readonly (string | RequiredTerm)[];
}

export const defaultTermPreservationConfig: TermPreservationConfig = Object.freeze({
  enableTermPreservationCheck: true,
  treatTermLossAsStructureBreak: false,
  minPreservationRate: 0.8,
  customRequiredTerms: Object.freeze([]),
});

/** Which losses make a plan unacceptable. */
export type RejectPolicy = 'never' | 'literals' | 'rate' | 'any';

/** How terms are looked for and what their loss means. */
export interface MatchOptions extends Partial<TermPreservationConfig> {
  /** Members of a task that are read. @default ['acceptance', 'context', 'description', 'summary', 'title'] */
  readonly fields?: readonly string[];
  /** `[]` is strict. @default [builtinSynonyms()] */
  readonly synonyms?: readonly SynonymSource[];
  /** Only its readings are used here. */
  readonly tokenizer?: Tokenizer;
  /** Score from which a term counts as preserved. @default 0.7 */
  readonly matchThreshold?: number;
  /** Score from which it is at least uncertain. @default 0.25 */
  readonly uncertainThreshold?: number;
  /** Where the parts of a compound may be spread. @default 'task' */
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

/** Names of `MatchOptions`. */
export const matchOptionNames: OptionNames<MatchOptions> = {
  enableTermPreservationCheck: true,
  treatTermLossAsStructureBreak: true,
  minPreservationRate: true,
  customRequiredTerms: true,
  fields: true,
  synonyms: true,
  tokenizer: true,
  matchThreshold: true,
  uncertainThreshold: true,
  compoundScope: true,
  rejectOn: true,
  evidenceLimit: true,
  forbidSynonyms: true,
  locale: true,
};

/** Options with every default in place. */
export interface ReadOptions {
  readonly fields: readonly string[];
  readonly synonyms: readonly SynonymSource[];
  readonly tokenizer?: Tokenizer;
  readonly matchThreshold: number;
  readonly uncertainThreshold: number;
  readonly compoundScope: 'task' | 'plan';
  readonly rejectOn: RejectPolicy;
  readonly evidencePerTask: number;
  readonly evidencePerTerm: number;
  readonly forbidSynonyms: boolean;
  readonly minPreservationRate: number;
  readonly customRequiredTerms: readonly (string | RequiredTerm)[];
  readonly locale?: Locale;
}

/** Score from which a mention counts as the term: two thirds of a compound do not (倉庫 of 倉庫長). */
const defaultMatchThreshold = 0.7;
/** Below this a mention is chance: two of eight units. */
const defaultUncertainThreshold = 0.25;
const evidencePerTask = 3;
const evidencePerTerm = 10;
const policies: ReadonlySet<string> = new Set<RejectPolicy>(['never', 'literals', 'rate', 'any']);

/** Checks the options and fills in the defaults; throws `InvalidArgumentError` on misuse. */
export function readMatchOptions(options: MatchOptions): ReadOptions {
  const {
    matchThreshold = defaultMatchThreshold,
    uncertainThreshold = defaultUncertainThreshold,
    rejectOn = 'literals',
    evidenceLimit,
    compoundScope = 'task',
  } = options;
  const minPreservationRate =
    options.minPreservationRate ?? defaultTermPreservationConfig.minPreservationRate;
  checkShare('matchThreshold', matchThreshold);
  checkShare('uncertainThreshold', uncertainThreshold);
  checkShare('minPreservationRate', minPreservationRate);
  if (uncertainThreshold > matchThreshold) {
    throw new InvalidArgumentError(
      `expected uncertainThreshold (${uncertainThreshold}) not above matchThreshold (${matchThreshold})`,
    );
  }
  if (evidenceLimit !== undefined && (!Number.isInteger(evidenceLimit) || evidenceLimit < 0)) {
    throw new InvalidArgumentError(
      `expected evidenceLimit to be a whole number of 0 or more, got ${String(evidenceLimit)}`,
    );
  }
  if (compoundScope !== 'task' && compoundScope !== 'plan') {
    throw new InvalidArgumentError(
      `expected compoundScope 'task' or 'plan', got ${JSON.stringify(compoundScope)}`,
    );
  }
  checkLists(options);
  return {
    fields: options.fields ?? defaultFields,
    synonyms: options.synonyms ?? [builtinSynonyms()],
    ...(options.tokenizer === undefined ? {} : { tokenizer: options.tokenizer }),
    matchThreshold,
    uncertainThreshold,
    compoundScope,
    rejectOn: readPolicy(rejectOn),
    evidencePerTask: evidenceLimit ?? evidencePerTask,
    evidencePerTerm: evidenceLimit ?? evidencePerTerm,
    forbidSynonyms: options.forbidSynonyms ?? false,
    minPreservationRate,
    customRequiredTerms: options.customRequiredTerms ?? [],
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  };
}

function readPolicy(rejectOn: RejectPolicy | boolean): RejectPolicy {
  if (rejectOn === true) return 'any';
  if (rejectOn === false) return 'never';
  if (!policies.has(rejectOn)) {
    throw new InvalidArgumentError(
      `expected rejectOn of ${[...policies].join(', ')} or a boolean, got ${JSON.stringify(rejectOn)}`,
    );
  }
  return rejectOn;
}

/** A program without types meets these: a name instead of a list, groups instead of a source of them. */
function checkLists({ fields, synonyms, locale }: MatchOptions): void {
  if (fields !== undefined && !Array.isArray(fields)) {
    throw new InvalidArgumentError(
      `expected fields as a list of names, got ${JSON.stringify(fields)}`,
    );
  }
  const areSources =
    synonyms === undefined ||
    (Array.isArray(synonyms) &&
      synonyms.every(
        (source: unknown) => isRecord(source) && typeof source['lookup'] === 'function',
      ));
  if (!areSources) {
    throw new InvalidArgumentError(
      'expected synonyms as a list of sources, got something else; defineSynonyms makes a source of groups',
    );
  }
  if (locale !== undefined && locale !== 'ja' && locale !== 'en') {
    throw new InvalidArgumentError(`expected locale 'ja' or 'en', got ${JSON.stringify(locale)}`);
  }
}

function checkShare(name: string, value: number): void {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw new InvalidArgumentError(`expected ${name} from 0 to 1, got ${String(value)}`);
  }
}
