import { describe, expect, it } from 'vitest';
import {
  detectLanguage,
  formatFinding,
  formatPointer,
  InvalidArgumentError,
  mergeCatalogs,
  redactSecrets,
  retry,
  toValidationResult,
  verifyChain,
} from '@kanmon/core';
import { fromEvents, planCorrection } from '@kanmon/core/gate';
import { createHttpApp, describeRoutes } from '@kanmon/core/http';
import { expectRuleSoundness, mutateReport } from '@kanmon/core/testing';
import { adviceGate, context } from './gate/advice-gate.ts';

/** The values that a program without types may pass. */
const absent: readonly never[] = [undefined as never, null as never];

const functions: Readonly<Record<string, (value: never) => unknown>> = {
  detectLanguage,
  formatFinding: (value) => formatFinding(value),
  formatPointer,
  mergeCatalogs: (value) => mergeCatalogs({}, value),
  redactSecrets,
  toValidationResult: (value) => toValidationResult(value),
  'toValidationResult of a list': (value) => toValidationResult([value]),
  verifyChain: (value) => verifyChain(value),
  'verifyChain of a list': (value) => verifyChain([value]),
  retry: (value) => retry(value),
  fromEvents,
  expectRuleSoundness: (value) => expectRuleSoundness(adviceGate, value),
  'expectRuleSoundness without a gate': (value) =>
    expectRuleSoundness(value, { samples: [], plan: {} }),
  'expectRuleSoundness without samples': (value) =>
    expectRuleSoundness(adviceGate, { samples: value, plan: {} }),
  'expectRuleSoundness without a plan': (value) =>
    expectRuleSoundness(adviceGate, { samples: [{ value: {}, context }], plan: value }),
  mutateReport: (value) => mutateReport({}, value),
  planCorrection,
  describeRoutes,
  'createHttpApp without routes': (value) =>
    createHttpApp({ info: { title: 't', version: '1' }, routes: value }),
};

describe('an argument that is absent', () => {
  it.each(Object.entries(functions))('is named by %s', async (_name, call) => {
    for (const value of absent) {
      const error: unknown = await Promise.resolve()
        .then(() => call(value))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect(String(error)).toMatch(/expected .* got (?:undefined|null|an array)/);
    }
  });

  it('is named by mutateReport', () => {
    expect(() => mutateReport(undefined as never, {})).toThrow('to be a JSON value, got undefined');
  });

  it('is named for the options of retry', async () => {
    const call = retry(() => Promise.resolve(1), null as never);
    await expect(call).rejects.toThrow('expected an options object for retry');
  });

  it('is passed over as an event of fromEvents', async () => {
    expect(await fromEvents([null as never])).toEqual([]);
  });
});
