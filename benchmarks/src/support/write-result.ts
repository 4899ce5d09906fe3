import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { missingDataSets } from './find-data-set.ts';

/** The measurement of a topic. */
export interface Measurement {
  /** Packages whose versions belong to the result. */
  readonly peers: readonly string[];
  /** Missing programs of this machine, besides data sets: a program that prints or reads. */
  readonly missing?: readonly string[];
  readonly figures: object;
}

const earlier = z.object({ date: z.string(), skipped: z.array(z.string()).default([]) });

/**
 * Writes `results/<topic>.json`: when, on what machine, with which Node and which versions of the peers, then
 * what was measured and what was skipped. Prints it too. A result that has something which this run had to
 * skip is left as it is: the tables never lose a row because a run had no data.
 */
export function writeResult(topic: string, { peers, missing = [], figures }: Measurement): void {
  const skipped = [...missingDataSets(topic), ...missing];
  const result = {
    topic,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    versions: Object.fromEntries(peers.map((name) => [name, versionOf(name)])),
    skipped,
    ...figures,
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  process.stdout.write(text);
  const file = new URL(`../../results/${topic}.json`, import.meta.url);
  const kept = existsSync(file) ? earlier.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  const lost = kept === null ? [] : skipped.filter((name) => !kept.skipped.includes(name));
  if (kept === null || lost.length === 0) writeFileSync(file, text);
  else {
    console.log(
      `KEPT results/${topic}.json of ${kept.date}: it holds ${lost.join(', ')}, which this run had to skip`,
    );
  }
}

/** Packages do not all export their manifest, so it is looked for from their entry upwards. */
function versionOf(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  for (;;) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (isManifest(manifest) && manifest.name === name) return manifest.version;
    } catch {
      // No manifest in this folder.
    }
    if (folder === dirname(folder)) return 'unknown';
    folder = dirname(folder);
  }
}

function isManifest(value: unknown): value is { name: string; version: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'version' in value;
}
