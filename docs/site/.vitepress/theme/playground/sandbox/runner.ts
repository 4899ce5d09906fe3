// Runs in the worker of the sandbox, bundled as one script. It strips the types of the user's code, runs it, and
// judges the value by the rules that it exports.
import * as core from '@kanmon/core';
import * as gate from '@kanmon/core/gate';
import * as json from '@kanmon/core/json';
import { transform } from 'sucrase';
import type { RuleJob } from './rule-result.ts';

/** The modules that the code may import. */
const modules: Readonly<Record<string, unknown>> = {
  '@kanmon/core': core,
  '@kanmon/core/gate': gate,
  '@kanmon/core/json': json,
};

type Failure = 'value' | 'context' | 'code' | 'rules' | 'none';

class StageError extends Error {
  readonly stage: Failure;
  constructor(stage: Failure, cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
    this.stage = stage;
  }
}

self.addEventListener('message', ({ data, ports: [port] }: MessageEvent<RuleJob>) => {
  // The code may replace what it can reach; these are bound before it runs.
  const [send, write] = [port?.postMessage.bind(port), JSON.stringify.bind(JSON)];
  send?.('started');
  try {
    send?.(write(judge(data)));
  } catch (error) {
    const { stage, message } = error instanceof StageError ? error : new StageError('code', error);
    send?.(write({ status: 'failed', stage, message }));
  }
});

function judge({ code, value, context, language }: RuleJob): object {
  const [root, background] = [parse('value', value), parse('context', context)];
  const rules = rulesOf(attempt('code', () => runModule(code)));
  if (rules.length === 0) throw new StageError('none', '');
  const judged = attempt('rules', () => {
    const { validate, format } = gate.defineValueGate<unknown, unknown>({
      name: 'playground',
      schema: anything,
      rules,
    });
    const { ok, findings } = validate(root, background, { locale: language });
    return {
      ok,
      findings: findings.map((finding) => ({
        ...finding,
        text: format(finding, { locale: language }),
      })),
    };
  });
  return { status: 'judged', rules: rules.map(({ id }) => id), ...judged };
}

const anything: gate.StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'playground', validate: (value) => ({ value }) },
};

function load(name: string): unknown {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw new Error(`"${name}" is not available; import from ${Object.keys(modules).join(', ')}`);
}

/** Runs the code as a CommonJS module and returns its exports. */
function runModule(source: string): object {
  const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true });
  const module: { exports: object } = { exports: {} };
  let run: ((require: typeof load, module: object, exports: object) => void) | undefined;
  Reflect.set(globalThis, 'kanmonRun', (body: typeof run) => {
    run = body;
  });
  // A script instead of `Function`: the policy of the sandbox allows no evaluation of text.
  const script = new Blob([`kanmonRun(function (require, module, exports) {${code}\n})`]);
  const importScripts = Reflect.get(globalThis, 'importScripts') as (url: string) => void;
  importScripts(URL.createObjectURL(script));
  run?.(load, module, module.exports);
  return module.exports;
}

/** Every exported rule, and those in an exported list. */
function rulesOf(exported: object): readonly gate.Rule<never>[] {
  const values: readonly unknown[] = Object.values(exported).flat();
  return [...new Set(values)].filter(
    (value): value is gate.Rule<never> =>
      core.isRecord(value) &&
      typeof value['id'] === 'string' &&
      typeof value['check'] === 'function',
  );
}

function parse(stage: 'value' | 'context', text: string): unknown {
  return attempt(stage, () => JSON.parse(text) as unknown);
}

function attempt<T>(stage: Failure, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new StageError(stage, error);
  }
}
