/**
 * Output tokens of correcting one bad field in an Advisor report by the patch that a run asks for,
 * against writing the whole report again. Counted with gpt-tokenizer (o200k_base).
 * pnpm bench proposal-correction
 */
import { createScriptedClient } from '@kanmon/core/testing';
import { runAdvisor } from '@kanmon/proposal-quality';
import { samples } from '@kanmon/proposal-quality/testing';
import { encode } from 'gpt-tokenizer';
import { writeResult } from './support/write-result.ts';

const found = samples.find(({ id }) => id === 'A1');
if (found === undefined) throw new Error('no sample A1');
const sample = found;
const report = sample.valid as { readonly options: readonly Record<string, unknown>[] };

function reportOf(count: number): Record<string, unknown> {
  const options = Array.from({ length: count }, (_, index) => {
    const option = report.options[index % report.options.length] ?? {};
    return index < report.options.length
      ? option
      : {
          ...option,
          label: `${String(option['label'])}（${index + 1}）`,
          next_action: `${String(option['next_action'])}（${index + 1}）`,
        };
  });
  return { ...report, options };
}

/** One bad field each: what is wrong, and what the model puts there. */
const cases = [
  {
    name: 'a blank next_action',
    path: 'next_action',
    bad: '',
    good: '承認の返信を送り、発注書を作る',
  },
  {
    name: 'a banned word',
    path: 'criteria_note',
    bad: 'A案がベストです',
    good: '納期を優先するときに向く',
  },
  { name: 'no risk', path: 'risks', bad: [], good: ['追加の費用が出たときに予算を超える'] },
] as const;

async function measure(count: number, one: (typeof cases)[number]): Promise<object> {
  const whole = reportOf(count);
  const [first, ...rest] = whole['options'] as Record<string, unknown>[];
  const corrected = { ...whole, options: [{ ...first, [one.path]: one.good }, ...rest] };
  const broken = { ...whole, options: [{ ...first, [one.path]: one.bad }, ...rest] };
  const path = `/options/0/${one.path}`;
  const patch = JSON.stringify({ patch: [{ op: 'replace', path, value: one.good }] });
  const client = createScriptedClient([JSON.stringify(broken), patch]);
  const result = await runAdvisor(sample.input, { client });
  if (!result.ok || JSON.stringify(result.report) !== JSON.stringify(corrected)) {
    throw new Error(`expected the patch to give the whole report: ${result.errors.join()}`);
  }
  const tokens = { patch: encode(patch).length, whole: encode(JSON.stringify(corrected)).length };
  const share = Number((tokens.patch / tokens.whole).toFixed(3));
  return { options: count, field: one.name, ...tokens, share };
}

writeResult('proposal-correction', {
  peers: ['gpt-tokenizer'],
  figures: {
    tokenizer: 'gpt-tokenizer o200k_base',
    results: await Promise.all([2, 8].flatMap((count) => cases.map((one) => measure(count, one)))),
  },
});
