/** Public data that is not ours to pass on, and what of it a topic reads. */
export interface DataSet {
  /** The topic in `src/` that reads it. */
  readonly topic: string;
  /** Owner and name on github.com. */
  readonly repository: string;
  /** The commit that the committed results were measured on. */
  readonly revision: string;
  readonly licence: string;
  readonly contents: Contents;
}

/** The contents of a data set's folder. */
export type Contents =
  /** Copies: the name here, and the path in the repository. A name that ends in a slash is a folder. */
  | { readonly kind: 'files'; readonly files: Readonly<Record<string, string>> }
  /** `cases.jsonl`, made of the assertions in test files; `calls` are the functions under test. */
  | {
      readonly kind: 'cases';
      readonly paths: readonly string[];
      readonly language: 'JavaScript' | 'Python' | 'Rust';
      readonly calls: readonly string[];
      /** The kind of expected value that an assertion needs to count. */
      readonly values: 'all' | 'objects and arrays';
    }
  /** The clone itself, with its whole history. */
  | { readonly kind: 'clone' };

const agif = {
  topic: 'planner-decisions',
  repository: 'LooperXX/AGIF',
  revision: '6a4b26bef10abd626ef37f5c2bc16e18ca31762f',
  licence: 'GPL-2.0',
} as const;

const jglue = {
  repository: 'yahoojapan/JGLUE',
  revision: '6f071c09316baae89c3d083a90985b4b1cb9968c',
  licence: 'CC BY-SA 4.0',
} as const;

const history = (repository: string, revision: string, licence: string): DataSet => ({
  topic: 'remap',
  repository,
  revision,
  licence,
  contents: { kind: 'clone' },
});

const one = (name: string, path: string): Contents => ({ kind: 'files', files: { [name]: path } });

/**
 * Every data set, by its folder below `KANMON_BENCH_DATA`. Topics, the line that lists what is missing,
 * the table in `data.md` and the script that lays the folder out all read this list.
 */
export const dataSets = {
  'article-extraction': {
    topic: 'cards-article',
    repository: 'scrapinghub/article-extraction-benchmark',
    revision: '4a3bc979f76c0df73cb95fe272e2fc1b96f9f010',
    licence: 'MIT',
    contents: {
      kind: 'files',
      files: {
        'ground-truth.json': 'ground-truth.json',
        'html/': 'html/',
        'output/trafilatura.json': 'output/trafilatura.json',
        'output/readability_js.json': 'output/readability_js.json',
        'output/go_trafilatura.json': 'output/go_trafilatura.json',
      },
    },
  },
  jsonrepair: {
    topic: 'json-extraction',
    repository: 'josdejong/jsonrepair',
    revision: '72ccb43aa612b9c38144ed66b23648a253713216',
    licence: 'ISC',
    contents: {
      kind: 'cases',
      paths: ['src/index.test.ts'],
      language: 'JavaScript',
      calls: ['jsonrepair'],
      values: 'objects and arrays',
    },
  },
  'fix-json': {
    topic: 'json-extraction',
    repository: 'vercel/ai',
    revision: 'ed857f50f112e23930b0c2dd8d532cc8bebbc911',
    licence: 'Apache-2.0',
    contents: {
      kind: 'cases',
      paths: ['packages/ai/src/util/fix-json.test.ts'],
      language: 'JavaScript',
      calls: ['fixJson'],
      values: 'all',
    },
  },
  'json-repair': {
    topic: 'json-extraction',
    repository: 'mangiucugna/json_repair',
    revision: '600ede6be7d125d14812be3bbd7ef3e0b526a84e',
    licence: 'MIT',
    contents: {
      kind: 'cases',
      paths: [
        'json_repair',
        'parse_array',
        'parse_comment',
        'parse_number',
        'parse_object',
        'parse_string',
      ].map((name) => `tests/test_${name}.py`),
      language: 'Python',
      calls: ['repair_json', 'loads'],
      values: 'objects and arrays',
    },
  },
  'baml-jsonish': {
    topic: 'json-extraction',
    repository: 'BoundaryML/baml',
    revision: 'd794f28b4f8830b1a40cd08043ecdc562938d36e',
    licence: 'Apache-2.0',
    contents: {
      kind: 'cases',
      paths: ['basics', 'class', 'lists', 'maps', 'partials', 'unions'].map(
        (name) => `engine/baml-lib/jsonish/src/tests/test_${name}.rs`,
      ),
      language: 'Rust',
      calls: ['test_deserializer', 'test_partial_deserializer'],
      values: 'objects and arrays',
    },
  },
  langchainjs: {
    topic: 'json-extraction',
    repository: 'langchain-ai/langchainjs',
    revision: '62fc484b2a0d1ec5b8bebff4a8a0efe6300ada72',
    licence: 'MIT',
    contents: {
      kind: 'cases',
      paths: ['libs/langchain-core/src/utils/tests/json.test.ts'],
      language: 'JavaScript',
      calls: ['parsePartialJson'],
      values: 'objects and arrays',
    },
  },
  genkit: {
    topic: 'json-extraction',
    repository: 'firebase/genkit',
    revision: '77656d5e61e56fc33eaceea88de58f32dbdf074f',
    licence: 'Apache-2.0',
    contents: {
      kind: 'cases',
      paths: ['js/ai/tests/extract_test.ts'],
      language: 'JavaScript',
      calls: ['extractJson', 'parsePartialJson'],
      values: 'objects and arrays',
    },
  },
  'bfcl-result': {
    topic: 'json-raw-outputs',
    repository: 'HuanzhiMao/BFCL-Result',
    revision: 'b4adfc9be5e0c65e8dbb1340c689688eb92a9379',
    licence: 'none stated',
    contents: { kind: 'clone' },
  },
  'structured-rag': {
    topic: 'json-raw-outputs',
    repository: 'weaviate/structured-rag',
    revision: '0c5174d0819db853adeeca59840a4eef957f5ac2',
    licence: 'none stated',
    contents: { kind: 'clone' },
  },
  'best-effort-json-parser': {
    topic: 'json-extraction',
    repository: 'beenotung/best-effort-json-parser',
    revision: 'e83e71e0ab8bc04bb456c0bd262f500ca5420b20',
    licence: 'BSD-2-Clause',
    contents: {
      kind: 'cases',
      paths: ['src/parse.spec.ts'],
      language: 'JavaScript',
      calls: ['parse'],
      values: 'objects and arrays',
    },
  },
  clariq: {
    topic: 'planner-decisions',
    repository: 'aliannejadi/ClariQ',
    revision: '46885a544581a0af8aff0681d29e4971807e2912',
    licence: 'none stated',
    contents: {
      kind: 'files',
      files: {
        'train.tsv': 'data/train.tsv',
        'dev.tsv': 'data/dev.tsv',
        'test_with_labels.tsv': 'data/test_with_labels.tsv',
      },
    },
  },
  'abg-coqa': {
    topic: 'planner-decisions',
    repository: 'MeiqiGuo/AKBC2021-Abg-CoQA',
    revision: '3fce317899212847c22e8a6d74dcb0f1b3cb4b56',
    licence: 'MIT',
    contents: one('test.json', 'abg-coqa/coqa_abg_test.json'),
  },
  canard: {
    topic: 'planner-decisions',
    repository: 'aagohary/canard',
    revision: 'da8639cee97a50b3c62dc4d7e800c93675731186',
    licence: 'CC BY-SA 4.0',
    contents: one('dev.json', 'data/release/dev.json'),
  },
  cast: {
    topic: 'planner-decisions',
    repository: 'daltonj/treccastweb',
    revision: '33846610b736da392efeab00e4c6f4519e0dacf1',
    licence: 'MIT',
    contents: {
      kind: 'files',
      files: {
        '2019.json': '2019/data/evaluation/evaluation_topics_v1.0.json',
        '2019-resolved.tsv': '2019/data/evaluation/evaluation_topics_annotated_resolved_v1.0.tsv',
        '2020.json': '2020/2020_manual_evaluation_topics_v1.0.json',
        '2021.json': '2021/2021_manual_evaluation_topics_v1.0.json',
      },
    },
  },
  mixsnips: { ...agif, contents: one('test.txt', 'data/MixSNIPS_clean/test.txt') },
  mixatis: { ...agif, contents: one('test.txt', 'data/MixATIS_clean/test.txt') },
  snips: { ...agif, contents: one('test.txt', 'data/SNIPS/test.txt') },
  atis: { ...agif, contents: one('test.txt', 'data/ATIS/test.txt') },
  asdc: {
    topic: 'planner-decisions',
    repository: 'megagonlabs/asdc',
    revision: 'f37d6575c73602adcb8ae3687520726793baa672',
    licence: 'CC BY 4.0',
    contents: one('mul_req_02.jsonl', 'data/supplemental/scud/mul_req_02.Example.jsonl'),
  },
  jsquad: {
    ...jglue,
    topic: 'faq-search',
    contents: one('valid-v1.3.json', 'datasets/jsquad-v1.3/valid-v1.3.json'),
  },
  jsts: {
    ...jglue,
    topic: 'term-preservation',
    contents: one('valid-v1.3.json', 'datasets/jsts-v1.3/valid-v1.3.json'),
  },
  jnli: {
    ...jglue,
    topic: 'term-preservation',
    contents: one('valid-v1.3.json', 'datasets/jnli-v1.3/valid-v1.3.json'),
  },
  jsick: {
    topic: 'term-preservation',
    repository: 'verypluming/JSICK',
    revision: 'b3034994192fae2f41b5937bcf69544e4282fc39',
    licence: 'CC BY-SA 4.0',
    contents: one('test.tsv', 'jsick/test.tsv'),
  },
  'remap/vue-docs-ja': history(
    'vuejs-translations/docs-ja',
    'c627102bfabf8bc5ecaa6eb763b965a0a5d43a5b',
    'CC BY 4.0',
  ),
  'remap/js-primer': history(
    'asciidwango/js-primer',
    '976d11e03eb4ff7f9c1db8aecba75532d12f6ee2',
    'CC BY 4.0',
  ),
  'remap/react-docs-ja': history(
    'reactjs/ja.react.dev',
    '7f38231d9d5dddaae6ac51da7d0f173d697f835c',
    'CC BY 4.0',
  ),
  'remap/typescript-book-ja': history(
    'yytypescript/book',
    'da642f1c48b9a6de313777431a7ddbb44dee562d',
    'CC BY-SA 4.0',
  ),
  'remap/rust-book': history(
    'rust-lang/book',
    '917544888a55e4da7109bdba8c88c893c0da70f4',
    'MIT or Apache-2.0',
  ),
  'remap/vue-docs': history('vuejs/docs', '01e098a967951ea92d09b100b8e7d82c7a3369a2', 'CC BY 4.0'),
} as const satisfies Readonly<Record<string, DataSet>>;

/** A folder below `KANMON_BENCH_DATA`. */
export type DataSetName = keyof typeof dataSets;

/** The data sets with their names, in the order of the list. */
export function listDataSets(): readonly (DataSet & { readonly name: string })[] {
  return Object.entries(dataSets).map(([name, set]) => ({ name, ...set }));
}

/** Returns the files that a data set's folder needs; a clone needs only the folder itself. */
export function expectedFiles({ contents }: DataSet): readonly string[] {
  if (contents.kind === 'files') return Object.keys(contents.files);
  return contents.kind === 'cases' ? ['cases.jsonl'] : [];
}
