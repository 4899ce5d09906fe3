/** A part of the code whose tests are tried by mutation: what is changed, and which tests must notice. */
export interface MutationPart {
  readonly package: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

/** Paths are relative to the package. Timings are no behaviour, so tests that only measure are left out. */
export const mutationParts: Readonly<Record<string, MutationPart>> = {
  patch: {
    package: 'core',
    mutate: ['src/json/patch/*.ts'],
    tests: ['test/json/patch/*.test.ts'],
  },
  gate: {
    package: 'core',
    mutate: ['src/gate/*.ts', 'src/gate/{rules,schema,value}/*.ts'],
    tests: ['test/gate/*.test.ts'],
  },
  'gate-run': {
    package: 'core',
    mutate: ['src/gate/{run,correction,streaming}/*.ts'],
    tests: ['test/gate/*.test.ts'],
  },
  remapper: {
    package: 'issue-tracker',
    mutate: ['src/remap/*.ts', 'src/diff/*.ts'],
    tests: ['test/remap/*.test.ts', 'test/diff/*.test.ts'],
  },
  'life-cycle': {
    package: 'issue-tracker',
    mutate: ['src/life-cycle/*.ts', 'src/history/*.ts'],
    tests: [
      'test/life-cycle/*.test.ts',
      'test/history/*.test.ts',
      'test/store/*.test.ts',
      'test/views/*.test.ts',
    ],
  },
};

/** Percent of the mutants that a test must notice, in every part. */
export const mutationThreshold = 85;
