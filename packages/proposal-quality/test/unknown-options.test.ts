import { describe, expect, it } from 'vitest';
import { createMemoryEventStore, InvalidArgumentError } from '@kanmon/core';
import { createScriptedClient } from '@kanmon/core/testing';
import {
  advisorGate,
  buildAdvisorPrompt,
  buildCorrectionPrompt,
  buildOrganizerPrompt,
  createProposalLedger,
  definePhrase,
  organizerGate,
  phraseRule,
  renderAdvisor,
  renderOrganizer,
  runAdvisor,
  type RunInput,
  runOrganizer,
  toDiffs,
  validateAdvisorReport,
  validateDiff,
  validateOrganizerReport,
} from '../src/index.ts';
import { createProposalQualityApp } from '../src/http.ts';
import { samples } from '../src/testing.ts';
import { board, gated } from './support-boards.ts';

/** A misspelt option, as a program without types may pass it. */
const wrong = <T>(given: T): T => ({ ...given, optoin: 1 });

const input: RunInput = { dashboard: { trays: { a: [{ id: 'n1', title: 't' }] } } };
const client = createScriptedClient([]);
const ids = ['n1'];
const store = createMemoryEventStore();
const ledger = createProposalLedger({ store, boardId: 'b' });
const advice = () => {
  const sample = samples.find(({ id }) => id === 'A1');
  const verdict = advisorGate.validate(sample?.valid, { validNodeIds: ids });
  if (!verdict.ok) throw new Error('did not pass');
  return verdict.value;
};
const confirmation = { diffId: 'd', contentHash: 'h', confirmedBy: 'x', state: board };

const calls: Readonly<Record<string, () => unknown>> = {
  validateOrganizerReport: () => validateOrganizerReport({}, ids, wrong({})),
  validateAdvisorReport: () => validateAdvisorReport({}, ids, wrong({})),
  'organizerGate.validate': () => organizerGate.validate({}, wrong({ validNodeIds: ids })),
  'advisorGate.validate': () => advisorGate.validate({}, wrong({ validNodeIds: ids })),
  buildOrganizerPrompt: () => buildOrganizerPrompt(input, wrong({})),
  buildAdvisorPrompt: () => buildAdvisorPrompt(input, wrong({})),
  buildCorrectionPrompt: () => buildCorrectionPrompt(['e'], ids, wrong({})),
  runOrganizer: () => runOrganizer(input, wrong({ client })),
  runAdvisor: () => runAdvisor(input, wrong({ client })),
  'the render options of a run': () => runOrganizer(input, { client, render: wrong({}) }),
  renderOrganizer: () => renderOrganizer(gated(), wrong({})),
  renderAdvisor: () => renderAdvisor(advice(), wrong({})),
  validateDiff: () => validateDiff({}, board, wrong({})),
  toDiffs: () => toDiffs(gated(), wrong({ runId: 'r', validNodeIds: ids })),
  createProposalLedger: () => createProposalLedger(wrong({ store, boardId: 'b' })),
  propose: () => ledger.propose([], wrong({})),
  confirm: () => ledger.confirm(wrong(confirmation)),
  definePhrase: () => definePhrase(wrong({ id: 'a', phrase: 'a', pattern: 'a' })),
  phraseRule: () => phraseRule(wrong({ id: 'a', phrases: [], select: [''] })),
  createProposalQualityApp: () => createProposalQualityApp(wrong({})),
};

const none = undefined as never;
const absent: Readonly<Record<string, () => unknown>> = {
  runOrganizer: () => runOrganizer(input, none),
  toDiffs: () => toDiffs(gated(), none),
  createProposalLedger: () => createProposalLedger(none),
  propose: () => ledger.propose(none),
  confirm: () => ledger.confirm(none),
  'confirm without the board': () => ledger.confirm({ ...confirmation, state: none }),
  apply: () => ledger.apply(none),
};

describe('an absent argument', () => {
  it.each(Object.entries(absent))('is refused by %s', async (_name, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((cause: unknown) => cause);
    expect(InvalidArgumentError.isInstance(error)).toBe(true);
  });
});

describe('an option that does not exist', () => {
  it.each(Object.entries(calls))('is refused by %s', async (_name, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((cause: unknown) => cause);
    expect(InvalidArgumentError.isInstance(error)).toBe(true);
    expect((error as Error).message).toMatch(/unknown option "optoin" of .*; the options are /);
    expect(client.calls).toEqual([]);
  });
});
