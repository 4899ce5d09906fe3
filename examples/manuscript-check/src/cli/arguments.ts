import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Locale } from '@kanmon/core';
import type { Engine } from '../loop/run-engine.ts';
import { CommandProblem } from './problem.ts';

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
  const { values, positionals } = read(argv);
  const [name = 'help', target, ...rest] = positionals;
  const command = values.help ? 'help' : oneOf('the command', name, commands);
  if (rest.length > 0) throw usage(`one manuscript at a time, got also ${JSON.stringify(rest[0])}`);
  if ((command === 'check' || command === 'polish') && target === undefined) {
    throw usage(`${command} needs a manuscript: ${command} <file>`);
  }
  if (values['in-place'] && values.output !== undefined) {
    throw usage('--in-place and --output exclude each other');
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
    decisions: values.decide.map(readDecision),
    by: values.by ?? null,
  };
}

/** Returns the requested language, as far as it is known before the rest is parsed. */
export function guessLocale(argv: readonly string[]): Locale {
  const index = argv.indexOf('--lang');
  return argv[index + 1] === 'en' || argv.includes('--lang=en') ? 'en' : 'ja';
}

function read(argv: readonly string[]) {
  try {
    // `pnpm start -- check` hands the separator on.
    const args = argv.filter((argument) => argument !== '--');
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}

function readDecision(text: string): GivenDecision {
  const groups = decisionPattern.exec(text)?.groups;
  const { issue, decision } = groups ?? {};
  if (issue === undefined || decision === undefined) {
    throw usage(
      `--decide takes ISSUE=approve, ISSUE=reject or ISSUE=defer, got ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return { issue, decision: oneOf('--decide', decision, ['approve', 'reject', 'defer']) };
}

function number(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most)
    return value;
  throw usage(`${name} takes a whole number from ${least} to ${most}, got ${JSON.stringify(text)}`);
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw usage(`${name} is one of ${allowed.join(', ')}, not ${JSON.stringify(value.slice(0, 80))}`);
}

function usage(detail: string): CommandProblem {
  return new CommandProblem({ kind: 'usage', detail });
}
