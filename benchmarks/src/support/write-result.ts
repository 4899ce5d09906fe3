import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Writes `results/<topic>.json`: when, on what machine, with which Node and which versions of the peers, then
 * what was measured. Prints it too.
 */
export function writeResult(topic: string, peers: readonly string[], measured: object): void {
  const result = {
    topic,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    versions: Object.fromEntries(peers.map((name) => [name, versionOf(name)])),
    ...measured,
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  writeFileSync(new URL(`../../results/${topic}.json`, import.meta.url), text);
  process.stdout.write(text);
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
