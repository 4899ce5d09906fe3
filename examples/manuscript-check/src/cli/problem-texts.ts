import type { Locale } from '@kanmon/core';
import type { Problem, TargetReason, UnreadableReason } from './problem.ts';
import { unreachable } from './unreachable.ts';

const reasonsJa: { readonly [R in UnreadableReason]: (detail: string) => string } = {
  missing: () => 'ファイルがありません。パスを確かめてください',
  'no-file': () => '通常のファイルではありません。原稿のファイルを指定してください',
  denied: () => '読む権限がありません。権限を確かめてください',
  binary: () => 'テキストではありません（制御文字があります）。テキストに書き出してください',
  encoding: () => 'UTF-8 ではありません。iconv などで UTF-8 に変換してください',
  empty: () => '空です。点検する文章がありません',
  'too-large': (detail) => {
    const [size, limit] = detail.split(', ');
    return `大きすぎます（${size} バイト。上限は ${limit} バイト）。章ごとに分けてください`;
  },
  'long-line': (detail) => {
    const [line, limit] = detail.split(', ');
    return `${line} 行目が長すぎます（上限は ${limit} 字）。段落で改行してください`;
  },
};

const reasonsEn: { readonly [R in UnreadableReason]: (detail: string) => string } = {
  missing: () => 'there is no such file; check the path',
  'no-file': () => 'this is no regular file; name the manuscript itself',
  denied: () => 'it may not be read; check its permissions',
  binary: () => 'it is no text (it holds control characters); export it as text',
  encoding: () => 'it is not UTF-8; convert it first, with iconv for example',
  empty: () => 'it is empty; there is nothing to check',
  'too-large': (detail) => {
    const [size, limit] = detail.split(', ');
    return `it is too large (${size} bytes, at most ${limit}); split it by chapter`;
  },
  'long-line': (detail) => {
    const [line, limit] = detail.split(', ');
    return `line ${line} is too long (at most ${limit} characters); break it into paragraphs`;
  },
};

const targetsJa: { readonly [R in TargetReason]: string } = {
  folder: 'フォルダーです。ファイルの名前を指定してください',
  'no-folder': 'フォルダーがないか、フォルダーではありません。パスを確かめてください',
  'no-file': '通常のファイルではありません。別の名前にしてください',
  denied: '書き込めません。権限を確かめてください',
  input: 'このコマンドのほかのファイルと同じです。別の名前にしてください',
};

const targetsEn: { readonly [R in TargetReason]: string } = {
  folder: 'it is a folder; name a file',
  'no-folder': 'there is no such folder; check the path',
  'no-file': 'it is not a regular file; choose another name',
  denied: 'it may not be written to; check its permissions',
  input: 'the command uses this file already; choose another name',
};

/** Problems in the reader's words: what was expected, what came, what to do. */
export const problemTexts: Readonly<Record<Locale, (problem: Problem) => string>> = {
  ja(problem) {
    switch (problem.kind) {
      case 'usage':
        return `使い方が違います: ${problem.detail}（manuscript-check --help）`;
      case 'unreadable':
        return `${problem.path} を読めません: ${reasonsJa[problem.reason](problem.detail)}`;
      case 'bad-target':
        return `${problem.option} ${problem.path} は使えません: ${targetsJa[problem.reason]}`;
      case 'locked':
        return `${problem.path} はほかの manuscript-check が作業中です。--wait <秒> で待つか、終わってから実行してください`;
      case 'unfinished':
        return `${problem.path} には終わっていない ${problem.command} があります。resume で続けるか、--new でやめて始め直してください`;
      case 'file-changed':
        return `${problem.path} は作業のあいだに変わったので、上書きしませんでした。直した原稿は ${problem.kept} にあります`;
      case 'output-edited':
        return `${problem.path} はこの道具が書いた内容と違うので、上書きしませんでした。別の名前にするか、ファイルをどけるか、--force を付けてください`;
      case 'nothing-to-resume':
        return '続ける作業がありません。check か polish から始めてください';
      case 'nothing-known':
        return `${problem.wanted} の記録がありません。status で一覧を見てください`;
      case 'failed':
        return `途中で失敗しました${codeOf(problem.qcCode)}: ${problem.detail}。ここまでは記録済みです。原因を取り除いて resume を実行してください`;
    }
    return unreachable(problem);
  },
  en(problem) {
    switch (problem.kind) {
      case 'usage':
        return `wrong usage: ${problem.detail} (manuscript-check --help)`;
      case 'unreadable':
        return `${problem.path} cannot be read: ${reasonsEn[problem.reason](problem.detail)}`;
      case 'bad-target':
        return `${problem.option} ${problem.path} cannot be used: ${targetsEn[problem.reason]}`;
      case 'locked':
        return `another manuscript-check works on ${problem.path}; wait for it with --wait <seconds>, or try again when it is done`;
      case 'unfinished':
        return `${problem.path} has an unfinished ${problem.command}; go on with resume, or give it up with --new`;
      case 'file-changed':
        return `${problem.path} changed while it was worked on and was not overwritten; the polished text is in ${problem.kept}`;
      case 'output-edited':
        return `${problem.path} is not what this tool wrote there and was not overwritten; choose another name, move the file away, or give --force`;
      case 'nothing-to-resume':
        return 'nothing is unfinished; begin with check or polish';
      case 'nothing-known':
        return `nothing is known of ${problem.wanted}; see status`;
      case 'failed':
        return `it failed on the way${codeOf(problem.qcCode)}: ${problem.detail}. What was done is recorded; remove the cause and run resume`;
    }
    return unreachable(problem);
  },
};

function codeOf(qcCode: string | null): string {
  return qcCode === null ? '' : ` [${qcCode}]`;
}
