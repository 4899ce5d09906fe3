import { expect, it } from 'vitest';
import { backends, begin, sessionWorld } from '../support/session-world.ts';
import { newIssue } from '../support/fixtures.ts';

const sessions = 10;
const transactions = 30;

/**
 * Ten sessions begin together and each writes as fast as it can. How much the whole store had written when
 * a session was done stands for its time, whatever else the machine is doing.
 */
it.each(Object.keys(backends))(
  'ten sessions at once end together on the %s store: slowest / fastest <= 2',
  async (backend) => {
    const { workflow, store } = await sessionWorld({ backend });
    const handles = await Promise.all(
      Array.from({ length: sessions }, (_, index) => begin(workflow, index)),
    );
    const ends = handles.map(async (handle) => {
      for (let count = 0; count < transactions; count += 1) {
        await workflow.transaction(handle, (tx) => tx.addIssue(newIssue));
      }
    });
    await Promise.all(ends);
    const lastPositions = new Map<string, number>();
    for await (const { streamId, position } of store.readAll({ prefix: 'session/' })) {
      lastPositions.set(streamId, position);
    }
    const positions = [...lastPositions.values()].map((position) => position - sessions);
    expect(positions).toHaveLength(sessions);
    expect(Math.max(...positions) / Math.min(...positions)).toBeLessThanOrEqual(2);
  },
);
