import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UsageError } from '@kanmon/example-shared/usage-error';
import { crewMoods } from '../fake-crew.ts';

const lineSchema = z.strictObject({
  /** Turns of one dialog are adjacent. */
  dialog: z.string(),
  /** The dialog is planned by a stand-in crew in this mood. */
  crew: z.enum(crewMoods).optional(),
  say: z.string(),
  expect: z.strictObject({
    kind: z.enum(['clarify', 'search', 'followup', 'answer']),
    /** Ids of the FAQ entries that the answer names, in any order; it may name no others. */
    sources: z.array(z.string()).optional(),
    /** Words of the answer or of the question that comes back. */
    says: z.string().optional(),
    fallback: z.string().optional(),
  }),
});

/** One turn of a story and what it has to come to. */
export type StoryLine = Readonly<z.infer<typeof lineSchema>>;

/** A story by its name in `stories/`, or by the path of a file. Throws `UsageError`. */
export function readStory(nameOrPath: string): readonly StoryLine[] {
  const own = join(import.meta.dirname, `../../stories/${nameOrPath}.jsonl`);
  const path = /^[a-z-]+$/u.test(nameOrPath) ? own : nameOrPath;
  if (!existsSync(path)) throw new UsageError(`there is no story at ${path}`);
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line, index) => {
      const parsed = lineSchema.safeParse(jsonOf(line));
      if (parsed.success) return parsed.data;
      throw new UsageError(
        `${path}:${index + 1} is no turn of a story: ${z.prettifyError(parsed.error)}`,
      );
    });
}

function jsonOf(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return undefined;
  }
}
