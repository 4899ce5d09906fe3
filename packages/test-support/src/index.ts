export { caseLines, readCases } from './read-cases.ts';
export type { CaseParser } from './read-cases.ts';
export { growthAt, mostGrowth } from './growth.ts';
export type { Growth, Reading, SizedReading } from './growth.ts';
export { openMeter } from './meter.ts';
export type { GrowthRequest, Meter, Subject } from './meter.ts';
