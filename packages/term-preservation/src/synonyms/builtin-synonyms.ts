import { InvalidArgumentError } from '@kanmon/core';
import type { SynonymSource } from '../vocabulary/terms.ts';
import { builtinGroups } from './builtin-groups.ts';
import { defineSynonyms, type SynonymGroup } from './define-synonyms.ts';

/** Areas of the built-in groups. */
export type SynonymArea =
  | 'identity'
  | 'data'
  | 'api'
  | 'ui'
  | 'commerce'
  | 'scheduling'
  | 'operations'
  | 'security'
  | 'ml'
  | 'project';

/** One line of the group file. */
interface GroupLine {
  readonly area: SynonymArea;
  readonly from: readonly string[];
  /** Absent for a symmetric group. */
  readonly to?: readonly string[];
  readonly note?: string;
}

const synonymAreas: readonly SynonymArea[] = [
  'identity',
  'data',
  'api',
  'ui',
  'commerce',
  'scheduling',
  'operations',
  'security',
  'ml',
  'project',
];
const sources = new Map<string, SynonymSource>();

/** The built-in groups of general software vocabulary, Japanese and English together. */
export function builtinSynonyms(
  options: { readonly areas?: readonly SynonymArea[] } = {},
): SynonymSource {
  const { areas = synonymAreas } = options;
  const unknown = areas.find((area) => !synonymAreas.includes(area));
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `expected areas of ${synonymAreas.join(', ')}, got ${JSON.stringify(unknown)}`,
    );
  const key = synonymAreas.filter((area) => areas.includes(area)).join(' ');
  const known = sources.get(key);
  if (known !== undefined) return known;
  const groups: readonly SynonymGroup[] = parseGroups(builtinGroups)
    .filter((line) => areas.includes(line.area))
    .map((line) => (line.to === undefined ? line.from : { from: line.from, to: line.to }));
  const source = defineSynonyms(groups, { name: 'builtin' });
  sources.set(key, source);
  return source;
}

/** Lines of the group file: `area | form, form | note` and `area | form > form, form | note`. */
export function parseGroups(file: string): readonly GroupLine[] {
  return file
    .trim()
    .split('\n')
    .map((line) => {
      const [area = '', forms = '', note] = line.split('|').map((part) => part.trim());
      const [left = '', right] = forms.split('>');
      return toGroupLine(area, left, right, note);
    });
}

function toGroupLine(
  area: string,
  left: string,
  right: string | undefined,
  note: string | undefined,
): GroupLine {
  return {
    area: synonymAreas.find((each) => each === area) ?? 'project',
    from: splitForms(left),
    ...(right === undefined ? {} : { to: splitForms(right) }),
    ...(note === undefined ? {} : { note }),
  };
}

function splitForms(forms: string): readonly string[] {
  return forms
    .split(',')
    .map((form) => form.trim())
    .filter((form) => form !== '');
}
