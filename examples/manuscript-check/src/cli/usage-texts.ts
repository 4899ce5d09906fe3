import type { Locale } from '@kanmon/core';

const commandsJa = `manuscript-check: 原稿を点検し、直し、もう一度点検します。

  check <file>        点検だけをする。前に点検した原稿なら、どの指摘が消え、残り、増えたかを追う
  polish <file>       点検、修正、再点検をくり返し、直した原稿を書き出す
  resume              途中で終わった作業を続ける（強制終了、中断、失敗、回答待ちのあと）
  status              原稿ごとの状態
  unresolved [file]   残っている指摘と、回答を待つ質問
  timeline [file]     指摘ごとの一生を、点検の回ごとに
  history [file]      起きたことのすべて

  --rules ja|en|auto  規則（既定: 原稿の言語を見て選ぶ）
  --engine langgraph|plain  くり返しを動かすもの（既定: langgraph）
  --rounds <n>        修正と再点検の回数の上限（既定: 5。--new か初回だけ）
  --ask               修正のたびに人の承認を求める
  --decide <指摘>=approve|reject|defer  質問への回答（resume で、何度でも）
  --output <file>, --in-place  書き出す先（既定: 名前に .polished を足す）
  --force             この道具が書いたものでない書き出し先も上書きする
  --new               続きからではなく、新しく始める
  --wait <秒>         ほかの作業が終わるのを待つ
  --lock-seconds <秒> 強制終了した作業のロックが残る時間（既定: 5）
  --sarif <file>      check の結果を SARIF 2.1.0 でも書き出す
  --dir <dir>         作業フォルダー（既定: .manuscript-check）
  --by <名前>         記録に残す担当者（既定: ログイン名）
  --json, --lang ja|en, --help

終了コード: 0 完了、2 使い方、3 競合、4 読めない原稿、5 点検か AI の失敗、6 指摘が残る、7 回答待ち、130 中断`;

const commandsEn = `manuscript-check: checks a manuscript, fixes it and checks it again.

  check <file>        only look; for a manuscript seen before, tell what is gone, still there and new
  polish <file>       check, fix and recheck in rounds, then write the polished manuscript
  resume              go on with unfinished work (after a kill, an interruption, a failure, a question)
  status              where each manuscript stands
  unresolved [file]   findings that are left, and questions that wait for an answer
  timeline [file]     the life of each finding, look by look
  history [file]      everything that happened

  --rules ja|en|auto  which rules (default: by the language of the manuscript)
  --engine langgraph|plain  what drives the rounds (default: langgraph)
  --rounds <n>        most rounds of fixing and rechecking (default: 5; at the first run or with --new)
  --ask               have a person approve each fix
  --decide <issue>=approve|reject|defer  an answer to a question (with resume, repeatable)
  --output <file>, --in-place  where to write (default: .polished added to the name)
  --force             overwrite an output that this tool did not write
  --new               begin anew instead of going on
  --wait <seconds>    wait for other work to end
  --lock-seconds <seconds>  how long the lock of a killed process stays (default: 5)
  --sarif <file>      write the findings of check as SARIF 2.1.0 too
  --dir <dir>         working directory (default: .manuscript-check)
  --by <name>         who it is, for the record (default: the login name)
  --json, --lang ja|en, --help

exit codes: 0 done, 2 usage, 3 conflict, 4 unreadable manuscript, 5 check or AI failed, 6 findings left, 7 waiting for answers, 130 interrupted`;

/** The output of `--help`. */
export const usageTexts: Readonly<Record<Locale, string>> = { ja: commandsJa, en: commandsEn };
