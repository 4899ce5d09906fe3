import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '@kanmon/core';
import type { RunInput } from '@kanmon/proposal-quality';

/** The team's board: 25 nodes in five trays. */
export function readDashboard(locale: Locale): RunInput['dashboard'] {
  const path = join(import.meta.dirname, `../../inputs/dashboard.${locale}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as RunInput['dashboard'];
}
