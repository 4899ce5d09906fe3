import { Command, Option } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { CommandResult } from './command-result.ts';
import { applyFix, approve, returnCards } from './commands/decide.ts';
import { doctor } from './commands/doctor.ts';
import { exportDeck } from './commands/export-deck.ts';
import { importContent } from './commands/import-content.ts';
import { listCards, showCard } from './commands/list-cards.ts';
import { review } from './commands/review.ts';
import { serveDeck } from './commands/serve-deck.ts';
import { startMode } from './commands/start-mode.ts';
import { verify } from './commands/verify.ts';
import type { Host } from './host.ts';
import type { Say } from './say.ts';

/** Runs one command and shows what it ends in. */
export type Run = (
  options: unknown,
  act: (context: CliContext) => Promise<CommandResult>,
) => Promise<void>;

/** A command's own part of the work. */
type Act = (
  context: CliContext,
  args: readonly string[],
  options: unknown,
) => Promise<CommandResult>;

/** The command line of `deck`. */
export function createProgram(say: Say, run: Run, { stdout }: Pick<Host, 'stdout'>): Command {
  const program = withGlobalOptions(new Command('deck'), say)
    .description(say('資料を、承認されたカードにする', 'from sources to approved cards'))
    .exitOverride()
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: () => undefined });
  const on = (command: Command, act: Act): Command =>
    command.action(() => {
      const options: unknown = command.optsWithGlobals();
      return run(options, (context) => act(context, command.args, options));
    });

  on(draftCommand(program, say), (context, [spec], options) => startMode(context, spec, options));
  on(
    withImportOptions(program.command('import <source...>'), say).description(
      say('資料を取り込む（--content-source と同じ）', 'import sources, as --content-source does'),
    ),
    importContent,
  );
  on(reviewCommand(program, say), review);
  on(program.command('list').description(say('カードの一覧', 'list the cards')), listCards);
  on(
    program.command('show <id>').description(say('カードを見る', 'show a card')),
    (context, [id = '']) => showCard(context, id),
  );
  on(approveCommand(program, say), approve);
  on(
    program
      .command('return <id...>')
      .description(say('差し戻す', 'return to the author'))
      .requiredOption('--reason <text>', say('理由', 'why'))
      .option('--code <code>', say('理由の符号', 'a code for the reason')),
    returnCards,
  );
  on(
    program
      .command('apply-fix <id> [patch...]')
      .description(
        say('修正案を当てる（名前がなければすべて）', 'apply fixes: the named ones, or all'),
      ),
    (context, [id = '', ...patches]) => applyFix(context, id, patches),
  );
  on(
    program
      .command('export')
      .description(
        say(
          '承認文書とまわりのファイルを書き出す',
          'write the approved document and the files around it',
        ),
      )
      .addOption(
        new Option(
          '--only <which>',
          say('approved: 承認済みのものだけ', 'approved: leave out what is not'),
        )
          .choices(['all', 'approved'])
          .default('all'),
      ),
    (context, _, options) => exportDeck(context, options),
  );
  on(
    program
      .command('verify [file]')
      .description(say('承認されたとおりか確かめる', 'check that a document is what was approved')),
    (context, [file]) => verify(context, file),
  );
  on(serveCommand(program, say), (context, _, options) => serveDeck(context, options));
  on(
    program
      .command('doctor')
      .description(say('この機械にあるものを調べる', 'what this machine has')),
    doctor,
  );
  return program;
}

function withGlobalOptions(program: Command, say: Say): Command {
  const language = new Option('--lang <language>', say('表示の言語', 'language of messages'));
  return program
    .option('-C, --directory <path>', say('作業フォルダ', 'working directory'))
    .option('--deck <id>', say('デッキの ID', 'id of the deck'), 'deck')
    .option(
      '--as <name>',
      say(
        '操作する人（標準は $DECK_ACTOR、次に利用者名）',
        'who acts; default $DECK_ACTOR, then the user name',
      ),
    )
    .addOption(language.choices(['ja', 'en']).default('ja'))
    .option('--json', say('結果を JSON で出す', 'one JSON document on stdout'))
    .option(
      '-v, --verbose',
      say('プロンプトと応答の概要を出す', 'show what the model was asked, in short'),
    )
    .option('--debug', say('プロンプトと応答をすべて出す', 'show it in full'))
    .option(
      '--ai-policy <file>',
      say(
        'ポリシー定義（標準は config/content_ai_policies.json）',
        'policy set; default config/content_ai_policies.json',
      ),
    )
    .option('--ai-policy-id <id>', say('ポリシーの ID', 'id of the policy'));
}

function withImportOptions(command: Command, say: Say): Command {
  const overflow = new Option('--overflow <how>', say('あふれた行', 'what does not fit'));
  const engine = new Option('--pdf-engine <name>', say('PDF を読むもの', 'what reads PDF'));
  return command
    .option('--licensed', say('使ってよい資料である', 'the sources may be used'))
    .addOption(overflow.choices(['split', 'truncate', 'error']).default('split'))
    .addOption(engine.choices(['pdfjs', 'soffice']).default('pdfjs'))
    .option(
      '--allow-address <cidr>',
      say(
        '公開されていないアドレスを許す（繰り返し可）',
        'open a range of private addresses; repeatable',
      ),
      collect,
    )
    .option(
      '--update',
      say('あるカードの内容を入れ替える', 'put new content into cards that exist'),
    );
}

function draftCommand(program: Command, say: Say): Command {
  return withImportOptions(program.command('draft [spec]', { isDefault: true }), say)
    .description(say('スペックから草案を作る（標準）', 'draft the slides of a spec (default)'))
    .option(
      '--content-source <path|url>',
      say(
        '草案の代わりに資料を取り込む（繰り返し可、後のものが優先）',
        'import instead; repeatable, later wins',
      ),
      collect,
    )
    .option(
      '--content-approved <file>',
      say('草案の代わりに承認文書を使う', 'use an approved document instead'),
    )
    .option(
      '--ai-output <file>',
      say('生成ログ（標準は content_ai_log.json）', 'log; default content_ai_log.json'),
    )
    .option(
      '--ai-meta <file>',
      say('メタ情報（標準は ai_generation_meta.json）', 'meta; default ai_generation_meta.json'),
    )
    .option('--reference <path|url>', say('参考資料', 'material to draw on'))
    .option('--limit <n>', say('最初の n 枚だけ', 'only the first n slides'));
}

function reviewCommand(program: Command, say: Say): Command {
  return program
    .command('review [id...]')
    .description(
      say('点検する。端末では1枚ずつ決める', 'review; at a terminal, decide card by card'),
    )
    .option('--llm', say('モデルの第二意見も聞く', 'ask the model as well'))
    .option('--no-interactive', say('質問しない', 'ask nothing'))
    .option(
      '--analysis <file>',
      say(
        'analysis.json を review_engine_analyzer.json に変換する',
        'convert analysis.json to review_engine_analyzer.json',
      ),
    )
    .option('--spec <file>', say('--analysis のスペック', 'spec of --analysis'));
}

function approveCommand(program: Command, say: Say): Command {
  return program
    .command('approve [id...]')
    .description(say('承認する', 'approve'))
    .option('--all', say('草案すべて', 'every draft'))
    .option('--notes <text>', say('覚え書き', 'a remark'))
    .option('--if-match <revision>', say('この版であるときだけ', 'only at this revision'))
    .option('--content-hash <hash>', say('この内容であるときだけ', 'only this content'));
}

function serveCommand(program: Command, say: Say): Command {
  return program
    .command('serve')
    .description(say('HTTP で開く（Ctrl-C まで）', 'serve over HTTP until Ctrl-C'))
    .option('--port <n>', say('ポート（0 は空いているもの）', 'port; 0 takes a free one'), '8377')
    .option('--host <address>', say('アドレス', 'address'), '127.0.0.1')
    .option(
      '--token <token>',
      say(
        'トークン（標準は $DECK_TOKEN、なければ作る）',
        'token; default $DECK_TOKEN, else a new one',
      ),
    );
}

function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
