import { type CaseReader, caseReader } from '@kanmon/test-support';

export const readCases: CaseReader = caseReader(new URL('cases/', import.meta.url));
