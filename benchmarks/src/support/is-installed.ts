import { spawnSync } from 'node:child_process';

/** Whether a program of the system starts. */
export function isInstalled(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { stdio: 'ignore' }).error === undefined;
}
