import * as z from 'zod';
import { createMemoryCounter, detectLanguage, redactSecrets } from '@kanmon/core';
import { defineGate, defineRule, runGate } from '@kanmon/core/gate';
import { createPartialReader } from '@kanmon/core/stream';
import { extractJson as extract } from '@kanmon/core/json';
import { createManualClock, createScriptedClient } from '@kanmon/core/testing';
import { onText, type Subject, type TextShape } from '@kanmon/test-support';
import { task } from '../gate/advice-gate.ts';
import { chunksOf, reply } from '../gate/run-helpers.ts';

export const redaction: Subject<TextShape> = onText(redactSecrets);
export const language: Subject<TextShape> = onText(detectLanguage);
export const extractJson: Subject<TextShape> = onText((text) => extract(text));

const everywhere = defineRule({
  id: 'everywhere',
  severity: 'should',
  select: ['/**'],
  codes: ['seen'],
  check: (_node, _context, report) => report('seen'),
});
const open = defineGate({ name: 'open', schema: z.unknown(), rules: [everywhere] });

/** Judges a list of `size` objects in which each value has a finding. */
export const judging: Subject = (size) => {
  const tags = ['a', 'b'];
  const value = Array.from({ length: size }, (_, id) => ({ id, text: 'some text', tags }));
  return () => open.validate(value);
};

const quiet = defineRule({
  id: 'quiet',
  select: ['/**'],
  decidable: 'node',
  codes: ['c'],
  check: () => undefined,
});
const shown = defineGate({ name: 'shown', schema: z.unknown() });
const followed = defineGate({ name: 'followed', schema: z.unknown(), rules: [quiet] });

/** Shows an answer of `size` objects while it comes, 7 characters at a time. */
export const showing: Subject = (size) => {
  const list = Array.from({ length: size }, (_, id) => ({ id, text: 'a "b" c' }));
  const chunks = chunksOf(JSON.stringify({ list }), 7);
  return () => {
    const reader = createPartialReader(shown);
    for (const chunk of chunks) reader.feed(chunk);
  };
};

const refusing = defineGate({
  name: 'refusing',
  schema: z.unknown(),
  rules: [
    defineRule({
      id: 'no-text',
      select: ['/**'],
      type: 'string',
      decidable: 'node',
      codes: ['c'],
      check: (_text: string, _context, report) => report('c'),
    }),
  ],
});

/** Reads a member with `size` refused texts, which is then written `size` times more. */
export const replacing: Subject = (size) => {
  const texts = Array.from({ length: size }, (_, id) => `"${id}":"x"`);
  const again = Array.from({ length: size }, () => '"a":1');
  const text = `{"a":{${texts.join(',')}},${again.join(',')}}`;
  return () => createPartialReader(refusing).feed(text);
};

/** Judges an answer of `size` objects while it comes, 7 characters at a time. */
export const streaming: Subject = (size) => {
  const list = Array.from({ length: size }, (_, id) => ({ id, text: 'a "b" c' }));
  const client = createScriptedClient(() => reply(JSON.stringify(list), 7));
  return () => runGate(followed, { client, messages: task, stream: true });
};

/** Takes `size` points, each at its own time, inside one window. */
export const counting: Subject = (size) => async () => {
  const clock = createManualClock();
  const counter = createMemoryCounter({ clock });
  for (let index = 0; index < size; index += 1) {
    clock.advance(1);
    await counter.take([{ key: 'caller', points: 1, limit: size, windowMs: size }]);
  }
};
