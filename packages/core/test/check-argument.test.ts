import { describe, expect, it } from 'vitest';
import { InvalidArgumentError } from '../src/index.ts';
import { checkArgument } from '../src/kit.ts';

describe('the kind of an argument', () => {
  it.each<[Parameters<typeof checkArgument>[1], readonly unknown[], readonly unknown[]]>([
    ['a text', ['', 'a'], [undefined, null, 5, {}, []]],
    ['a list', [[], ['a']], [undefined, null, 5, {}, 'a']],
    ['an object', [{}, new Map()], [undefined, null, 5, 'a', []]],
    ['an iterable', [[], new Set(), (async function* none() {})()], [undefined, null, 5, {}, 'a']],
  ])('%s is checked', (kind, right, wrong) => {
    for (const value of right) expect(() => checkArgument('x', kind, value)).not.toThrow();
    for (const value of wrong)
      expect(() => checkArgument('x of f', kind, value)).toThrow(InvalidArgumentError);
  });

  it('is named with what came, and a text is not quoted', () => {
    expect(() => checkArgument('items of f', 'a list', 'secret')).toThrow(
      'expected items of f to be a list, got a text',
    );
    expect(() => checkArgument('items of f', 'a list', null)).toThrow('got null');
  });
});
