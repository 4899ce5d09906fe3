import { KanmonError } from '@kanmon/core';

/** Error code of this package to quality-check code of a project. */
export type QcCodeMap = Readonly<Record<string, string>>;

/** The default numbering. A project that numbers differently passes its own map. */
export const defaultQcCodes: QcCodeMap = {
  'issue-prompt-execution': 'QC-004',
  'issue-template-mismatch': 'QC-006',
  'issue-iteration-budget': 'QC-007',
  'issue-session-locked': 'QC-008',
  'version-conflict': 'QC-008',
  fenced: 'QC-008',
  'issue-state-persistence': 'QC-009',
  'issue-tool-unavailable': 'QC-012',
  'issue-manual-alignment': 'QC-013',
  'issue-manuscript-miss': 'QC-015',
  'issue-manuscript-storage': 'QC-016',
  'issue-manuscript-pending': 'QC-017',
  'issue-manuscript-hash-mismatch': 'QC-018',
};

/** Longer chains of causes are a loop or a mistake. */
const maxCauses = 16;

/**
 * Returns the quality-check code of an error, by its `code` and then along `cause`. An `LlmError` of core
 * counts as a prompt without an answer, a store's own error as lost state.
 */
export function toQcCode(error: unknown, map: QcCodeMap = defaultQcCodes): string | undefined {
  let current = error;
  for (
    let depth = 0;
    depth < maxCauses && typeof current === 'object' && current !== null;
    depth += 1
  ) {
    const code = codeOf(current);
    if (code !== undefined) {
      const qcCode = lookUp(map, code) ?? lookUp(map, familyOf(code));
      if (qcCode !== undefined) return qcCode;
    }
    current = Reflect.get(current, 'cause');
  }
  return undefined;
}

/** Reads the code of errors of this family only: other objects (a Node error) have codes of other meaning. */
function codeOf(error: object): string | undefined {
  return KanmonError.isInstance(error) ? error.code : undefined;
}

function familyOf(code: string): string {
  if (code.startsWith('llm-')) return 'issue-prompt-execution';
  return code.startsWith('store-') ? 'issue-state-persistence' : code;
}

function lookUp(map: QcCodeMap, code: string): string | undefined {
  return Object.hasOwn(map, code) ? map[code] : undefined;
}
