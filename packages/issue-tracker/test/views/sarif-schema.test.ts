import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { runFixLoop } from '../../src/index.ts';
import { toSarif } from '../../src/sarif.ts';
import {
  actor,
  answering,
  asking,
  loopOptions,
  loopWorld,
  replacements,
  rules,
} from '../support/fixtures.ts';

/** The schema as Microsoft publishes it for tests; it allows no member that SARIF 2.1.0 does not have. */
const path = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);
// One of its patterns is not a regular expression under the Unicode flag.
const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object);

const errorsOf = (log: unknown): unknown => {
  validate(JSON.parse(JSON.stringify(log)));
  return validate.errors;
};

it('every form of the SARIF output is valid against the published schema', async () => {
  const world = loopWorld(rules, replacements);
  const settings = await loopOptions(world, {}, { count: 1 });
  const baseline = await world.workflow.view('S1', { actor });
  expect(errorsOf(toSarif(baseline))).toBeNull();

  await runFixLoop({
    ...settings,
    category_tool_map: asking,
    ports: { ...world.ports, confirm: answering('reject', 'approve') },
  });
  // Resolved, recurred, deferred, and one about the whole document.
  await runFixLoop({
    ...settings,
    run_id: 'second',
    ports: {
      ...world.ports,
      check: () =>
        Promise.resolve([
          { category: 'ending', severity: 'critical', text_range: null, description: '' },
        ]),
    },
  });
  const view = await world.workflow.view('S1', { actor });
  const log = toSarif(view, {
    baseline,
    include_resolved: true,
    tool: { name: 'check', version: '1.0.0', informationUri: 'https://example.org/check' },
    artifactUri: (hash) => `manuscript:${hash}`,
  });
  const text = JSON.stringify(log);
  for (const part of ['"absent"', '"suppressions"', '"error"', '"updated"']) {
    expect(text).toContain(part);
  }
  expect(errorsOf(log)).toBeNull();
  // The check itself can fail.
  expect(
    errorsOf(JSON.parse(text.replace('"note"', '"hint"').replace('"error"', '"bad"'))),
  ).not.toBeNull();
});
