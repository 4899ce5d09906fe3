/**
 * Output tokens of a correction: one bad field in an Advisor report, repaired by the patch that the
 * gate asks for, against writing the whole report again. Counted with gpt-tokenizer (o200k_base).
 * pnpm bench correction-tokens
 */
import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { encode } from 'gpt-tokenizer';
import * as z from 'zod';
import { writeResult } from './support/write-result.ts';

const option = z.object({
  label: z.string(),
  next_action: z.string(),
  necessary_info: z.string(),
  criteria_note: z.string(),
  risks: z.array(z.string()).min(1),
});
const gate = defineGate({
  name: 'advisor',
  schema: z.object({
    target_node_id: z.string(),
    options: z.array(option).min(2),
    summary: z.string(),
  }),
  rules: [
    defineRule({
      id: 'fields',
      select: ['/options/*/next_action'],
      type: 'string',
      messages: { blank: '{place} is blank' },
      check(text: string, _context, report) {
        if (text.trim() === '') report('blank');
      },
    }),
  ],
});

const fixed = '担当者に前提を確認し、今日中に結果を共有する';

function reportOf(count: number, lastAction: string): unknown {
  return {
    target_node_id: 'n1',
    options: Array.from({ length: count }, (_, index) => ({
      label: `案${index + 1}: 見積もりを${index + 1}回に分けて確認する`,
      next_action: index === count - 1 ? lastAction : `${fixed}（${index + 1}）`,
      necessary_info: `前回の見積もりの内訳と、案${index + 1}の前提条件の一覧`,
      criteria_note: `費用と期日のどちらを優先するかで、案${index + 1}の評価が分かれる`,
      risks: [`案${index + 1}は前提が古いと数字が変わる`, '担当者が不在の可能性がある'],
    })),
    summary: `見積もりの承認について${count}つの案を並べた`,
  };
}

async function measure(count: number): Promise<object> {
  const path = `/options/${count - 1}/next_action`;
  const patch = JSON.stringify({ patch: [{ op: 'replace', path, value: fixed }] });
  const whole = JSON.stringify(reportOf(count, fixed));
  const client = createScriptedClient([JSON.stringify(reportOf(count, '')), patch]);
  const messages = [{ role: 'user', content: 'Advise on n1.' }] as const;
  const outcome = await runGate(gate, { client, messages });
  if (outcome.status !== 'passed' || JSON.stringify(outcome.value) !== whole) {
    throw new Error(`expected the patch to give the whole report, got ${outcome.status}`);
  }
  const tokens = { patch: encode(patch).length, whole: encode(whole).length };
  return { options: count, ...tokens, share: Number((tokens.patch / tokens.whole).toFixed(3)) };
}

writeResult('correction-tokens', {
  peers: ['gpt-tokenizer'],
  figures: {
    tokenizer: 'gpt-tokenizer o200k_base',
    results: await Promise.all([2, 4, 8].map(measure)),
  },
});
