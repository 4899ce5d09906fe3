import { describe, expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type JsonValue } from '../../src/vocabulary/json-value.ts';
import { createIncrementalParser } from '../../src/gate/streaming/incremental-parser.ts';
import { formatPointer } from '@kanmon/core/json';
import { nested } from '../support.ts';

type Told = readonly [path: string, node: string];

/** Returns the calls to a listener, except the one for the root, for a text that comes in pieces of `size`. */
function toldOf(text: string, size: number, refuse?: string): Told[] {
  const told: Told[] = [];
  const parser = createIncrementalParser<string>({
    root: '',
    enter: (state, token, depth) => {
      const state2 = `${state}>${token}`;
      expect(depth).toBe(state2.split('>').length - 1);
      return token === refuse ? null : state2;
    },
    closed: (node, path, state) => {
      expect(formatPointer(state.split('>').slice(1))).toBe(path);
      if (path !== '') told.push([path, JSON.stringify(node)]);
    },
  });
  for (let index = 0; index < text.length; index += size) {
    parser.feed(text.slice(index, index + size));
  }
  return told;
}

/** The nodes below the root in the order in which they end. */
function nodesOf(value: JsonValue, path: readonly (string | number)[] = []): Told[] {
  const members: [string | number, JsonValue][] = isJsonArray(value)
    ? value.map((element, index) => [index, element])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return members.flatMap(([key, member]) => [
    ...nodesOf(member, [...path, key]),
    [formatPointer([...path, key]), JSON.stringify(member)],
  ]);
}

const values: readonly JsonValue[] = [
  {},
  [],
  { a: 1 },
  [1, -2.5e3, 0, true, false, null],
  { a: { b: { c: [] } }, d: [{}, [[]], { e: '' }] },
  { 'a/b': { 'c~d': 1 }, '': [''] },
  { text: 'a "quoted" \\ back\\\\slash \n 日本語 🙂 {[,:]}' },
  [[1, [2, [3]]], [4], 5],
  { a: [{ b: 1 }, { b: 2 }], c: 'x' },
];
const sizes = [1, 2, 3, 7, 1000];

describe('an answer that is followed while it comes', () => {
  it.each(values.map((value) => [JSON.stringify(value), value] as const))(
    'reports every node of %s as it ends',
    (_text, value) => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        for (const size of sizes) expect(toldOf(text, size)).toEqual(nodesOf(value));
      }
    },
  );

  it('keeps an own __proto__ member', () => {
    expect(toldOf('{"a":{"__proto__":1}}', 3)).toEqual([
      ['/a/__proto__', '1'],
      ['/a', '{"__proto__":1}'],
    ]);
  });

  it('takes any white space between tokens', () => {
    expect(toldOf(' \t{\r\n"a" \t:\r\n[ 1 ,\t2\r\n] , "b" : null }', 1)).toEqual([
      ['/a/0', '1'],
      ['/a/1', '2'],
      ['/a', '[1,2]'],
      ['/b', 'null'],
    ]);
  });

  it('ends with its first value', () => {
    expect(toldOf('{"a":1}{"b":2}', 1)).toEqual([['/a', '1']]);
    expect(toldOf('[1],[2]', 1)).toEqual([['/0', '1']]);
  });

  it.each<[string, string]>([
    ['prose', 'Here it is: {"a":1}'],
    ['a fence', '```json\n{"a":1}\n```'],
    ['reasoning', '<think>{"x":[1]}</think>{"a":1}'],
    ['reasoning in capitals', '<THINK>{"x":1}</think> {"a":1}'],
    ['reasoning with other tags in it', '<reasoning><b>{"x":1}</b> 1 < 2 > 0</reasoning>{"a":1}'],
    ['two blocks of reasoning', '<think>[1]</think><scratchpad>[2]</scratchpad>{"a":1}'],
    ['a tag that is none', '<p>{"a":1}'],
    ['a tag without an end', 'x < y and {"a":1}'],
    ['a tag that is too long', '<scratchpadding>{"a":1}'],
    ['a tag right after a broken one', '<<think>{"x":1}</think>{"a":1}'],
    ['a closing tag of other reasoning', '<think>{"x":1}</analysis>{"x":2}</think>{"a":1}'],
  ])('skips %s', (_name, text) => {
    for (const size of sizes) expect(toldOf(text, size)).toEqual([['/a', '1']]);
  });

  it.each<[string, Told[]]>([
    ['{a:1}', []],
    ["{'a':1}", []],
    ['{"a" 1,"b":2}', []],
    ['{"a":1 "b":2}', [['/a', '1']]],
    ['{"a":1,,"b":2}', [['/a', '1']]],
    ['{"a":1,}', [['/a', '1']]],
    ['{,"a":1}', []],
    ['{"a"::1}', []],
    ['{:1}', []],
    ['{1:2}', []],
    ['{"a"}', []],
    ['{"a":}', []],
    ['{"a":tru,"b":1}', []],
    ['{"a":01,"b":1}', []],
    ['{"a":"\\x","b":1}', []],
    ['{"a":1]', [['/a', '1']]],
    ['[1}', [['/0', '1']]],
    ['[1 2]', [['/0', '1']]],
    ['[1,]', [['/0', '1']]],
    ['[,1]', []],
    ['[1:2]', []],
    ['["a":1]', [['/0', '"a"']]],
    [
      '[{"a":1}{"b":2}]',
      [
        ['/0/a', '1'],
        ['/0', '{"a":1}'],
      ],
    ],
    [
      '[[1][2]]',
      [
        ['/0/0', '1'],
        ['/0', '[1]'],
      ],
    ],
    [
      '{"a":{"b":1},{"c":2}}',
      [
        ['/a/b', '1'],
        ['/a', '{"b":1}'],
      ],
    ],
    ['{{"a":1}}', []],
    ['{["a"]}', []],
    [
      '[1,true false]',
      [
        ['/0', '1'],
        ['/1', 'true'],
      ],
    ],
  ])('stops for good at what is no JSON: %s', (text, told) => {
    for (const size of sizes) expect(toldOf(`${text}{"z":1}`, size)).toEqual(told);
  });

  it('stops where the listener returns null', () => {
    expect(toldOf('{"a":1,"stop":2,"b":3}', 1, 'stop')).toEqual([['/a', '1']]);
    expect(toldOf('[[1],[2],[3]]', 1, '1')).toEqual([
      ['/0/0', '1'],
      ['/0', '[1]'],
    ]);
  });

  it('follows 256 levels and no more', () => {
    expect(toldOf(JSON.stringify(nested(256)), 9)).toHaveLength(256);
    expect(toldOf(JSON.stringify(nested(257)), 9)).toEqual([]);
  });

  it('reports nothing of a text that is cut, beyond what has ended', () => {
    expect(toldOf('{"a":[1,2', 1)).toEqual([['/a/0', '1']]);
    expect(toldOf('{"a":"half', 1)).toEqual([]);
    expect(toldOf('no value at all', 1)).toEqual([]);
  });
});
