import { execFileSync } from 'node:child_process';

/** Reads a repository through git, as it was at one commit. */
export interface GitHistory {
  /** Paths below `folder` with one of the extensions and a size within the bounds. */
  files(folder: string, extensions: readonly string[], sizes: readonly [number, number]): string[];
  /** Non-merge commits that touch each path below `folder`. */
  commitCounts(folder: string): Map<string, number>;
  /** The last `limit` non-merge commits of a path, oldest first. */
  commits(path: string, limit: number): string[];
  show(commit: string, path: string): string | null;
  /** Line hunks from `git diff --histogram -U0`; lines from 0. */
  hunks(from: string, to: string, path: string): Hunk[];
}

export interface Hunk {
  readonly oldLine: number;
  readonly oldCount: number;
  readonly newLine: number;
  readonly newCount: number;
}

/** `directory` is a clone or a bare git directory. */
export function openHistory(directory: string, head: string): GitHistory {
  const git = (...parameters: string[]): string =>
    execFileSync('git', ['-C', directory, '-c', 'core.quotepath=off', ...parameters], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  return {
    files: (folder, extensions, [least, most]) =>
      git('ls-tree', '-r', '-l', head, '--', folder)
        .split('\n')
        .flatMap((line) => {
          const [meta = '', path = ''] = line.split('\t');
          const size = Number(meta.split(/\s+/u)[3]);
          const wanted = extensions.some((extension) => path.endsWith(extension));
          return wanted && size >= least && size <= most ? [path] : [];
        }),
    commitCounts(folder) {
      const counts = new Map<string, number>();
      const log = git('log', head, '--no-merges', '--format=', '--name-only', '--', folder);
      for (const path of log.split('\n')) {
        if (path !== '') counts.set(path, (counts.get(path) ?? 0) + 1);
      }
      return counts;
    },
    commits: (path, limit) =>
      git('log', head, '--no-merges', `-${limit}`, '--format=%H', '--', path)
        .split('\n')
        .filter((commit) => commit !== '')
        .toReversed(),
    show(commit, path) {
      try {
        return git('show', `${commit}:${path}`);
      } catch {
        return null;
      }
    },
    hunks: (from, to, path) =>
      git('diff', '--histogram', '-U0', '--no-color', `${from}:${path}`, `${to}:${path}`)
        .split('\n')
        .flatMap((line) => {
          const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line);
          if (match === null) return [];
          const oldCount = Number(match[2] ?? 1);
          const newCount = Number(match[4] ?? 1);
          // With a count of 0 git names the line before the place.
          return [
            {
              oldLine: Number(match[1]) - (oldCount === 0 ? 0 : 1),
              oldCount,
              newLine: Number(match[3]) - (newCount === 0 ? 0 : 1),
              newCount,
            },
          ];
        }),
  };
}
