import { anyCharacter, triesOf } from '@kanmon/test-support';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractJson, type ExtractOptions } from '../../src/json.ts';
import { parseJson } from '../support.ts';
import { okOf } from './cases.ts';

/** Strings that look like everything the extractor decides on. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom(
    'a, "b": 1',
    'He said "hi", ok',
    '「見出し」、「本文」',
    '：，｛｝',
    '</think>',
    '<json>',
    '</json>',
    '```',
    'x\n```\ny',
    '// no comment',
    '{"a": 1}',
    '": "',
    '", "',
    'C:\\new\\table',
    '$\\frac{1}{2}$',
    '&quot;',
    '“x”',
    "it's",
    '__proto__',
  ),
);

const sentence = 'Two visitors came.';

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
}));

/** A document in both layouts, as the text a model would write. One sentence shows that it is no template. */
const documents = fc
  .tuple(
    fc.oneof(
      json.object.map((members) => ({ ...members, summary: sentence })),
      json.array.map((elements) => [elements, sentence]),
    ),
    fc.constantFrom(undefined, 2),
  )
  .map(([value, indent]) => JSON.stringify(value, null, indent));

const surroundings: readonly (readonly [string, (document: string) => string])[] = [
  ['nothing', (document) => document],
  ['prose', (document) => `Here is the result:\n${document}\nHope this helps.`],
  ['prose on the line', (document) => `結果: ${document} です。`],
  ['a fence', (document) => `\`\`\`json\n${document}\n\`\`\``],
  ['a wrapper', (document) => `<answer>${document}</answer>`],
  ['reasoning', (document) => `<think>maybe {"a": 1</think>\n${document}`],
];

describe('extractJson', () => {
  it.each(surroundings)('gives what JSON.parse gives, in %s', (_, surround) => {
    fc.assert(
      fc.property(documents, (document) => {
        const { value, complete } = okOf(extractJson(surround(document)));
        expect(complete).toBe(true);
        expect(value).toEqual(parseJson(document));
      }),
      { numRuns: 300 },
    );
  });

  const prefix = fc
    .tuple(json.object, fc.constantFrom(undefined, 2), fc.nat())
    .map(([value, indent, at]) => {
      const document = JSON.stringify(value, null, indent);
      return document.slice(0, at % document.length);
    });
  const isCalledWhole = (broken: string, options: ExtractOptions = {}): boolean => {
    const result = extractJson(broken, options);
    return result.status === 'ok' && result.complete;
  };

  it('never calls a true prefix of an object complete without a guess', () => {
    fc.assert(
      fc.property(prefix, (broken) => !isCalledWhole(broken, { allow: 'lossless' })),
      { numRuns: triesOf(2000) },
    );
  });

  it('calls at most one of 2,000 prefixes complete with a guess', () => {
    const wrong = fc.sample(prefix, 2000).filter((broken) => isCalledWhole(broken));
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1);
  });
});
