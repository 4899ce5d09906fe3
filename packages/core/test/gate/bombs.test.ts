import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate } from '@kanmon/core/gate';

// Walks of millions of nodes: apart from the other tests, which are run thousands of times by mutation.
describe('a value that stands for more nodes than fit in memory is refused', () => {
  const gate = defineGate({ name: 'g', schema: z.unknown() });
  let shared: unknown = ['x'];
  for (let level = 0; level < 60; level += 1) shared = [shared, shared];
  const row = Array.from({ length: 50_000 }, () => ({}));
  const wide = Array.from({ length: 60 }, () => row);

  it.each<[string, unknown]>([
    ['by parts that it shares', shared],
    ['by its width', wide],
  ])('%s', (_name, value) => {
    expect(gate.validate(value).findings).toMatchObject([
      {
        rule: 'schema',
        code: 'schema-mismatch',
        severity: 'must',
        params: { message: 'more than 2500000 nodes' },
      },
    ]);
  });
});
