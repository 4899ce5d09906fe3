import type { Subject } from '@kanmon/test-support';
import { sanitiseFindings } from '../../src/loop/findings.ts';

/** Cleans as many findings as the manuscript has lines; each quotes a line of it. */
export const findings: Subject = (size) => {
  const lines = Array.from({ length: size }, (_, index) => `line ${index} of the manuscript here`);
  const text = lines.join('\n');
  const given = lines.map((line, index) => ({
    category: 'style',
    severity: 'low',
    text_range: { start: index, end: index + 1 },
    description: `the words "${line}"`,
  }));
  return () => sanitiseFindings(text, given);
};
