import { extractJson, type ExtractOptions, type JsonValue } from '@kanmon/core/json';
import { parsePartialJson } from 'ai';
import * as bestEffort from 'best-effort-json-parser';
import json5 from 'json5';
import { jsonrepair } from 'jsonrepair';
import * as partialJson from 'partial-json';

/** A contender's result for a text; null: it refused. `complete` is false when it reported a cut text. */
export type Answer = { readonly value: unknown; readonly complete: boolean } | null;

/** One way to get a value out of broken JSON. Only kanmon knows the options; peers have none. */
export type Contender = (raw: string, options?: ExtractOptions) => Answer | Promise<Answer>;

// It writes every text it cannot follow to the console.
bestEffort.disableErrorLogging();

const parse: (text: string) => JsonValue = JSON.parse;

/** The last peer answers `complete: false` by its state; the others cannot report it. */
export const contenders: Readonly<Record<string, Contender>> = {
  kanmon: (raw, options) => {
    const result = extractJson(raw, options);
    return result.status === 'ok' ? { value: result.value, complete: result.complete } : null;
  },
  jsonrepair: (raw) => answer(() => parse(jsonrepair(raw))),
  'partial-json': (raw) => answer(() => partialJson.parse(raw)),
  'best-effort-json-parser': (raw) => answer(() => bestEffort.parse(raw)),
  json5: (raw) => answer(() => json5.parse(raw)),
  'ai parsePartialJson': async (raw) => {
    const { value, state } = await parsePartialJson(raw);
    return value === undefined ? null : { value, complete: state === 'successful-parse' };
  },
};

function answer(read: () => unknown): Answer {
  try {
    return { value: read(), complete: true };
  } catch {
    return null;
  }
}
