import { spawnSync } from 'node:child_process';

/** Returns true when a program of the system starts. */
export function isInstalled(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: 'ignore' }).error === undefined;
}
