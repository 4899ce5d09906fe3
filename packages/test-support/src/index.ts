export { caseReader } from './read-cases.ts';
export type { CaseParser, CaseReader } from './read-cases.ts';
export { growthAt, mostGrowth } from './growth.ts';
export type { Growth, Reading, SizedReading } from './growth.ts';
export { hostileText, onText } from './hostile-text.ts';
export type { TextShape } from './hostile-text.ts';
export { openMeter } from './meter.ts';
export type { GrowthRequest, Meter, Subject, WorkPlaces } from './meter.ts';
export { throughput } from './throughput.ts';
