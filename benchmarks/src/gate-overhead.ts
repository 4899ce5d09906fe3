/**
 * The time that the gate adds to parsing and schema validation of an Advisor report (two options, ten rules):
 * ratios within one run, median and spread of interleaved rounds.
 * pnpm bench gate-overhead
 */
import { defineGate, defineRule } from '@kanmon/core/gate';
import * as z from 'zod';
import { interleave, timeCalls } from './support/rounds.ts';
import { ratiosOf } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

const rounds = 15;
const callsPerRound = 4000;

const option = z.object({
  label: z.string(),
  next_action: z.string(),
  necessary_info: z.string(),
  criteria_note: z.string(),
  risks: z.array(z.string()).min(1),
  pros: z.array(z.string()).optional(),
});
const schema = z.object({
  target_node_id: z.string(),
  target_title: z.string(),
  current_status: z.string(),
  options: z.array(option).min(2),
  next_decision: z.string(),
  summary: z.string(),
});

const isBlank = (text: string): boolean => text.trim() === '';

function notBlank(id: string, select: readonly string[]) {
  return defineRule({
    id,
    select,
    type: 'string',
    messages: { blank: '{place} is blank' },
    check(text: string, _context, report) {
      if (isBlank(text)) report('blank');
    },
  });
}

function atLeast(id: string, select: readonly string[], minimum: number) {
  return defineRule({
    id,
    select,
    type: 'array',
    messages: { few: '{place} needs more' },
    check(list: readonly unknown[], _context, report) {
      if (list.length < minimum) report('few');
    },
  });
}

function matching(id: string, select: readonly string[], pattern: RegExp, expected: boolean) {
  return defineRule({
    id,
    select,
    type: 'string',
    messages: { form: '{place} has the wrong form' },
    check(text: string, _context, report) {
      if (pattern.test(text) !== expected) report('form');
    },
  });
}

const gate = defineGate({
  name: 'advisor',
  schema,
  rules: [
    notBlank('text', ['/summary', '/next_decision', '/target_title', '/current_status']),
    notBlank('fields', [
      '/options/*/label',
      '/options/*/next_action',
      '/options/*/necessary_info',
      '/options/*/criteria_note',
    ]),
    notBlank('risk', ['/options/*/risks/*']),
    atLeast('risks', ['/options/*/risks'], 1),
    atLeast('options', ['/options'], 2),
    atLeast('criteria', ['/criteria'], 2),
    matching('phrase', ['/**'], /ベスト|推奨|正解/, false),
    matching('label', ['/options/*/label'], /案|候補/, true),
    matching('decision', ['/next_decision'], /。.+。/, false),
    defineRule({
      id: 'target',
      select: ['/target_node_id'],
      messages: { unknown: '{id} is unknown' },
      check(id: string, context: { readonly ids: ReadonlySet<string> }, report) {
        if (!context.ids.has(id)) report('unknown', { params: { id } });
      },
    }),
  ],
});

function optionOf(number: number): z.infer<typeof option> {
  return {
    label: `案${number}`,
    next_action: '見積もりの前提を確認する担当者を決めて、今日中に連絡する',
    necessary_info: '前回の見積もりの内訳と、その時の前提条件の一覧',
    criteria_note: '費用と期日のどちらを優先するかで判断が分かれる',
    risks: ['前提が古いと数字が変わる', '担当者が不在の可能性'],
    pros: ['早い', '安い'],
  };
}

const report: z.infer<typeof schema> = {
  target_node_id: 'n1',
  target_title: '見積もりの承認',
  current_status: 'NEEDS_DECISION',
  options: [optionOf(1), optionOf(2)],
  next_decision: 'どちらの案で進めるかを決める',
  summary: '見積もりの承認について二つの案を並べた',
};
const faulty = { ...report, summary: '', target_node_id: 'n9' };
const text = JSON.stringify(report);
const context = { ids: new Set(['n1']) };

const subjects: Readonly<Record<string, () => unknown>> = {
  'JSON.parse': (): unknown => JSON.parse(text),
  'zod safeParse': () => schema.safeParse(report),
  'gate, valid report': () => gate.validate(report, context),
  'gate, two findings': () => gate.validate(faulty, context),
};

if (!gate.validate(report, context).ok || gate.validate(faulty, context).ok) {
  throw new Error('expected the report to pass and the faulty one not to');
}
const samples = await interleave(subjects, timeCalls(callsPerRound), { rounds, warmUpRounds: 2 });
const base = (samples['JSON.parse'] ?? []).map(
  (time, round) => time + (samples['zod safeParse']?.[round] ?? 0),
);
writeResult('gate-overhead', {
  peers: ['zod'],
  figures: {
    characters: text.length,
    rounds,
    ratioTo: 'JSON.parse + zod safeParse',
    ratios: Object.fromEntries(
      Object.entries(samples).map(([name, list]) => [name, ratiosOf(list, base)]),
    ),
  },
});
