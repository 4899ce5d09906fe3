import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Locale } from '@kanmon/core';
import type { Engine } from '../loop/run-engine.ts';
import { CommandProblem } from './problem.ts';
import { type Say, sayIn } from './say.ts';

/** Commands that take a manuscript. */
export type WorkCommand = 'check' | 'polish';
/** Commands that take a manuscript or a session id, or neither for the latest. */
export type ViewCommand = 'status' | 'history' | 'timeline' | 'unresolved';
/** A person's answer on the command line, `ISSUE-...=approve`. */
export interface GivenDecision {
  readonly issue: string;
  readonly decision: 'approve' | 'reject' | 'defer';
}

/** The parsed command line. */
export interface Arguments {
  readonly command: WorkCommand | ViewCommand | 'resume' | 'help';
  /** The file, or for views the file or session id, when given. */
  readonly target: string | null;
  readonly locale: Locale;
  readonly json: boolean;
  readonly directory: string;
  readonly engine: Engine;
  readonly rounds: number | null;
  readonly rules: 'auto' | Locale;
  readonly ask: boolean;
  readonly fresh: boolean;
  readonly inPlace: boolean;
  readonly output: string | null;
  readonly force: boolean;
  readonly sarif: string | null;
  readonly waitSeconds: number | null;
  readonly lockSeconds: number;
  readonly decisions: readonly GivenDecision[];
  readonly by: string | null;
}

const commands = [
  'check',
  'polish',
  'status',
  'history',
  'resume',
  'timeline',
  'unresolved',
  'help',
] as const;
const decisionPattern = /^(?<issue>[^=]{1,200})=(?<decision>approve|reject|defer)$/u;

const options = {
  dir: { type: 'string', default: '.manuscript-check' },
  engine: { type: 'string', default: 'langgraph' },
  rounds: { type: 'string' },
  rules: { type: 'string', default: 'auto' },
  ask: { type: 'boolean', default: false },
  new: { type: 'boolean', default: false },
  'in-place': { type: 'boolean', default: false },
  output: { type: 'string' },
  force: { type: 'boolean', default: false },
  sarif: { type: 'string' },
  wait: { type: 'string' },
  'lock-seconds': { type: 'string', default: '5' },
  decide: { type: 'string', multiple: true, default: [] },
  by: { type: 'string' },
  json: { type: 'boolean', default: false },
  lang: { type: 'string', default: 'ja' },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsOptionsConfig;

/** Reads the command line. Throws `CommandProblem` of kind `usage`. */
export function parseArguments(argv: readonly string[]): Arguments {
  const say = sayIn(guessLocale(argv));
  const { oneOf, number } = createReaders(say);
  const { values, positionals } = read(argv, say);
  const [name = 'help', target, ...rest] = positionals;
  const command = values.help ? 'help' : oneOf(say('コマンド', 'the command'), name, commands);
  if (rest.length > 0) {
    const other = JSON.stringify(rest[0]);
    throw usage(
      say(
        `原稿は一つずつ指定してください（余分: ${other}）`,
        `one manuscript at a time, got also ${other}`,
      ),
    );
  }
  if ((command === 'check' || command === 'polish') && target === undefined) {
    const form = `${command} <file>`;
    throw usage(say(`原稿を指定してください: ${form}`, `${command} needs a manuscript: ${form}`));
  }
  if (command === 'status' && target !== undefined) {
    throw usage(
      say(
        'status は全部の原稿を示します。一つなら unresolved、timeline、history に指定してください',
        'status shows every manuscript; name one to unresolved, timeline or history',
      ),
    );
  }
  if (values['in-place'] && values.output !== undefined) {
    throw usage(
      say(
        '--in-place と --output は同時に使えません',
        '--in-place and --output exclude each other',
      ),
    );
  }
  return {
    command,
    target: target ?? null,
    locale: oneOf('--lang', values.lang, ['ja', 'en']),
    json: values.json,
    directory: values.dir,
    engine: oneOf('--engine', values.engine, ['langgraph', 'plain']),
    rounds: values.rounds === undefined ? null : number('--rounds', values.rounds, 1, 100),
    rules: oneOf('--rules', values.rules, ['auto', 'ja', 'en']),
    ask: values.ask,
    fresh: values.new,
    inPlace: values['in-place'],
    output: values.output ?? null,
    force: values.force,
    sarif: values.sarif ?? null,
    waitSeconds: values.wait === undefined ? null : number('--wait', values.wait, 0, 3_600),
    lockSeconds: number('--lock-seconds', values['lock-seconds'], 1, 600),
    decisions: values.decide.map((text) => readDecision(text, say)),
    by: values.by ?? null,
  };
}

/** Returns the requested language, as far as it is known before the rest is parsed. */
export function guessLocale(argv: readonly string[]): Locale {
  const index = argv.lastIndexOf('--lang');
  return argv[index + 1] === 'en' || argv.includes('--lang=en') ? 'en' : 'ja';
}

function read(argv: readonly string[], say: Say) {
  try {
    // `pnpm start -- check` hands the separator on.
    const args = argv.filter((argument) => argument !== '--');
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node writes its messages in English only; the option is quoted in them.
    const [, option = ''] = /'([^']*)'/u.exec(message) ?? [];
    throw usage(say(`オプション ${option} を読み取れません`, message));
  }
}

function readDecision(text: string, say: Say): GivenDecision {
  const groups = decisionPattern.exec(text)?.groups;
  const { issue, decision } = groups ?? {};
  if (issue === undefined || decision === undefined) {
    const got = JSON.stringify(text.slice(0, 80));
    throw usage(
      say(
        `--decide は <指摘>=approve、<指摘>=reject、<指摘>=defer のどれかです（指定: ${got}）`,
        `--decide takes ISSUE=approve, ISSUE=reject or ISSUE=defer, got ${got}`,
      ),
    );
  }
  const { oneOf } = createReaders(say);
  return { issue, decision: oneOf('--decide', decision, ['approve', 'reject', 'defer']) };
}

/** Readers of option values, with messages in the language of the reader. */
function createReaders(say: Say) {
  return {
    number(name: string, text: string, least: number, most: number): number {
      const value = Number(text);
      if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most)
        return value;
      const got = JSON.stringify(text);
      throw usage(
        say(
          `${name} は ${least} から ${most} までの整数です（指定: ${got}）`,
          `${name} takes a whole number from ${least} to ${most}, got ${got}`,
        ),
      );
    },
    oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
      const found = allowed.find((each) => each === value);
      if (found !== undefined) return found;
      const got = JSON.stringify(value.slice(0, 80));
      throw usage(
        say(
          `${allowed.join('、')} のどれかにしてください（${name}: ${got}）`,
          `${name} is one of ${allowed.join(', ')}, not ${got}`,
        ),
      );
    },
  };
}

function usage(detail: string): CommandProblem {
  return new CommandProblem({ kind: 'usage', detail });
}
