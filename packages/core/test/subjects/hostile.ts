import * as z from 'zod';
import { detectLanguage, formatFinding, redactSecrets, sha256Hex } from '@kanmon/core';
import { checkId } from '@kanmon/core/kit';
import { defineGate, defineRule, parseRun as readRun, runGate } from '@kanmon/core/gate';
import {
  applyPatch as patch,
  canonicalJson as canonical,
  extractJson as extract,
  getPointer,
  matchPointer,
  parsePointer as parse,
  toDotPath,
} from '@kanmon/core/json';
import { createPartialReader } from '@kanmon/core/stream';
import { createScriptedClient } from '@kanmon/core/testing';
import { type HostileTarget, hostileTarget } from '@kanmon/test-support';

// Every public function of this package that reads text. Refusals are work too.

/** Runs a function that may throw on bad input. */
function tolerant(run: () => unknown): void {
  try {
    run();
  } catch {
    // Refused.
  }
}

export const extractJson: HostileTarget = hostileTarget(
  ['json', 'wide', 'wraps', 'html', 'english'],
  (text) => extract(text),
);
export const extractJsonWithKeys: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) =>
  extract(text, { keys: ['a', 'b'] }),
);
/** A string that holds an object, whose members have different keys and are strings of two characters. */
export const extractJsonMembers: HostileTarget = hostileTarget(['json', 'wide'], (text) => {
  const values = Array.from({ length: text.length / 2 }, (_, at) => text.slice(2 * at, 2 * at + 2));
  const members = values.map((value, at) => `'k${at}':'${value}'`);
  return extract(JSON.stringify({ x: `{${members.join(',')}}` }), { keys: ['a', 'b'] });
});
export const extractJsonLossless: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) =>
  extract(text, { allow: 'lossless' }),
);
export const parsePointer: HostileTarget = hostileTarget(['paths'], (text) =>
  tolerant(() => parse(`/${text}`)),
);
export const pointers: HostileTarget = hostileTarget(['paths'], (text) =>
  tolerant(() => {
    toDotPath(`/${text}`);
    matchPointer(`/${text}`, `/${text}x`);
    getPointer({ a: [] }, `/${text}`);
  }),
);
export const applyPatch: HostileTarget = hostileTarget(['paths', 'json'], (text) => {
  const operations = text.split('a').map((part) => ({ op: 'add', path: `/${part}`, value: part }));
  patch({ a: [text], b: text }, [
    { op: 'add', path: '/a/0', value: text },
    { op: 'replace', path: `/${text}`, value: 1 },
  ]);
  return patch({ a: {} }, operations);
});
export const canonicalJson: HostileTarget = hostileTarget(['json', 'odd', 'kana'], (text) => {
  const keys = Object.fromEntries(text.split('"').map((part, at) => [part + String(at), part]));
  tolerant(() => canonical({ [text]: text, keys }));
});
export const language: HostileTarget = hostileTarget(
  ['english', 'japanese', 'wraps', 'markdown', 'odd', 'paths'],
  detectLanguage,
);
export const redaction: HostileTarget = hostileTarget(['secrets', 'spaces'], redactSecrets);
export const hashing: HostileTarget = hostileTarget(['odd', 'kana'], (text) =>
  tolerant(() => sha256Hex(text)),
);
export const ids: HostileTarget = hostileTarget(['paths', 'odd'], (text) =>
  tolerant(() => checkId(text, 'owner')),
);
export const findings: HostileTarget = hostileTarget(['paths', 'odd', 'json'], (text) => {
  const finding = { rule: text, code: text, severity: 'must', path: `/${text}` } as const;
  return formatFinding({ ...finding, params: { a: text } }, { locale: 'en' });
});
export const parseRun: HostileTarget = hostileTarget(['json', 'wide'], (text) =>
  tolerant(() => readRun(text)),
);

const notBlank = defineRule({
  id: 'not-blank',
  select: ['/**'],
  codes: ['blank'],
  messages: { en: { blank: 'It says {text}.' }, ja: { blank: '{text}。' } },
  check: (node, _context, report) => {
    if (typeof node === 'string') report('blank', { params: { text: node } });
  },
});
const open = defineGate({ name: 'open', schema: z.unknown(), rules: [notBlank] });
const record = defineGate({
  name: 'record',
  schema: z.record(z.string(), z.array(z.string())),
  rules: [],
});

export const validateText: HostileTarget = hostileTarget(['json', 'odd', 'paths'], (text) =>
  open.validate({ [text]: [text], list: text.split('a') }),
);
/** A key that the model chose, with wrong elements below it. */
export const validateKey: HostileTarget = hostileTarget(['json', 'odd', 'paths'], (text) =>
  record.validate({ [text]: Array.from({ length: text.length / 2 }, () => 0) }),
);
/** One attempt on the text, and a correction prompt that quotes it. */
export const correction: HostileTarget = hostileTarget(['json', 'wide', 'odd'], (text) => {
  const client = createScriptedClient(() => JSON.stringify({ [text]: [1, text], b: 'x' }));
  return runGate(record, {
    client,
    messages: [{ role: 'user', content: 'x' }],
    budget: { maxAttempts: 2 },
  });
});
export const partials: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) => {
  const reader = createPartialReader(record);
  for (let at = 0; at < text.length; at += 9) reader.feed(text.slice(at, at + 9));
});
export const streaming: HostileTarget = hostileTarget(['json', 'wide', 'wraps'], (text) => {
  const client = createScriptedClient(() => text);
  const messages = [{ role: 'user', content: 'x' }] as const;
  return runGate(open, { client, messages, stream: true, budget: { maxAttempts: 1 } });
});
