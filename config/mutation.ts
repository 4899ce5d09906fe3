/** A part of the code whose tests are tried by mutation: what is changed, and which tests must notice. */
export interface MutationPart {
  readonly package: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/**
 * Paths are relative to the package. Property tests are left out: random input would notice other mutants in
 * each run, and a thousand inputs for each of thousands of mutants would take all night; so would texts of 1 MB.
 */
export const mutationParts: Readonly<Record<string, MutationPart>> = {
  patch: {
    package: 'core',
    mutate: ['src/json/patch/*.ts'],
    tests: ['test/json/patch/!(*.property).test.ts'],
  },
  gate: {
    package: 'core',
    mutate: ['src/gate/*.ts', 'src/gate/{rules,schema,value}/*.ts'],
    tests: [
      'test/gate/{definition,gated,messages,plan-correction,sample-value,schema-output}.test.ts',
      'test/gate/{schema-vendors,streaming,unjudgeable,validate}.test.ts',
    ],
  },
  'gate-run': {
    package: 'core',
    mutate: ['src/gate/{run,correction,streaming}/*.ts'],
    tests: [
      'test/gate/{continue,corrections,incremental-parser,messages,plan-correction}.test.ts',
      'test/gate/{prompts,run-branches,run-details,run-gate,schema-output,streaming}.test.ts',
    ],
  },
  remapper: {
    package: 'issue-tracker',
    mutate: ['src/remap/*.ts', 'src/diff/*.ts'],
    tests: ['test/remap/!(*.property|large-texts).test.ts', 'test/diff/!(*.property).test.ts'],
  },
  'life-cycle': {
    package: 'issue-tracker',
    mutate: ['src/life-cycle/*.ts', 'src/history/*.ts'],
    tests: [
      'test/life-cycle/!(*.property).test.ts',
      'test/history/!(*.property).test.ts',
      'test/store/!(*.property).test.ts',
      'test/views/!(*.property).test.ts',
    ],
  },
};

/** Percent of the mutants that a test must notice, in every part. */
export const mutationThreshold = 85;
