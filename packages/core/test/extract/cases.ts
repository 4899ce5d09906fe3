import { readFileSync } from 'node:fs';
import type { ExtractOptions, JsonValue, RepairKind } from '../../src/json.ts';

/** A text as a model wrote it, and what it means or why it is refused. */
export interface CorpusCase {
  readonly name: string;
  readonly raw: string;
  readonly options?: ExtractOptions;
  readonly value?: JsonValue;
  /** @default true */
  readonly complete?: boolean;
  readonly reason?: string;
  /** Not solved yet: the test asks that it still fails, so that solving it is noticed. */
  readonly open?: true;
}

/** A text that shows, or must not show, one kind of repair. */
export interface RepairCase {
  readonly kind: RepairKind;
  readonly raw: string;
  readonly options?: ExtractOptions;
  /** Every place where the kind is due; none in a negative case. */
  readonly at?: readonly number[];
  readonly value: JsonValue;
}

/** The lines of a file below `test/cases/extract`. */
export function readCases<Case>(file: string): readonly Case[] {
  const text = readFileSync(new URL(`../cases/extract/${file}.jsonl`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line): Case => JSON.parse(line));
}
