import { contenders } from './json-extraction/contenders.ts';
import { breakDocument, createDocument, documentKeys } from './json-extraction/documents.ts';
import { measureRatios } from './json-extraction/timing.ts';
import type { Spread } from './support/spread.ts';
import { writeResult } from './support/write-result.ts';

/**
 * Processor time of extractJson and its peers as a ratio to JSON.parse of the clean text in the same run.
 *
 * pnpm bench json-extraction-speed
 */
const rounds = 21;
const sizes = { '1 KB': 1024, '51 KB': 51 * 1024 };

const clean: Record<string, Readonly<Record<string, Spread>>> = {};
for (const [size, characters] of Object.entries(sizes)) {
  const document = createDocument(characters);
  clean[size] = await measureRatios(() => JSON.parse(document), readersOf(document), rounds);
}

const malformed: Record<string, Readonly<Record<string, Spread>>> = {};
const large = createDocument(sizes['51 KB']);
for (const [kind, broken] of Object.entries(breakDocument(large))) {
  malformed[kind] = await measureRatios(() => JSON.parse(large), readersOf(broken), rounds);
}

writeResult('json-extraction-speed', {
  peers: ['jsonrepair', 'partial-json', 'best-effort-json-parser', 'json5', 'ai'],
  figures: { rounds, timeOverJsonParse: { clean, 'malformed 51 KB': malformed } },
});

/** Every contender that reads the text at all; a refusal is quick, so its time is not comparable. */
function readersOf(raw: string): Readonly<Record<string, () => unknown>> {
  const readers: Record<string, () => unknown> = {};
  for (const [name, contender] of Object.entries(contenders)) {
    if (contender(raw, { keys: documentKeys }) === null) continue;
    readers[name] = () => contender(raw, { keys: documentKeys });
  }
  return readers;
}
