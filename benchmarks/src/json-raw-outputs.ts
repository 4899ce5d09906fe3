import { execFileSync } from 'node:child_process';
import { contenders } from './json-extraction/contenders.ts';
import { decide, type Kind, kinds, pythonValues } from './json-extraction/raw-outputs.ts';
import { type Score, scoreContender } from './json-extraction/scoring.ts';
import type { Case } from './json-extraction/suites.ts';
import { dataSets } from './support/data-sets.ts';
import { findDataSet } from './support/find-data-set.ts';
import { writeResult } from './support/write-result.ts';

/**
 * extractJson against its peers on stored answers of many models that `JSON.parse` refuses. Only answers count whose
 * value a strict parser knows; it decides, no person does. Each text counts once.
 *
 * KANMON_BENCH_DATA=<folder> pnpm bench json-raw-outputs
 */
const sources = [
  { name: 'bfcl-result', under: /^2024-08-11\/result\/([^/]+)\/.*\.json$/ },
  { name: 'structured-rag', under: /^structured_rag\/run_test\/results\/.*?-([^/]+)\.json$/ },
] as const;

const models = new Set<string>();
const texts = new Set<string>();
for (const { name, under } of sources) {
  const clone = findDataSet(name);
  if (clone === null) continue;
  const git = (...parameters: string[]): string =>
    execFileSync('git', ['-C', clone, ...parameters], { maxBuffer: 1 << 30 }).toString();
  const { revision } = dataSets[name];
  for (const path of git('ls-tree', '-r', '--name-only', revision).split('\n')) {
    const [, model] = under.exec(path) ?? [];
    if (model === undefined) continue;
    models.add(model);
    for (const text of answersIn(git('show', `${revision}:${path}`))) texts.add(text);
  }
}

const found = new Map<Kind, Case[]>(kinds.map((kind) => [kind, []]));
const undecided: string[] = [];
for (const raw of texts) {
  const decision = decide(raw);
  if (decision === null) undecided.push(raw);
  else if (decision.kind !== 'json') found.get(decision.kind)?.push({ raw, ...decision.meant });
}
for (const [raw, value] of pythonValues(undecided))
  found.get('Python literal')?.push({ raw, value });

const scores: Record<string, Record<string, Score>> = {};
for (const [kind, cases] of found) {
  if (cases.length === 0) continue;
  const rows: Record<string, Score> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    rows[name] = await scoreContender(contender, cases);
  }
  scores[kind] = rows;
}

if (texts.size > 0)
  writeResult('json-raw-outputs', {
    peers: ['jsonrepair', 'partial-json', 'best-effort-json-parser', 'json5', 'ai'],
    figures: { models: models.size, texts: texts.size, scores },
  });

/** Every string of a stored result that may be what a model wrote: `result` of a line, `response` of a record, arguments of calls. */
function answersIn(file: string): readonly string[] {
  const answers: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') answers.push(value);
    else if (Array.isArray(value)) for (const element of value) visit(element);
    else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value)) visit(member);
  };
  const parse: (text: string) => Readonly<Record<string, unknown>> = JSON.parse;
  if (file.startsWith('{\n')) visitResponses(parse(file));
  else for (const line of file.split('\n')) if (line !== '') visit(parse(line)['result']);
  return answers;

  function visitResponses(record: Readonly<Record<string, unknown>>): void {
    const responses = record['all_responses'];
    if (!Array.isArray(responses)) return;
    for (const each of responses as readonly { readonly response?: unknown }[])
      visit(each.response);
  }
}
