import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import coreErrors from '../docs/site/catalogue/errors.json' with { type: 'json' };
import packageErrors from '../docs/site/catalogue/package-errors.json' with { type: 'json' };
import * as issueErrors from '../packages/issue-tracker/src/errors/errors.ts';
import { proposalCatalog } from '../packages/proposal-quality/src/messages/catalogs.ts';
import { termMessages } from '../packages/term-preservation/src/gate/term-findings.ts';
import { root } from './workspace.ts';

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const shared: Groups = coreErrors;
const packages: Readonly<Record<string, Groups>> = packageErrors;
/** Codes that a package has as classes or texts. */
const known: Readonly<Record<string, readonly string[]>> = {
  'issue-tracker': Object.values(issueErrors).map((type) => new type('').code),
  'proposal-quality': Object.keys(proposalCatalog.en ?? {}),
  'term-preservation': Object.keys(termMessages.en ?? {}),
};
/** Places in the sources where a code is written. */
const places = [
  /\bcode: '([a-z][\w-]+)'/g,
  /\b(?:importWarning|warnings\.add|headerProblem|makeIssue)\(\s*'([\w-]+)'/g,
  /\b(?:DraftConfigurationError|SafeFetchError|PdfError|CrewError)\(\s*'([\w-]+)'/g,
  /\bHttpProblem\(\s*\d+,\s*'([\w-]+)'/g,
  /\bwarnings: \[\s*'([\w-]+)[':]/g,
];
/** Codes of a route by status: `404: ['diff_unknown']`. Codes of exceptions come in snake case there. */
const byStatus = /\b[45]\d\d: \[([^\]]*)\]/g;
/** A code of zod. */
const foreign = new Set(['custom']);

/**
 * One sentence for each code in the sources of a package that has no entry in its list of the site or in core's, and
 * is not explained on its page either.
 */
export function codesWithoutEntry(): readonly string[] {
  return Object.entries(packages).flatMap(([name, groups]) => {
    const listed = new Set(
      [...Object.values(groups), ...Object.values(shared)].flatMap((each) => Object.keys(each)),
    );
    const page = readFileSync(join(root, `docs/site/reference/${name}.md`), 'utf8');
    const written = globSync(`packages/${name}/src/**/*.ts`, {
      cwd: root,
      exclude: ['**/testing/**'],
    }).flatMap((file) => codesIn(readFileSync(join(root, file), 'utf8')));
    return [...new Set([...(known[name] ?? []), ...written])]
      .filter((code) => !listed.has(code) && !listed.has(withHyphens(code)))
      .filter((code) => !foreign.has(code) && !page.includes(`\`${code}\``))
      .map((code) => `package-errors.json has no entry of ${name} for ${code}`);
  });
}

/** `diff_unknown` of a response is the code `diff-unknown`, `llm_auth` the kind `auth`. */
function withHyphens(code: string): string {
  return code.replaceAll('_', '-').replace(/^llm-/, '');
}

function codesIn(source: string): readonly string[] {
  const single = places.flatMap((place) => [...source.matchAll(place)]);
  const lists = [...source.matchAll(byStatus)].flatMap(([, list = '']) => [
    ...list.matchAll(/'([\w-]+)'/g),
  ]);
  return [...single, ...lists].map(([, code = '']) => code);
}
