/**
 * The map of docs/architecture.md as rules: which package may see which, where packages meet, and
 * where Node code may stand.
 */
const nodeCode = '/src/(file|sqlite|url|pdf)\\.ts$|/src/node/';
const testCode = '/(test|bench)/';
/** Code for tests only. It is never published, runs on Node, and no source may import it. */
const testPackage = '^packages/test-support/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'core-imports-no-package',
      severity: 'error',
      from: { path: '^packages/core/src/' },
      to: { path: '^packages/(?!core/)' },
    },
    {
      name: 'domain-imports-core-only',
      severity: 'error',
      from: { path: '^packages/(?!core/)([^/]+)/src/' },
      to: { path: '^packages/(?!core/)[^/]+/', pathNot: '^packages/$1/' },
    },
    {
      name: 'packages-never-import-examples',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(examples|benchmarks)/' },
    },
    {
      name: 'packages-meet-at-public-entries',
      severity: 'error',
      from: { path: '^(?:packages/([^/]+)/|examples/|benchmarks/)' },
      to: {
        // A public entry is a file directly in src; everything below a folder is private.
        path: '^packages/([^/]+)/src/[^/]+/',
        pathNot: ['^packages/$1/'],
      },
    },
    {
      name: 'node-builtins-only-behind-node-entries',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: [nodeCode, testPackage] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'root-entry-never-reaches-node-code',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/index\\.ts$', pathNot: testPackage },
      to: { path: nodeCode, reachable: true },
    },
    {
      name: 'src-imports-no-test',
      severity: 'error',
      from: { path: '/src/', pathNot: testPackage },
      to: { path: [testCode, testPackage] },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: ['/dist/', '/node_modules/(?!@kanmon)'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@kanmon/source', 'import', 'types', 'default'],
    },
  },
};
