import { caseReader } from '@kanmon/test-support';

const read = caseReader(new URL('../cases/', import.meta.url));

/** Lines of a case table in `test/cases`, as the caller declares them. */
export const readTable = <T>(name: string): T[] => [...(read(name) as readonly T[])];
