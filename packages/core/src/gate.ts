export type { Finding, ValidationResult } from './vocabulary/finding.ts';
