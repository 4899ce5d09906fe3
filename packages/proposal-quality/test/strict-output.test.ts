import { describe, expect, it } from 'vitest';
import type { JsonSchema, JsonValue } from '@kanmon/core';
import { isJsonArray, isJsonObject } from '@kanmon/core/kit';
import { getPointer } from '@kanmon/core/json';
import { createScriptedClient } from '@kanmon/core/testing';
import {
  advisorJsonSchema,
  type AdvisorReport,
  organizerJsonSchema,
  type OrganizerReport,
  runAdvisor,
  runOrganizer,
} from '../src/index.ts';
import { type Sample, samples } from '../src/testing.ts';

/**
 * Returns a value as strict structured output has it: every declared member is present, null where the
 * model has no value. `isNull` picks the optional members that are null; others are as given.
 */
function strictAnswer(
  value: JsonValue,
  schema: JsonSchema,
  isNull: (path: string) => boolean,
  path = '',
): JsonValue {
  const { items, properties, required } = schema;
  if (isJsonArray(value)) {
    if (!isJsonObject(items)) return value;
    return value.map((element, index) => strictAnswer(element, items, isNull, `${path}/${index}`));
  }
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const mandatory = isJsonArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]): [string, JsonValue][] => {
      const below = `${path}/${name}`;
      const given = value[name];
      if (!mandatory.includes(name) && isNull(below)) return [[name, null]];
      if (given === undefined) return [];
      return [[name, isJsonObject(member) ? strictAnswer(given, member, isNull, below) : given]];
    }),
  );
}

/** Pointers of all optional members of a value, there or not. */
function optionalPlaces(value: JsonValue, schema: JsonSchema): string[] {
  const places: string[] = [];
  strictAnswer(value, schema, (path) => {
    places.push(path);
    return false;
  });
  return places;
}

const schemaOf = (sample: Sample): JsonSchema =>
  sample.role === 'advisor' ? advisorJsonSchema : organizerJsonSchema;

function run(sample: Sample, answer: JsonValue) {
  const client = createScriptedClient([JSON.stringify(answer)]);
  return sample.role === 'advisor'
    ? runAdvisor(sample.input, { client })
    : runOrganizer(sample.input, { client });
}

/** Samples for which a model is asked, with their reports as plain JSON. */
const asked = samples
  .filter(({ id }) => id !== 'A4')
  .map((sample) => ({
    sample,
    id: sample.id,
    report: JSON.parse(JSON.stringify(sample.valid)) as JsonValue,
  }));
const places = asked.flatMap(({ sample, id, report }) =>
  optionalPlaces(report, schemaOf(sample)).map((place) => ({ sample, id, report, place })),
);

describe('an answer of strict structured output', () => {
  it('has optional members in reports of both kinds', () => {
    expect(places.filter(({ sample }) => sample.role === 'advisor').length).toBeGreaterThan(20);
    expect(places.filter(({ sample }) => sample.role === 'organizer').length).toBeGreaterThan(2);
  });

  it.each(places)('passes at once with null at $place ($id)', async ({ sample, report, place }) => {
    const answer = strictAnswer(report, schemaOf(sample), (path) => path === place);
    expect(getPointer(answer, place)).toEqual({ found: true, value: null });
    const result = await run(sample, answer);
    expect(result.errors).toEqual([]);
    expect(result).toMatchObject({ ok: true, usage: { calls: 1 } });
    const passed = JSON.parse(JSON.stringify(result.report)) as JsonValue;
    expect(getPointer(passed, place).found).toBe(false);
  });

  it.each(asked)('passes at once with null for all of them ($id)', async ({ sample, report }) => {
    const result = await run(
      sample,
      strictAnswer(report, schemaOf(sample), () => true),
    );
    expect(result).toMatchObject({ ok: true, usage: { calls: 1 } });
  });

  it('still fails with null for a required member', async () => {
    const first = asked.find(({ sample }) => sample.role === 'advisor');
    if (first === undefined) throw new Error('no sample');
    const { options } = first.sample.valid as AdvisorReport & OrganizerReport;
    const answer = { ...(first.report as object), options, next_decision: null };
    const client = createScriptedClient(() => JSON.stringify(answer));
    const result = await runAdvisor(first.sample.input, { client, budget: { maxAttempts: 1 } });
    expect(result).toMatchObject({ ok: false, usage: { calls: 1 } });
  });
});
