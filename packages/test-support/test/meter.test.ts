import { afterAll, describe, expect, it } from 'vitest';
import { growthAt, mostGrowth, openMeter, sampleToTry } from '@kanmon/test-support';
import type * as known from './subjects/known-growth.ts';

const subjects = new URL('./subjects/known-growth.ts', import.meta.url);
type Subjects = typeof known;
const meter = openMeter<Subjects>(subjects);
afterAll(() => meter.close());

const sizes = [500, 1000, 2000, 4000];

describe('growth of work', () => {
  it.each([
    'loop',
    'oneSearch',
    'patternOverAll',
    'listOfAll',
    'sorted',
    'anchoredAtEachPlace',
  ] as const)('passes %s, which is linear or n log n', async (name) => {
    expect((await meter.growthOf(name, { sizes })).exponent).toBeLessThan(mostGrowth);
  });

  it.each([
    ['loopInLoop', 'blocks'],
    ['hiddenSearch', 'native'],
    ['patternFromEachPlace', 'native'],
    ['copyAtEachStep', 'native'],
    ['flattenAtEachStep', 'bytes'],
  ] as const)('finds that %s is quadratic in %s', async (name, count) => {
    expect((await meter.growthOf(name, { sizes }))[count]).toBeGreaterThan(1.7);
  });

  it('waits for the promise of a subject', async () => {
    const [small, large] = [await meter.read('waits', 500, 2), await meter.read('waits', 4000, 2)];
    expect(large.blocks / small.blocks).toBeGreaterThan(7);
  });

  it.each([
    ['leaves out the last size when the doubling before it passes', 'loop', 3],
    ['reads the last size when the doubling before it does not pass', 'loopInLoop', 4],
  ] as const)('%s', async (_title, name, read) => {
    expect((await meter.growthOf(name, { sizes })).readings).toHaveLength(read);
  });
});

describe('counts', () => {
  it('are the same in two processes', async () => {
    const other = openMeter<Subjects>(subjects);
    for (const name of sampleToTry(['hiddenSearch', 'patternOverAll', 'copyAtEachStep'] as const)) {
      const [first, second] = [
        await meter.growthOf(name, { sizes }),
        await other.growthOf(name, { sizes }),
      ];
      const exact = ({ readings }: typeof first) =>
        readings.map(({ size, blocks, native }) => ({ size, blocks, native }));
      expect(exact(first)).toEqual(exact(second));
      expect(Math.abs(first.bytes - second.bytes)).toBeLessThan(0.05);
    }
    other.close();
  });

  it('do not depend on what ran before', async () => {
    const before = await meter.read('loop', 1000);
    await meter.read('loopInLoop', 100);
    expect(await meter.read('loop', 1000)).toMatchObject({ blocks: before.blocks, native: 0 });
  });
});

describe('what goes wrong', () => {
  it('reports the error of a subject, and counts the next one', async () => {
    await expect(meter.read('throws', 1)).rejects.toThrow('this subject is broken');
    expect((await meter.read('loop', 10)).blocks).toBeGreaterThan(0);
  });

  it('reports a process that ended, and starts another one', async () => {
    await expect(meter.read('ends', 1)).rejects.toThrow('exit code 3');
    expect((await meter.read('loop', 10)).blocks).toBeGreaterThan(0);
  });

  it('refuses to judge one size, or sizes that do not increase', () => {
    const reading = { blocks: 1, native: 1, bytes: 1 };
    const [one, two] = [
      { size: 1, ...reading },
      { size: 2, ...reading },
    ];
    expect(() => growthAt([one])).toThrow('two sizes');
    expect(() => growthAt([one, two, two])).toThrow('increase');
  });
});
