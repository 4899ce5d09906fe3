import type { Assertion } from './assertion.ts';

/** Options after which a call does something else than to repair. */
const otherOptions = /\b(?:strict|schema|stream_stable|json_fd|skip_json_loads)\s*=/;

/** Returns the assertions `assert call("text") == value` in a test file of Python. */
export function collectFromPython(source: string, calls: readonly string[]): readonly Assertion[] {
  const assertions: Assertion[] = [];
  for (const match of source.matchAll(RegExp(`assert\\s*\\(?\\s*(?:${calls.join('|')})\\(`, 'g'))) {
    try {
      const input = readLiteral(source, match.index + match[0].length);
      const options = /^[^()]*\)\s*==/.exec(source.slice(input.end))?.[0];
      if (options === undefined || otherOptions.test(options)) continue;
      const expected = readLiteral(source, input.end + options.length).value;
      if (typeof input.value !== 'string') continue;
      const isText = typeof expected === 'string' && !options.includes('return_objects');
      const value: unknown = isText && expected !== '' ? JSON.parse(expected) : expected;
      assertions.push({ input: input.value, value });
    } catch {
      // An expression that is not a literal is no case.
    }
  }
  return assertions;
}

interface Literal {
  readonly value: unknown;
  readonly end: number;
}

const space = /(?:\s|#.*)*/y;
const text = /([rbu]*)("""|'''|"|')/iy;
const word = /True|False|None|-?\d[\d.]*(?:e[+-]?\d+)?/y;
const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null };

/** Reads a literal of Python: strings, also side by side, numbers, lists, tuples and dictionaries. */
function readLiteral(source: string, from: number): Literal {
  const at = skip(source, from);
  const char = source.charAt(at);
  if (matchAt(text, source, at)) return readStrings(source, at);
  if (char === '[' || char === '(') return readSequence(source, at + 1, char === '[' ? ']' : ')');
  if (char === '{') return readDictionary(source, at + 1);
  const found = matchAt(word, source, at)?.[0];
  if (found === undefined) throw new Error(`expected a literal at ${at}`);
  return { value: found in words ? words[found] : Number(found), end: at + found.length };
}

function readStrings(source: string, from: number): Literal {
  let value = '';
  let end = from;
  for (
    let opening = matchAt(text, source, from);
    opening;
    opening = matchAt(text, source, skip(source, end))
  ) {
    const [all, prefix = '', quote = ''] = opening;
    const start = opening.index + all.length;
    end = start;
    while (end < source.length && !source.startsWith(quote, end))
      end += source[end] === '\\' ? 2 : 1;
    const body = source.slice(start, end);
    value += /r/i.test(prefix) ? body : body.replaceAll(escape, unescape);
    end += quote.length;
  }
  return { value, end };
}

const escape = /\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi;
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '\n': '',
};

function unescape(all: string, long?: string, short?: string, letter = ''): string {
  const code = long ?? short;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return escapes[letter] ?? ('\\\'"'.includes(letter) ? letter : all);
}

function readSequence(source: string, from: number, closer: string): Literal {
  const value: unknown[] = [];
  let at = skip(source, from);
  while (source.charAt(at) !== closer) {
    const element = readLiteral(source, at);
    value.push(element.value);
    at = skipComma(source, element.end);
  }
  const [only] = value;
  // Parentheses around one expression are no tuple.
  return { value: closer === ')' && value.length === 1 ? only : value, end: at + 1 };
}

function readDictionary(source: string, from: number): Literal {
  const entries: [string, unknown][] = [];
  let at = skip(source, from);
  while (source.charAt(at) !== '}') {
    const key = readLiteral(source, at);
    const colon = skip(source, key.end);
    if (source.charAt(colon) !== ':') throw new Error(`expected a colon at ${colon}`);
    const member = readLiteral(source, colon + 1);
    entries.push([String(key.value), member.value]);
    at = skipComma(source, member.end);
  }
  return { value: Object.fromEntries(entries), end: at + 1 };
}

function skip(source: string, from: number): number {
  return from + (matchAt(space, source, from)?.[0].length ?? 0);
}

function skipComma(source: string, from: number): number {
  const at = skip(source, from);
  return source.charAt(at) === ',' ? skip(source, at + 1) : at;
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
