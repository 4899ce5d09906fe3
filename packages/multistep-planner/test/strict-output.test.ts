import { createScriptedClient } from '@kanmon/core/testing';
import { describe, expect, test } from 'vitest';
import { parsePlan, planJsonSchema, planMultiStepQuery } from '../src/index.ts';

const input = { message: 'How do I set up SSO, and what does it cost?' };
type Members = Readonly<Record<string, unknown>>;

/** Every optional member is present, so that a strict client could have written each of them. */
const steps: readonly Members[] = [
  { id: 's1', type: 'search', description: 'x', query: 'SSO setup', topK: 8, filters: { a: 1 } },
  {
    id: 'f1',
    type: 'followup_search',
    description: 'x',
    basedOn: 'user',
    query: 'SSO cost',
    topK: 8,
  },
  { id: 'a1', type: 'answer', description: 'x', style: 'faq', includeSources: true },
];
const head: Members = {
  needsClarification: false,
  clarifyingQuestions: [],
  followupQueries: ['SSO cost'],
  confidence: 'high',
  language: 'en',
};
const searching = { steps, ...head };
const asking = {
  ...head,
  steps: [{ id: 'c1', type: 'clarify', description: 'x', questions: ['Which product?'] }],
  needsClarification: true,
  clarifyingQuestions: ['Which product?'],
};

/** A plan in which one optional member is null, with the pointer of that member. */
interface NullCase {
  readonly path: string;
  readonly plan: Members;
}

const optionalOfStep: Readonly<Record<string, readonly string[]>> = {
  search: ['description', 'topK', 'filters'],
  followup_search: ['description', 'topK'],
  answer: ['description', 'style', 'includeSources'],
};
const cases: readonly NullCase[] = [
  ...steps.flatMap((step, at) =>
    (optionalOfStep[String(step['type'])] ?? []).map((key): NullCase => ({
      path: `/steps/${at}/${key}`,
      plan: { ...searching, steps: steps.with(at, { ...step, [key]: null }) },
    })),
  ),
  {
    path: '/steps/0/description',
    plan: { ...asking, steps: [{ ...asking.steps[0], description: null }] },
  },
  ...['clarifyingQuestions', 'followupQueries', 'language'].map((key): NullCase => ({
    path: `/${key}`,
    plan: { ...searching, [key]: null },
  })),
];

/** Counts the members of all objects of a schema that are not required. */
function optionalMembers(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { properties = {}, required = [] } = schema as {
    readonly properties?: object;
    readonly required?: readonly string[];
  }; // a JSON Schema
  const own = Object.keys(properties).length - required.length;
  return Object.values(schema).reduce<number>((sum, member) => sum + optionalMembers(member), own);
}

/** Null is a valid value of filters: it means none. */
const isRepair = ({ path }: NullCase): boolean => !path.endsWith('/filters');

describe('a plan of a strict client, with null for an optional member', () => {
  test('has a case for each optional member of the schema', () => {
    expect(cases).toHaveLength(optionalMembers(planJsonSchema));
  });

  test.each(cases)('is taken in one call: $path', async (each) => {
    const client = createScriptedClient(() => JSON.stringify(each.plan));
    const { source, plan, reasons } = await planMultiStepQuery(input, {
      useLlmPlanner: true,
      client,
    });
    expect(client.calls).toHaveLength(1);
    expect(source).toBe(isRepair(each) ? 'llm-repaired' : 'llm');
    expect(plan.steps.map(({ type }) => type)).toEqual(
      (each.plan['steps'] as readonly Members[]).map(({ type }) => type),
    );
    if (isRepair(each)) {
      expect(reasons).toContainEqual({ code: 'null-dropped', params: { path: each.path } });
    }
  });

  test.each(cases)('is accepted by parsePlan: $path', (each) => {
    for (const raw of [each.plan, JSON.stringify(each.plan)]) {
      const { accepted, findings } = parsePlan(raw, { input });
      expect(accepted).toBe(true);
      expect(
        findings.map(({ code, path }) => `${code} ${path}`).includes(`null-dropped ${each.path}`),
      ).toBe(isRepair(each));
    }
  });

  test('is taken in one call with every one of them null', async () => {
    const nulls = Object.fromEntries(
      ['clarifyingQuestions', 'followupQueries', 'language'].map((key) => [key, null]),
    );
    const all = {
      ...searching,
      ...nulls,
      steps: steps.map((step) => ({
        ...step,
        ...Object.fromEntries(
          (optionalOfStep[String(step['type'])] ?? []).map((key) => [key, null]),
        ),
      })),
    };
    const client = createScriptedClient(() => JSON.stringify(all));
    const outcome = await planMultiStepQuery(input, { useLlmPlanner: true, client });
    expect([client.calls.length, outcome.source]).toEqual([1, 'llm-repaired']);
  });
});
