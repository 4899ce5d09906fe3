import { spawnSync } from 'node:child_process';

/** Ways in which the value of an answer is known. Every kind but the last has one container, and no bracket beside it. */
export const kinds = [
  'one fence',
  'one tag',
  'prose around',
  'Python literal',
  'no bracket, to be refused',
] as const;
export type Kind = (typeof kinds)[number];

/** The meaning of an answer; `meant` has no value when it must be refused. `json` needs no repair. */
export type Decision =
  | { readonly kind: Kind; readonly meant: { readonly value?: unknown } }
  | { readonly kind: 'json' };

const fence = /^[^[\]{}`]*```\w*\n([\s\S]*?)\n\s*```[^[\]{}`]*$/;
const tag = /^[^[\]{}<]*<(\w+)>([\s\S]*?)<\/\1>[^[\]{}<]*$/;
/** Everything from the first bracket to the last. */
const inner = /^([^[\]{}]*)([[{][\s\S]*[\]}])[^[\]{}]*$/;

/** Decides by a strict parser what an answer means; null when it cannot. */
export function decide(raw: string): Decision | null {
  if (containerIn(raw) !== null) return { kind: 'json' };
  if (!/[[\]{}]/.test(raw)) return { kind: 'no bracket, to be refused', meant: {} };
  const fenced = containerIn(fence.exec(raw)?.[1]);
  if (fenced !== null) return { kind: 'one fence', meant: { value: fenced } };
  const tagged = containerIn(tag.exec(raw)?.[2]);
  if (tagged !== null) return { kind: 'one tag', meant: { value: tagged } };
  // In code a name or a call comes right before a bracket; in a sentence it does not.
  const [, before = '', between] = inner.exec(raw) ?? [];
  if (/[\w.)(=]$/.test(before)) return null;
  const bare = containerIn(between);
  return bare === null ? null : { kind: 'prose around', meant: { value: bare } };
}

function containerIn(text: string | undefined): object | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Reads lines of texts, and writes for each its value as JSON, or an empty line. */
const reader = `
import ast, json, sys
def plain(v):
    if isinstance(v, dict): return all(type(k) is str and plain(x) for k, x in v.items())
    if isinstance(v, list): return all(map(plain, v))
    return v is None or type(v) in (str, bool, int) or (type(v) is float and v == v and abs(v) != float('inf'))
for line in sys.stdin:
    try:
        value = ast.literal_eval(json.loads(line).strip())
        ok = isinstance(value, (dict, list)) and plain(value)
        print(json.dumps(value) if ok else '')
    except Exception:
        print('')
`;

/** The values of those texts that are one literal of Python, as Python reads it; none without `python3`. */
export function pythonValues(texts: readonly string[]): readonly (readonly [string, unknown])[] {
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  const { status, stdout } = spawnSync('python3', ['-W', 'ignore', '-c', reader], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) {
    console.log('SKIPPED Python literals: there is no python3');
    return [];
  }
  const parse: (line: string) => unknown = JSON.parse;
  return stdout
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [[texts[index] ?? '', parse(line)] as const]));
}
