import type { EventStore, JsonValue, Lease } from '@kanmon/core';
import * as z from 'zod';

const taskSchema = z.object({
  task_id: z.string(),
  session_id: z.string(),
  /** Of the session when the task began; what comes after is what the task did. */
  session_version: z.number(),
  command: z.enum(['check', 'polish']),
  /** Relative to the folder that holds the working directory. */
  file: z.string(),
  manuscript_hash: z.string(),
  byte_order_mark: z.boolean(),
  rules: z.enum(['ja', 'en']),
  /** True when a model reads and writes too. */
  model: z.boolean(),
  ask: z.boolean(),
  engine: z.enum(['langgraph', 'plain']),
  /** The output path of polish, relative likewise; null for a check. */
  output: z.string().nullable(),
  in_place: z.boolean(),
  force: z.boolean(),
  by: z.string(),
});
const endSchema = z.object({
  task_id: z.string(),
  outcome: z.enum(['clean', 'open', 'abandoned']),
  manuscript_hash: z.string(),
});

/** One command over one manuscript, with all that is needed to do it again after a crash. No text. */
export type Task = z.infer<typeof taskSchema>;
/** The end of a task. */
export type TaskEnd = z.infer<typeof endSchema>;

/** A task as the log knows it. */
export interface LoggedTask extends Task {
  readonly episode: string;
  /** Null while it runs, waits, or since its process died. */
  readonly end: TaskEnd | null;
}

/** The requests, manuscript by manuscript; written under the manuscript's lock. */
export interface TaskLog {
  start(episode: string, task: Task, fence: Lease): Promise<void>;
  finish(episode: string, end: TaskEnd, fence: Lease): Promise<void>;
  /** Of one manuscript, oldest first. */
  of(episode: string): Promise<readonly LoggedTask[]>;
  /** The last task of each manuscript, the most recent first. */
  latest(): Promise<readonly LoggedTask[]>;
}

const prefix = 'manuscript/';

/** The log over streams `manuscript/{episode}` of the same journal the sessions are in. */
export function createTaskLog(store: EventStore): TaskLog {
  const append = async (
    episode: string,
    type: 'task-started' | 'task-finished',
    data: JsonValue,
    fence: Lease,
  ): Promise<void> => {
    await store.append(prefix + episode, [{ type, data }], { expectedVersion: 'any', fence });
  };
  const of = async (episode: string): Promise<readonly LoggedTask[]> => {
    const tasks = new Map<string, LoggedTask>();
    for await (const event of store.read(prefix + episode)) {
      const started = taskSchema.safeParse(event.data);
      if (event.type === 'task-started' && started.success) {
        tasks.set(started.data.task_id, { ...started.data, episode, end: null });
      }
      const ended = endSchema.safeParse(event.data);
      const task = ended.success ? tasks.get(ended.data.task_id) : undefined;
      if (event.type === 'task-finished' && ended.success && task !== undefined) {
        tasks.set(task.task_id, { ...task, end: ended.data });
      }
    }
    return [...tasks.values()];
  };
  return {
    start: (episode, task, fence) => append(episode, 'task-started', { ...task }, fence),
    finish: (episode, end, fence) => append(episode, 'task-finished', { ...end }, fence),
    of,
    async latest() {
      const streams = await Array.fromAsync(store.listStreams({ prefix }));
      const recent = streams.toSorted((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
      const tasks = recent.map(({ streamId }) => of(streamId.slice(prefix.length)));
      return (await Promise.all(tasks)).flatMap((list) => list.slice(-1));
    },
  };
}
