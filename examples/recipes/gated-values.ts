import { assertGated, type Gated, isGated } from '@kanmon/core/gate';
import type * as z from 'zod';
import { context, gate, type Task } from './task-gate.ts';

/** The compiler refuses a plain object; `assertGated` also refuses what looks like a gated value. */
function publish(task: Gated<z.infer<typeof Task>>): string {
  assertGated(task, gate);
  return `published: ${task.title}`;
}

const verdict = gate.validate({ title: 'Write the FAQ', owner: 'kim' }, context);
if (verdict.ok) {
  console.log(publish(verdict.value), Object.isFrozen(verdict.value));
  const copy = { ...verdict.value, owner: 'mallory' };
  console.log('a copy is gated:', isGated(copy, gate));
  try {
    publish(copy); // the compiler takes a spread for the value itself; the gate does not
  } catch (error) {
    console.log(String(error));
  }
}
