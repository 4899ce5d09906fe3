import { caseReader } from '@kanmon/test-support';
import { asRecord, type UnknownRecord } from '../../src/wire/read.ts';

const read = caseReader(new URL('../cases/', import.meta.url));

/** The cases of `test/cases/<name>.jsonl`, each as an object. */
export const readCases = (name: string): readonly UnknownRecord[] =>
  read(name, { parse: asRecord });
