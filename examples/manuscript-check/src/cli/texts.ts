import type { Locale } from '@kanmon/core';
import type { Phase } from './phase.ts';
import { problemTexts } from './problem-texts.ts';
import { unreachable } from './unreachable.ts';
import { usageTexts } from './usage-texts.ts';

const ja = {
  usage: usageTexts.ja,
  problem: problemTexts.ja,
  phase(phase: Phase): string {
    switch (phase.kind) {
      case 'checking':
        return `点検中（${phase.by}、${phase.attempt} 回目）`;
      case 'planning':
        return `直し方を決めています（${phase.count} 件）`;
      case 'fixing':
        return `修正中 ${ofAll(phase)}`;
      case 'waiting-for-lock':
        return `ほかの作業が終わるのを待っています（最長 ${phase.seconds} 秒）`;
    }
    return unreachable(phase);
  },
  states: {
    New: '未着手',
    InProgress: '対応中',
    Partial: '一部残り',
    Deferred: '見送り',
    Resolved: '解決',
    Recurrence: '再発',
  },
  severities: { low: '低', medium: '中', high: '高', critical: '重大' },
  statuses: {
    running: '実行中',
    waiting_for_user: '回答待ち',
    completed: '終了',
    aborted: '中止',
    failed: '失敗',
  },
  counts: (counts: { open: number; fresh: number; resolved: number; deferred: number }): string =>
    `未解決 ${counts.open} 件（うち新しい指摘 ${counts.fresh} 件）、今回の解決 ${counts.resolved} 件、見送り ${counts.deferred} 件`,
  manuscript: (file: string, characters: number, rules: Locale): string =>
    `${file}（${characters} 字、規則: ${rules === 'ja' ? '日本語' : '英語'}）`,
  clean: '指摘はありません。',
  nothingYet: 'まだ何も点検していません。',
  written: (file: string): string => `書き出し: ${file}`,
  fileChanged: '注意: 点検のあいだに原稿が変わりました。結果は読み込んだ時点のものです。',
  waiting: (count: number): string =>
    `${count} 件の質問が回答を待っています。resume を端末で実行するか、--decide で答えてください:`,
  interrupted: '中断しました。ここまでは記録済みです。続きは resume で。',
  question: {
    tool: (tool: string): string => `この修正をしてよいですか（${tool}）`,
    alignment: 'この指摘の今の位置はここですか',
  },
  prompt: '[a] する  [r] しない  [d] 後で決める  > ',
  pending: '回答待ち',
  history: { by: '担当', noIssue: '-' },
  timeline: {
    issue: '指摘',
    category: '種類',
    legend: '● 未着手  ◐ 対応中  ◑ 一部残り  ✓ 解決  ↻ 再発（新しい番号で続く）  ‖ 見送り',
  },
  status: (fields: {
    file: string;
    command: string;
    status: string;
    open: number;
    resolved: number;
    deferred: number;
  }): string =>
    `${fields.file}: ${fields.command} ${fields.status}、未解決 ${fields.open}、解決 ${fields.resolved}、見送り ${fields.deferred}`,
  unfinished: '未完了（resume で続く）',
};

/** Every sentence of the program, except usage and problems. */
export type Texts = typeof ja;

const en: Texts = {
  usage: usageTexts.en,
  problem: problemTexts.en,
  phase(phase) {
    switch (phase.kind) {
      case 'checking':
        return `checking (${phase.by}, look ${phase.attempt})`;
      case 'planning':
        return `planning fixes (${phase.count})`;
      case 'fixing':
        return `fixing ${ofAll(phase)}`;
      case 'waiting-for-lock':
        return `waiting for other work to end (at most ${phase.seconds} s)`;
    }
    return unreachable(phase);
  },
  states: {
    New: 'new',
    InProgress: 'in progress',
    Partial: 'partial',
    Deferred: 'deferred',
    Resolved: 'resolved',
    Recurrence: 'recurred',
  },
  severities: { low: 'low', medium: 'medium', high: 'high', critical: 'critical' },
  statuses: {
    running: 'running',
    waiting_for_user: 'waiting for answers',
    completed: 'completed',
    aborted: 'aborted',
    failed: 'failed',
  },
  counts: ({ open, fresh, resolved, deferred }) =>
    `${open} open (${fresh} of them new), ${resolved} resolved this time, ${deferred} deferred`,
  manuscript: (file, characters, rules) =>
    `${file} (${characters} characters, rules: ${rules === 'ja' ? 'Japanese' : 'English'})`,
  clean: 'No findings.',
  nothingYet: 'Nothing has been checked here yet.',
  written: (file) => `written: ${file}`,
  fileChanged:
    'note: the manuscript changed while it was checked; the findings are for what was read.',
  waiting: (count) =>
    `${count} question(s) wait for an answer. Run resume in a terminal, or answer with --decide:`,
  interrupted: 'Interrupted. What was done is recorded; go on with resume.',
  question: {
    tool: (tool) => `make this fix (${tool})?`,
    alignment: 'is this where the finding is now?',
  },
  prompt: '[a] yes  [r] no  [d] decide later  > ',
  pending: 'waits for an answer',
  history: { by: 'by', noIssue: '-' },
  timeline: {
    issue: 'issue',
    category: 'category',
    legend:
      '● new  ◐ in progress  ◑ partial  ✓ resolved  ↻ recurred (goes on under a new id)  ‖ deferred',
  },
  status: ({ file, command, status, open, resolved, deferred }) =>
    `${file}: ${command} ${status}, ${open} open, ${resolved} resolved, ${deferred} deferred`,
  unfinished: 'unfinished (resume goes on)',
};

/** By language of the reader. */
export const texts: Readonly<Record<Locale, Texts>> = { ja, en };

function ofAll({ number, of }: { readonly number: number; readonly of: number | null }): string {
  return of === null ? String(number) : `${number}/${of}`;
}
