import type { TaskLike } from '../vocabulary/terms.ts';

/** A dependency that is no id of the plan. */
export interface DanglingDependency {
  readonly task: string;
  readonly dependency: string;
}

/** What is wrong with the dependencies of a plan. */
export interface GraphProblems {
  readonly dangling: readonly DanglingDependency[];
  readonly duplicates: readonly string[];
  /** Ids of one ring in order, the first repeated at the end; empty when there is none. */
  readonly ring: readonly string[];
}

/** Checks ids and dependencies. Iterative: a chain of any length does not overflow. O(tasks + dependencies). */
export function checkGraph(tasks: readonly TaskLike[]): GraphProblems {
  const edges = new Map<string, string[]>();
  const duplicates = new Set<string>();
  for (const task of tasks) {
    const id = idOf(task);
    if (id === undefined) continue;
    if (edges.has(id)) duplicates.add(id);
    edges.set(id, [...(edges.get(id) ?? []), ...dependenciesOf(task)]);
  }
  const dangling = tasks.flatMap((task, at) =>
    dependenciesOf(task)
      .filter((dependency) => !edges.has(dependency))
      .map((dependency) => ({ task: idOf(task) ?? `#${at}`, dependency })),
  );
  return { dangling, duplicates: [...duplicates], ring: findRing(edges) };
}

function idOf(task: TaskLike): string | undefined {
  return typeof task?.id === 'string' ? task.id : undefined;
}

function dependenciesOf(task: TaskLike): readonly string[] {
  const list: unknown = task?.dependencies;
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

interface Frame {
  readonly id: string;
  next: number;
}

/** Three colours: absent is white, `open` is on the path, `done` is finished. Unknown ids are leaves. */
function findRing(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const colour = new Map<string, 'open' | 'done'>();
  for (const root of edges.keys()) {
    if (colour.has(root)) continue;
    const path: Frame[] = [{ id: root, next: 0 }];
    colour.set(root, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges.get(top.id)?.[top.next];
      if (target === undefined) {
        colour.set(top.id, 'done');
        path.pop();
        continue;
      }
      top.next += 1;
      if (colour.get(target) === 'open') {
        const from = path.findIndex((frame) => frame.id === target);
        return [...path.slice(from).map((frame) => frame.id), target];
      }
      if (!colour.has(target) && edges.has(target)) {
        colour.set(target, 'open');
        path.push({ id: target, next: 0 });
      }
    }
  }
  return [];
}
