import type { Finding } from '../vocabulary/finding.ts';
import type { Catalog } from './catalog.ts';

/** Texts that the rule of a finding brought along, for as long as the finding itself lives. */
const textsByFinding = new WeakMap<Finding, Catalog>();

/** Remembers the texts beside the rule that reported `finding`. */
export function rememberTexts(finding: Finding, texts: Catalog): void {
  textsByFinding.set(finding, texts);
}

/** Returns the texts of the rule; undefined for a finding that was read from JSON or copied. */
export function textsOf(finding: Finding): Catalog | undefined {
  return textsByFinding.get(finding);
}
