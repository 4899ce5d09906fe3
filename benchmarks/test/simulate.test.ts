import { describe, expect, it } from 'vitest';
import { type Costs, fullPart, type Site, simulate } from '../src/fleet/simulate.ts';

const costs: Costs = {
  request: 1,
  read: { server: 0.5, client: 0.25 },
  append: { server: 0.5, client: 0.25 },
  look: { server: 0.01, client: 0.01 },
  row: { server: 0, client: 0 },
};
const quiet: Site = {
  rate: 1,
  writes: 0,
  streams: 1000,
  instances: 2,
  connectionsEach: 8,
  serverProcessors: 2,
  maxConnections: 100,
  syncMs: 1,
  networkMs: 0.5,
};

describe('simulate', () => {
  it('answers without a wait in the sum of the times', () => {
    expect(simulate(quiet, costs).p50).toBeCloseTo(1 + 0.25 + 0.5 + 0.5, 5);
    expect(simulate({ ...quiet, writes: 1 }, costs).p50).toBeCloseTo(
      1 + 0.75 + (0.5 + 0.5) + (0.5 + 0.5 + 1) + (0.5 + 0.5),
      5,
    );
  });

  it('has the same outcome each time', () => {
    const site = { ...quiet, rate: 900, writes: 0.5 };
    expect(simulate(site, costs)).toEqual(simulate(site, costs));
  });

  it('uses a processor for the rate times the time of a request', () => {
    const { inUse } = simulate({ ...quiet, rate: 1000 }, costs);
    expect(inUse.instances).toBeCloseTo((1000 / 2) * (1.25 / 1000), 1);
    expect(inUse.server).toBeCloseTo((1000 / 2) * (0.5 / 1000), 1);
  });

  it.each<[string, Partial<Site>]>([
    ['connections', { instances: 12 }],
    ['server', { rate: 3000, writes: 1, instances: 10, serverProcessors: 1 }],
    ['instances', { rate: 3000, serverProcessors: 16 }],
    ['stream', { rate: 1000, writes: 1, streams: 1, instances: 10, serverProcessors: 16 }],
    ['pool', { rate: 3000, writes: 1, instances: 10, connectionsEach: 1, serverProcessors: 16 }],
    ['server', { rate: 1200, isOneMachine: true }],
  ])('names what is full first: %s', (part, change) => {
    expect(fullPart(simulate({ ...quiet, ...change }, costs))).toBe(part);
  });

  it('names nothing where all is free', () => {
    expect(fullPart(simulate(quiet, costs))).toBeUndefined();
  });

  it('lets commits that wait share a sync', () => {
    const busy = {
      ...quiet,
      rate: 2000,
      writes: 1,
      instances: 10,
      serverProcessors: 16,
      syncMs: 5,
    };
    const { p99, inUse } = simulate(busy, costs);
    expect(inUse.sync).toBeGreaterThan(0.9);
    expect(p99).toBeLessThan(30);
  });
});
