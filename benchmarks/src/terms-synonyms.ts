/**
 * Synonym dictionaries and a tokenizer on the plans of all blind rounds: which kept terms they still flag, which lost
 * terms they hide.
 * pnpm bench terms-synonyms
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtinSynonyms, createTermGate, foldTerm } from '@kanmon/term-preservation';
import { buildKuromojiTokenizer, type KuromojiBuilder } from '@kanmon/term-preservation/kuromoji';
import { createSudachiSynonyms } from '@kanmon/term-preservation/sudachi-synonyms';
import { readRounds } from './first-contact/rounds.ts';
import { type PlanCase, tasksOf, termAuc } from './first-contact/terms.ts';

const require = createRequire(import.meta.url);
const kuromoji = require('kuromoji') as { builder(options: { dicPath: string }): KuromojiBuilder };
const dicPath = join(dirname(require.resolve('kuromoji/package.json')), 'dict');
const tokenizer = await buildKuromojiTokenizer(kuromoji.builder({ dicPath }));
const sudachiFile = join(
  dirname(require.resolve('sudachi-synonyms-dictionary')),
  'sudachi-synonyms-dictionary.json',
);
const sudachi = createSudachiSynonyms(JSON.parse(readFileSync(sudachiFile, 'utf8')));

const gates = {
  'no synonyms': createTermGate({ synonyms: [] }),
  'the groups that ship (default)': createTermGate(),
  'and Sudachi': createTermGate({ synonyms: [builtinSynonyms(), sudachi] }),
  'and Sudachi and kuromoji': createTermGate({
    synonyms: [builtinSynonyms(), sudachi],
    tokenizer,
  }),
};

const cases = readRounds<PlanCase>('term-preservation', 'terms').flatMap((round) => round.cases);
for (const [name, gate] of Object.entries(gates)) {
  const judged = cases.map((of) => ({ of, given: gate.check(of.terms, tasksOf(of)) }));
  const verdicts = judged.flatMap(({ of, given }) => {
    const lost = new Set(of.lost.map(({ term }) => foldTerm(term)));
    return given.result.verdicts.map(({ term, status }) => ({
      isLost: lost.has(foldTerm(term.text)),
      isPreserved: status === 'preserved',
    }));
  });
  const kept = verdicts.filter(({ isLost }) => !isLost);
  const lost = verdicts.filter(({ isLost }) => isLost);
  const count = (part: typeof verdicts, isPreserved: boolean): string =>
    `${part.filter((each) => each.isPreserved === isPreserved).length} of ${part.length}`;
  const auc = (lang: 'ja' | 'en'): string => termAuc(judged, lang).toFixed(3);
  console.log(
    `${name}: kept terms flagged ${count(kept, false)}, lost terms hidden ${count(lost, true)},`,
    `AUC ja ${auc('ja')}, en ${auc('en')}`,
  );
}
