import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineGate, defineRule, type Gate } from '@kanmon/core/gate';
import { expectRuleSoundness, type MutationPlan } from '@kanmon/core/testing';
import { thrownBy } from '../support.ts';

interface Facts {
  readonly ids: readonly string[];
}

const knownId = defineRule<string, Facts>({
  id: 'known-id',
  severity: 'must',
  codes: ['unknown-id'],
  select: ['/facts/*'],
  check: (id, { ids }, report) => {
    if (!ids.includes(id)) report('unknown-id');
  },
});

function makeGate(isLax: boolean): Gate<unknown, Facts> {
  return defineGate<unknown, Facts>({
    name: 'advice',
    schema: isLax
      ? z.object({ title: z.string(), facts: z.array(z.string()) })
      : z.object({ title: z.string().min(1), facts: z.array(z.string()).min(1) }),
    rules: [knownId],
  });
}

const context = { ids: ['f1', 'f2'] };
const samples = [{ value: { title: 'Plan', facts: ['f1'] }, context }];
const plan: MutationPlan = {
  required: ['/title'],
  ids: ['/facts/*'],
  minItems: [{ at: '/facts', count: 1 }],
};

describe('expectRuleSoundness', () => {
  it('counts what a sound gate caught', () => {
    const benign = [{ value: { title: 'f3', facts: ['f2', 'f1'] }, context }];
    expect(expectRuleSoundness(makeGate(false), { samples, plan, benign })).toEqual({
      mutants: 7,
      caught: 7,
      falseAlarms: 0,
    });
  });

  it('lists every mutant that passed', () => {
    const error = thrownBy(() => expectRuleSoundness(makeGate(true), { samples, plan }));
    expect(error).toHaveProperty(
      'message',
      'the gate "advice" is not sound:\n- sample 0, blank at /title: passed\n- sample 0, too-few at /facts: passed',
    );
  });

  it('lists good values that are refused, samples too: their mutants would prove nothing', () => {
    const bad = { value: { title: 'x', facts: ['f9'] }, context };
    const asBenign = thrownBy(() =>
      expectRuleSoundness(makeGate(false), { samples, plan, benign: [bad] }),
    );
    expect(asBenign).toHaveProperty('message', expect.stringContaining('benign 0 refused: '));
    const asSample = thrownBy(() =>
      expectRuleSoundness(makeGate(false), { samples: [bad], plan: {} }),
    );
    expect(asSample).toHaveProperty('message', expect.stringContaining('sample 0 refused: '));
  });

  it.each<[unknown, string]>([
    [{ ids: ['/ownr'] }, '{"ids":["/ownr"]}'],
    [{ ids: ['/facts/*'], required: ['/titel'] }, '{"required":["/titel"]}'],
    [{ required: ['/title'], phrases: [{ phrase: 'f9', at: ['/facts/*', '/fact/*'] }] }, '/fact/*'],
    [{ minItems: [{ at: '/fact', count: 1 }] }, '"at":"/fact"'],
    [{}, 'to make a mutant, got none'],
    [{ idz: ['/facts/*'] }, 'unknown option "idz"'],
  ])('refuses a plan that proves nothing: %j', (wrong, message) => {
    const run = () =>
      expectRuleSoundness(makeGate(false), { samples, plan: wrong as MutationPlan });
    expect(run).toThrow(message);
  });

  it('accepts a place that only one of the samples has', () => {
    const optional = z.object({ title: z.string().min(1), note: z.string().min(1).optional() });
    const gate = defineGate({ name: 'notes', schema: optional, rules: [] });
    const both = [{ title: 'a' }, { title: 'a', note: 'b' }].map((value) => ({
      value,
      context: undefined,
    }));
    const places: MutationPlan = { required: ['/title'] };
    expect(expectRuleSoundness(gate, { samples: both, plan: places }).mutants).toBe(8);
    const found = thrownBy(() =>
      expectRuleSoundness(gate, { samples: both, plan: { required: ['/note'] } }),
    );
    expect(found).toHaveProperty('message', expect.stringContaining('missing at /note: passed'));
  });

  it('refuses an empty list of samples, and a sample that is a bare value', () => {
    const gate = makeGate(false);
    expect(() => expectRuleSoundness(gate, { samples: [], plan })).toThrow('in a sample, got');
    const bare = [{ title: 'Plan', facts: ['f1'] }] as never;
    expect(() => expectRuleSoundness(gate, { samples: bare, plan })).toThrow(
      'unknown option "title" of a sample of expectRuleSoundness; the options are value, context',
    );
  });

  it('lists what makes the gate throw', () => {
    const broken: Gate<unknown, Facts> = {
      ...makeGate(false),
      validate() {
        throw new Error('broken');
      },
    };
    expect(
      thrownBy(() => expectRuleSoundness(broken, { samples, plan: { required: ['/title'] } })),
    ).toHaveProperty('message', expect.stringContaining('missing at /title: threw Error: broken'));
  });
});
