import { splitIntents } from '@kanmon/multistep-planner/parts';
import { rounded } from '../support/spread.ts';
import type { Decision } from './decision.ts';
import { asdcRows, intentRows } from './labelled-data.ts';
import { f1, macroF1 } from './measures.ts';

type IsSplit = (text: string) => boolean;

const byRules: IsSplit = (text) => splitIntents(text, 'en').length > 1;
const byWords: IsSplit = (text) => /,|\b(?:and|or)\b/u.test(text);
const byWordsName = 'any "and", "or", comma';

/** Is a message split when it holds several requests, and only then? */
export function splittingDecisions(): readonly Decision[] {
  return [
    ...(['mixsnips', 'mixatis'] as const).flatMap(several),
    ...(['snips', 'atis'] as const).flatMap(single),
    ...japanese(),
  ];
}

function several(name: 'mixsnips' | 'mixatis'): readonly Decision[] {
  const rows = intentRows(name);
  if (rows.length === 0) return [];
  const measure = (isSplit: IsSplit): number =>
    rounded(f1(rows.map(({ text, intents }) => ({ label: intents > 1, decided: isSplit(text) }))));
  return [
    {
      decision: 'splitting',
      data: name === 'mixsnips' ? 'MixSNIPS test' : 'MixATIS test',
      cases: rows.length,
      figure: 'F1',
      measured: measure(byRules),
      goal: { atLeast: 0.99 },
      baseline: { name: byWordsName, measured: measure(byWords) },
    },
  ];
}

function single(name: 'snips' | 'atis'): readonly Decision[] {
  const rows = intentRows(name).filter(({ intents }) => intents === 1);
  if (rows.length === 0) return [];
  const measure = (isSplit: IsSplit): number =>
    rounded(rows.filter(({ text }) => isSplit(text)).length / rows.length);
  return [
    {
      decision: 'splitting',
      data: `${name.toUpperCase()} test, one request`,
      cases: rows.length,
      figure: 'share of false splits',
      measured: measure(byRules),
      goal: { atMost: 0.01 },
      baseline: { name: byWordsName, measured: measure(byWords) },
    },
  ];
}

function japanese(): readonly Decision[] {
  const rows = asdcRows().map(({ text, requests }) => ({
    label: requests > 1,
    decided: splitIntents(text, 'ja').length > 1,
  }));
  return rows.length === 0
    ? []
    : [
        {
          decision: 'Japanese splitting',
          data: 'ASDC mul_req_02',
          cases: rows.length,
          figure: 'macro-F1',
          measured: rounded(macroF1(rows)),
          goal: { atLeast: 0.6 },
        },
      ];
}
