import { expect, test } from 'vitest';
import { maskUrl } from '../src/import/mask-url.ts';
import { readCases } from './read-cases.ts';

interface MaskCase {
  readonly url: string;
  readonly masked: string;
}

test.each(readCases('mask-url') as readonly MaskCase[])(
  'writes $url as $masked',
  ({ url, masked }) => {
    expect(maskUrl(url)).toBe(masked);
  },
);

test('hides a canary wherever it is a secret', () => {
  const names = ['sig', 'code', 'auth', 'pwd', 'session', 'jwt', 'X-Amz-Signature', 'authCode'];
  const shapes = [
    'http://a.test/?x=1&N=CANARY',
    'http://a.test/?x=1;N=CANARY',
    'http://a.test/p;N=CANARY?x=1',
    'http://a.test/#N=CANARY',
    'http://a.test:99999/?N=CANARY',
    '/relative?N=CANARY',
  ];
  let checked = 0;
  for (const name of names)
    for (const shape of shapes) {
      const masked = maskUrl(shape.replace('N', name));
      expect(masked).not.toContain('CANARY');
      expect(masked).toContain(name);
      checked += 1;
    }
  expect(checked).toBe(48);
});
