import { describe, expect, it } from 'vitest';
import { okOf } from './cases.ts';
import { isJsonObject } from '../../src/vocabulary/json-value.ts';
import { extractJson, type ExtractOptions, type JsonValue } from '../../src/json.ts';

const keys = ['a', 'b'];

function valueOf(raw: string, options?: ExtractOptions): JsonValue | string {
  const result = extractJson(raw, options);
  return result.status === 'ok' ? result.value : result.reason;
}

function nest(value: string, levels: number): string {
  return '{"r":'.repeat(levels) + value + '}'.repeat(levels);
}

function memberN(value: JsonValue): number {
  return isJsonObject(value) ? Number(value['n']) : 0;
}

describe('the fast path', () => {
  it('is JSON.parse, own __proto__ keys included', () => {
    const raw = ' {"__proto__": {"x": 1}, "a": [1e400, -0, "\\ud800"]} \n';
    const result = okOf(extractJson(raw));
    expect(result).toStrictEqual({
      status: 'ok',
      value: JSON.parse(raw) as unknown,
      complete: true,
      span: [1, raw.length - 2],
      repairs: [],
      candidates: 1,
    });
    expect(Object.keys(result.value ?? {})).toEqual(['__proto__', 'a']);
  });

  it('keeps __proto__ an own key in a repaired object, and no prototype', () => {
    const result = okOf(extractJson('{"__proto__": {"polluted": true}, "a": 1,}'));
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(Object.keys(result.value ?? {})).toEqual(['__proto__', 'a']);
    expect(JSON.stringify(result.value)).toBe('{"__proto__":{"polluted":true},"a":1}');
  });

  it('is not taken for a value that is no container', () => {
    expect(['"x"', '23', 'true', 'null'].map((raw) => valueOf(raw))).toEqual(
      Array.from({ length: 4 }, () => 'no-json'),
    );
  });
});

describe('a template', () => {
  it.each([
    '{"name": "株式会社○○", "by": "（担当者名）", "on": "YYYY年MM月DD日", "sum": "XXX円"}',
    '{"greeting": "Dear [Name],", "subject": "<subject>", "body": "<2-3 sentences>", "on": "YYYY-MM-DD"}',
    '{"parts": [{"title": "Part 1", "text": "..."}, {"title": "Part 2", "text": "..."}, ...]}',
  ])('is no answer, wherever its own words stand: %s', (raw) => {
    expect(valueOf(raw)).toBe('no-json');
  });

  it('is an answer when most of it is filled in', () => {
    const value = { name: 'Aoki', sum: 1200, on: 'YYYY-MM-DD', by: '<name>' };
    expect(valueOf(JSON.stringify(value))).toEqual(value);
  });
});

describe('the choice between candidates', () => {
  it('takes the highest score at any place', () => {
    expect(valueOf('{"a": 1} {"a": 2, "b": 2} {"a": 3}', { keys })).toEqual({ a: 2, b: 2 });
  });

  it('reads empty objects in a row as a list, like others', () => {
    expect(valueOf('/* 1 */\n{},\n/* 2 */\n{}\n')).toEqual([{}, {}]);
  });

  it('takes the last of equals, whatever it needed', () => {
    expect(valueOf('{"a": 1, "b": 1} {"a": 2 "b": 2,}', { keys })).toEqual({ a: 2, b: 2 });
  });

  it.each([
    ['A', 'I would go with Option A, which is cheaper.'],
    ['A', 'Option B is riskier, so my final answer: option A.'],
    ['B', 'I would not go with Option A. Option B is the better one.'],
    ['A', 'Option Aを採用します。Option Bは採用しません。'],
    // The later one, where the text chooses none or both.
    ['B', 'I do not recommend Option A.'],
    ['B', 'Pick Option A for speed. Pick Option B for price.'],
  ])('takes option %s that the text chooses by its label: %s', (option, said) => {
    const options = 'Option A: {"a": "A", "b": 1}\nOption B: {"a": "B", "b": 2}';
    expect(valueOf(`${options}\n\n${said}`, { keys })).toMatchObject({ a: option });
  });

  it.each([
    ['a draft', 'まず下書きです。', '最終版はこちらです。'],
    ['the result for another question', '', 'If you had asked for May, the result would be:'],
  ])('does not take %s before or after the answer', (_, before, between) => {
    const [first, second] = before === '' ? [1, 2] : [2, 1];
    const raw = `${before}{"a": ${first}, "b": 0}\n\n${between}\n{"a": ${second}, "b": 0}`;
    expect(valueOf(raw, { keys })).toMatchObject({ a: 1 });
  });

  it('takes the last version although it is cut', () => {
    const raw = '下書きです。\n{"a": 1, "b": 1}\n\n最終版です。\n{"a": 2, "b';
    expect(okOf(extractJson(raw, { keys }))).toMatchObject({ value: { a: 2 }, complete: false });
  });

  it('takes a correction that is cut, without keys too', () => {
    const raw = '{"a": 1, "b": 1}\n\nSorry, that was wrong. Corrected:\n{"a": 2, "b": 3, "c": "lo';
    expect(okOf(extractJson(raw))).toMatchObject({ value: { a: 2, b: 3 }, complete: false });
  });

  it.each([
    ['### Example\n{"a": 1, "b": 1}\n### Output\n{"a": 2, "b": 2}', { a: 2, b: 2 }],
    ['```json\n{"a": 1, "b": 1}\n```\n{"a": 1, "b": 1}', { a: 1, b: 1 }],
  ])('makes no list of an example or the same answer and the answer: %j', (raw, meant) => {
    expect(valueOf(raw)).toEqual(meant);
  });

  it('takes no sample of a result that is offered for later', () => {
    const raw =
      'I can return the list in this format:\n{"a": "Ann", "b": 3}\n\nPlease paste the text first.';
    expect(valueOf(raw, { keys })).toBe('no-json');
  });

  it.each(['Two readings are possible.', 'It depends on how you count.'])(
    'takes neither version after: %s',
    (said) => {
      const raw = `${said}\n\nA:\n{"a": 1, "b": 1}\n\nB:\n{"a": 2, "b": 1}`;
      expect(valueOf(raw, { keys })).toBe('no-json');
    },
  );

  it('takes no letter with gaps to fill in', () => {
    const raw = '{"to": "△△株式会社 ○○様", "subject": "（件名）", "n": 0}';
    expect(valueOf(raw, { keys: ['to', 'subject', 'n'] })).toBe('no-json');
  });

  it('takes none where the text asks which one is meant', () => {
    const raw = '{"a": 1, "b": 1}\nor\n{"a": 2, "b": 1}\n\nWhich reading should I use?';
    expect(valueOf(raw, { keys })).toBe('no-json');
  });

  it.each(['</answer>', '<|eot_id|>', ' </s>'])('takes a number before %s as whole', (mark) => {
    const result = extractJson(`<answer>{"a": 1, "b": 12${mark}`);
    expect(result).toMatchObject({ value: { a: 1, b: 12 }, complete: true });
  });

  it('takes no number that the text ends with, which may be longer', () => {
    const result = extractJson('<answer>{"a": 1, "b": 12');
    expect(result).toMatchObject({ value: { a: 1 }, complete: false });
  });

  it.each([
    'Input:\n{"text": "The lens is light.", "labels": ["good", "bad"]}\n\nI will label it now.',
    '**入力データ**\n{"本文": "電池が切れます。", "候補": ["良", "悪"]}\n\nこれを分析します。',
    'The API call failed:\n{"error": {"code": 503, "message": "timeout"}}',
    'リクエストに失敗しました: {"error": {"code": 429, "message": "後で"}}',
    'A {"a": 1, "b": 2}\nB {"a": 3, "b": 4}\nどちらとも決められません。',
    'A {"a": 1, "b": 2}\nB {"a": 3, "b": 4}\nWhich of them applies depends on the date.',
    'Could you tell me the city? Then I can return something like this:\n{"a": 1, "b": 2}',
    '{"name": "ここに名前を入力", "year": "YYYY"}',
    '{"name": "【会社名を入力】", "address": "〇〇県〇〇市〇〇"}',
  ])('takes nothing from an input, a failure or an open question: %j', (text) => {
    expect(extractJson(text).status).toBe('none');
  });

  it.each([
    '{"a": 1, "b": 2}\n\nPlease disregard the JSON above. The page is from another month.',
    '{"a": 1, "b": 2}\n上記は取り消します。',
    '{"a": 1, "b": 2}\n上のJSONは誤りですので使わないでください。',
    'Option A\n{"a": 1, "b": 2}\nOption B\n{"a": 3, "b": 4}\nWhich one do you prefer?',
    '案1\n{"a": 1, "b": 2}\n案2\n{"a": 3, "b": 4}\nどちらがよいですか。',
    '{"a": 1, "b": 2}\n{"a": 3, "b": 4}\n\n該当者が二名います。どちらの方をお探しでしょうか。',
    '案1\n{"a": 1, "b": 2}\n案2\n{"a": 3, "b": 4}\nどの案で進めるか、ご指示をお願いします。',
    '{"a": "○○部", "b": "○月○日"}',
    '{"a": 1, "b": 2}\n\nWait, that is not right.',
    '{"a": 1, "b": 2}\n\nWait, b should be 3. Otherwise it is fine.',
  ])('takes nothing that is retracted or left to the reader: %j', (text) => {
    expect(valueOf(text, { keys })).toBe('no-json');
  });

  it.each(['Please disregard the above.', '上記を取り消し、訂正します。'])(
    'takes the value that replaces a retracted one: %s',
    (retraction) => {
      const text = `{"a": 1, "b": 2}\n${retraction}\n{"a": 3, "b": 4}`;
      expect(valueOf(text, { keys })).toEqual({ a: 3, b: 4 });
    },
  );

  it.each([
    'Wait, let me check the total: 3 + 4 = 7. Yes, that is correct.',
    'Hmm, the two dates look consistent.',
    'Please ignore the above comment about the price.',
    'Please ignore the result if it is empty.',
    'Please disregard the earlier draft.',
  ])('takes a value before a remark that retracts something else: %s', (remark) => {
    expect(valueOf(`{"a": 1, "b": 2}\n\n${remark}`, { keys })).toEqual({ a: 1, b: 2 });
  });

  it('refuses parallel calls where one object is wanted, unless they are the same', () => {
    const callOf = (a: string): string =>
      `<tool_call>\n{"name": "f", "arguments": {"a": "${a}", "b": 1}}\n</tool_call>\n`;
    expect(valueOf(callOf('x') + callOf('y'), { keys })).toBe('no-json');
    expect(valueOf(callOf('x') + callOf('y') + callOf('x'), { keys })).toBe('no-json');
    expect(valueOf(callOf('x') + callOf('x'), { keys })).toEqual({ a: 'x', b: 1 });
    const corrected = `${callOf('x')}Corrected:\n${callOf('y')}`;
    expect(valueOf(corrected, { keys })).toEqual({ a: 'y', b: 1 });
  });

  it('takes a list that goes on in another fence as one, but not another version of it', () => {
    const partsOf = (heading: string): string =>
      `\`\`\`json\n[{"a": 1}]\n\`\`\`\n\n${heading}\n\`\`\`json\n[{"a": 2}]\n\`\`\``;
    const options: ExtractOptions = { keys: ['a'], root: 'array' };
    expect(valueOf(partsOf('Part 2 (continued):'), options)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(valueOf(partsOf('Part 2, corrected:'), options)).toEqual([{ a: 2 }]);
  });

  it('takes a JSON Schema whose keys are wanted', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const written = JSON.stringify(schema);
    const options: ExtractOptions = { keys: ['type', 'properties'] };
    expect(valueOf(written, options)).toEqual(schema);
    expect(valueOf(`Here is the JSON Schema:\n${written}`, options)).toEqual(schema);
    expect(valueOf(written, { keys: ['type', 'name'] })).not.toEqual(schema);
  });

  it('takes members in a fence without braces, also with a comma after the last one', () => {
    const members = '```json\n"a": 1,\n"b": 2,\n```';
    expect(valueOf(members, { keys })).toEqual({ a: 1, b: 2 });
  });

  it('takes the symbols of Ruby as keys', () => {
    expect(valueOf('{ :a => "x", :b => nil }', { keys })).toEqual({ a: 'x', b: null });
  });

  it('skips notes after a value, and takes text that begins like one', () => {
    expect(valueOf('{"a": 1,  ※仮の値\n "b": 2 ※確定\n}', { keys })).toEqual({ a: 1, b: 2 });
    expect(valueOf('{"a": ※要確認, "b": 2}', { keys })).toEqual({ a: '※要確認', b: 2 });
  });

  it('takes the answer before the marks of a next turn', () => {
    const text =
      '{"a": 1}<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nNext<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n{"a": 2}';
    expect(valueOf(text, { keys: ['a'] })).toEqual({ a: 1 });
  });

  it('takes fenced objects below numbered headings as one list where a list is wanted', () => {
    const item = (n: number, word = 'Review'): string =>
      `### ${word} ${n}\nA remark.\n\n\`\`\`json\n{"id": ${n}, "stars": 3}\n\`\`\`\n\n`;
    const wanted = { keys: ['id', 'stars'], root: 'array' } as const;
    expect(valueOf(item(1) + item(2), wanted)).toEqual([
      { id: 1, stars: 3 },
      { id: 2, stars: 3 },
    ]);
    expect(extractJson(item(1, 'Attempt') + item(2, 'Attempt'), wanted).status).toBe('none');
  });

  it('takes members behind the marks of a list', () => {
    expect(valueOf('{\n- "a": 1,\n- "b": ["x"]\n}')).toEqual({ a: 1, b: ['x'] });
  });

  it('takes the answer after a schema and an example', () => {
    const text =
      '### Schema\n{"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}\n\n### Example\nText: one\n{"a": 1}\n\n### Text\nText: two\n\n### Answer\n{"a": 2}';
    expect(valueOf(text, { keys: ['a'] })).toEqual({ a: 2 });
  });

  it('takes what follows a labelled input', () => {
    expect(valueOf('Input: {"a": 1, "b": 2}\nOutput: {"c": 3}')).toEqual({ c: 3 });
    expect(valueOf('Here is the error response:\n{"error": {"code": 1}}')).toEqual({
      error: { code: 1 },
    });
  });

  it('takes complete over cut, and a better cut over a worse complete one', () => {
    expect(valueOf('{"a": 1, "b": 1} {"a": 2, "b": [', { keys })).toEqual({ a: 1, b: 1 });
    expect(valueOf('{"a": 1} {"a": 2, "b": [', { keys })).toEqual({ a: 2, b: [] });
  });

  it('takes the largest span without keys, then the last', () => {
    expect(valueOf('{"a": 1, "b": 2} or {"c": 3}')).toEqual({ a: 1, b: 2 });
    expect(valueOf('{"a": 1} or {"a": 2}')).toEqual({ a: 2 });
  });

  it('refuses a single guess in prose without keys', () => {
    expect(valueOf('say {"a" 1} now')).toBe('no-json');
    expect(valueOf('{"a" 1}')).toEqual({ a: 1 });
    expect(valueOf('say {"a" 1, "b" 2} now')).toEqual({ a: 1, b: 2 });
  });

  it('scores with accept, where 0, no number and a throw refuse', () => {
    const raw = '{"n": 1} {"n": 5} {"n": 3}';
    expect(valueOf(raw, { accept: memberN })).toEqual({ n: 5 });
    expect(valueOf(raw, { accept: () => 0 })).toBe('no-match');
    expect(valueOf(raw, { accept: () => Number.NaN })).toBe('no-match');
    expect(
      valueOf(raw, {
        accept: () => {
          throw new Error('no');
        },
      }),
    ).toBe('no-match');
  });

  it('never takes a shape echo or a schema', () => {
    const schema = '{"type": "object", "properties": {"a": {}, "b": {}}, "a": 1, "b": 2}';
    expect(valueOf(`\n${schema}`, { keys })).toBe('no-match');
    expect(valueOf(nest(schema, 1), { keys })).toBe('no-match');
    expect(valueOf('{"a": 1} {"a": "...", "b": ["…", {}]}', { keys })).toEqual({ a: 1 });
    expect(valueOf('Like {"a": ..., "b": [...]}.', { keys })).toBe('no-json');
  });

  it('keeps the last candidates when there are too many', () => {
    const raw = Array.from({ length: 100 }, (_, index) => `{"a": ${index}}`).join(' ');
    expect(extractJson(raw, { keys, maxCandidates: 5 })).toMatchObject({
      value: { a: 99 },
      candidates: 5,
    });
  });
});

describe('unwrapping', () => {
  it('opens four levels and no fifth', () => {
    const wanted = '{"a":1,"b":2}';
    expect(valueOf(nest(wanted, 4), { keys })).toEqual({ a: 1, b: 2 });
    expect(valueOf(nest(wanted, 5), { keys })).toBe('no-match');
    const stringInString = JSON.stringify({ r: JSON.stringify({ r: wanted }) });
    expect(valueOf(stringInString, { keys })).toEqual({ a: 1, b: 2 });
  });

  it('needs half of the keys', () => {
    expect(valueOf('{"r": {"a": 1}}', { keys: ['a', 'b', 'c'] })).toBe('no-match');
    expect(valueOf('{"r": {"a": 1, "b": 2}}', { keys: ['a', 'b', 'c'] })).toEqual({ a: 1, b: 2 });
  });

  it('beats the envelope only by a higher score', () => {
    expect(valueOf('{"a": 0, "r": {"b": 1}}', { keys })).toEqual({ a: 0, r: { b: 1 } });
    expect(valueOf('{"a": 0, "r": {"a": 1, "b": 2}}', { keys })).toEqual({ a: 1, b: 2 });
  });

  it('is off without keys, and when an option turns it off', () => {
    expect(valueOf('{"r": {"a": 1}}')).toEqual({ r: { a: 1 } });
    expect(valueOf('{"r": {"a": 1, "b": 2}}', { keys, unwrap: false })).toBe('no-match');
  });

  it('reports the span of the value', () => {
    const raw = 'x {"r": [{"a": 1, "b": [2]}]} y';
    const result = okOf(extractJson(raw, { keys }));
    expect(JSON.parse(raw.slice(...result.span))).toEqual(result.value);
  });

  it('reports that the JSON in a string was cut', () => {
    expect(extractJson('{"r": "{\\"a\\": 1, \\"b\\": [2"}', { keys })).toMatchObject({
      value: { a: 1, b: [] },
      complete: false,
    });
  });
});
