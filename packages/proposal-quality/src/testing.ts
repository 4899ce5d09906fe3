import { advisorSamples } from './samples/advisor-samples.ts';
import { organizerSamples } from './samples/organizer-samples.ts';
import type { Sample } from './samples/sample.ts';

export type { BrokenReport, Sample } from './samples/sample.ts';

/** The ten samples (O1 to O5, A1 to A5), each with reports that break one rule. */
export const samples: readonly Sample[] = [...organizerSamples, ...advisorSamples];
