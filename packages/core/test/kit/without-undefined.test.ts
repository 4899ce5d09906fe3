import { expect, test } from 'vitest';
import { withoutUndefined } from '@kanmon/core/kit';

test('leaves out members that are undefined and keeps null, false and ""', () => {
  const members: {
    id: string;
    title?: string | undefined;
    note: null;
    open: boolean;
    text: string;
  } = { id: 'a', title: undefined, note: null, open: false, text: '' };
  const stated: { id: string; title?: string; note: null; open: boolean; text: string } =
    withoutUndefined(members);
  expect(Object.entries(stated)).toEqual([
    ['id', 'a'],
    ['note', null],
    ['open', false],
    ['text', ''],
  ]);
});

test('copies a key "__proto__" as a member', () => {
  const copy = withoutUndefined(JSON.parse('{"__proto__": {"admin": true}}') as object);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  expect(Object.hasOwn(copy, '__proto__')).toBe(true);
});
