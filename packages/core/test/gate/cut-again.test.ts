import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, type GateOutcome, replayGate, runGate } from '@kanmon/core/gate';
import { createScriptedClient } from '@kanmon/core/testing';
import { task } from './advice-gate.ts';

const schema = z.object({ items: z.array(z.object({ id: z.number(), text: z.string() })) });
const gate = defineGate({ name: 'list', schema });
const value = {
  items: Array.from({ length: 12 }, (_, id) => ({ id, text: `章 ${id}: "write" and review` })),
};
const whole = JSON.stringify(value);

function run(parts: readonly string[], maxAttempts = parts.length) {
  const answers = parts.map((text, index) => ({
    text,
    finish: index === parts.length - 1 ? ('stop' as const) : ('length' as const),
  }));
  const client = createScriptedClient(answers);
  return runGate(gate, { client, messages: task, budget: { maxAttempts } });
}

const modes = ({ attempts }: GateOutcome<unknown>) => attempts.map(({ mode }) => mode);

describe('a continuation that is cut again', () => {
  it('is joined and continued wherever the two cuts are', async () => {
    let compared = 0;
    for (let first = 1; first < whole.length - 1; first += 29) {
      for (let second = first + 1; second < whole.length; second += 41) {
        const parts = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)];
        // A blank rest may be a model that writes spaces for ever.
        if (parts[1]?.trim() === '') continue;
        const outcome = await run(parts);
        expect(outcome).toMatchObject({ status: 'passed', value });
        expect(modes(outcome)).toEqual(['initial', 'continue', 'continue']);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('is joined up to the budget, and can be replayed', async () => {
    const size = Math.ceil(whole.length / 6);
    const parts = Array.from({ length: 6 }, (_, at) => whole.slice(at * size, (at + 1) * size));
    const passed = await run(parts);
    expect(passed).toMatchObject({ status: 'passed', value, attempts: { length: 6 } });
    expect(await replayGate(gate, passed.events)).toEqual(passed);
    const ended = await run(parts, 4);
    expect(ended).toMatchObject({ reason: 'attempts', best: { attempt: 4 } });
    expect(await replayGate(gate, ended.events)).toEqual(ended);
  });

  it.each([
    ['the model begins again', whole.slice(0, 90)],
    ['the model repeats the start inside a fence', '```json\n' + whole.slice(0, 90)],
    ['it is blank', ' \n'],
    ['it would need a guess', '"x" {"y" z'],
  ])('is followed by a new answer where %s', async (_title, second) => {
    const between = whole.indexOf('{"id":3');
    const outcome = await run([whole.slice(0, between), second, whole]);
    expect(outcome).toMatchObject({ status: 'passed', value });
    expect(modes(outcome)).toEqual(['initial', 'continue', 'full']);
  });

  it('is no part of the answer where the server does not report the cut', async () => {
    const client = createScriptedClient([
      { text: whole.slice(0, 60), finish: 'length' },
      whole.slice(60, 90),
      whole,
    ]);
    const outcome = await runGate(gate, { client, messages: task });
    expect(modes(outcome)).toEqual(['initial', 'continue', 'full']);
  });
});
