// Checks the wording of comments, test titles and the English pages of the site: plain words, a subject in every
// sentence.
// `node scripts/check-words.ts [path ...]` checks the given files and folders, or everything.
import { globSync, readFileSync, statSync } from 'node:fs';
import ts from 'typescript';

type WordRule = { readonly pattern: RegExp; readonly instead: string };

const words: readonly WordRule[] = [
  {
    pattern: /\b(?:stands?|stood)\b(?! for\b|-| alone\b)/i,
    instead: 'is, appears, is listed, is stored',
  },
  { pattern: /\b(?:tells?|told|says?|said)\b/i, instead: 'returns, reports, indicates, states' },
  { pattern: /\b(?:heal|mend|spoil)(?:s|ed|ing|t|er)?\b/i, instead: 'retry, fix, corrupt' },
  { pattern: /\b(?:lends?|lent|lending)\b/i, instead: 'export' },
  { pattern: /\b(?:settles?|settling)\b/i, instead: 'resolve, decide' },
  { pattern: /\bcarr(?:y|ies|ied) out\b/i, instead: 'run' },
  { pattern: /\b(?:doubles|twins?)\b/i, instead: 'duplicates' },
  {
    pattern: /\b(?:nobody|somebody|he|his|him)\b/i,
    instead: 'no caller, another process, the user',
  },
  { pattern: /\bof (?:its|their) own\b/i, instead: 'separate, own' },
  { pattern: /\bin place of\b/i, instead: 'instead of' },
  { pattern: /\bfor who(?:ever)?\b/i, instead: 'for callers that' },
  { pattern: /\b(?:is|are|was|were) none\b/i, instead: '"is not a ..."' },
  { pattern: /\banew\b/i, instead: 'again, new' },
  { pattern: /\bthe seed(?:s|'s)?\b(?! of| \()/i, instead: 'the rule or the standard by its name' },
];

/** These apply to the first words of a comment. */
const openings: readonly WordRule[] = [
  {
    pattern: /^(?:What|Whether|Who|Whoever|Whose|Which|Where|How)\b/,
    instead: 'a noun or a verb first',
  },
  { pattern: /^The same\b[,.:]/, instead: 'the thing itself' },
];

type Prose = { readonly text: string; readonly line: number };

const testFunctions = new Set(['describe', 'it', 'test']);

/** Returns the prose of a file, with its line numbers. */
function proseOf(file: string): Prose[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.md')) return linesOf(text);
  if (file.endsWith('.json')) return linesOf(text.replaceAll(/^\s*"ja": .*$/gm, ''));
  return [...proseOfSource(file, text)];
}

/** Returns the lines of a page outside of its code. */
function linesOf(text: string): Prose[] {
  const isProse = text.replaceAll(/^```[\s\S]*?^```$/gm, (fence) => fence.replaceAll(/.+/g, ''));
  return isProse
    .split('\n')
    .map((line, index) => ({ text: line.replace(/^[#>*|\s-]+/, ''), line: index }));
}

/** Returns the comments and the test titles of a TypeScript file, with their line numbers. */
function proseOfSource(file: string, text: string): Prose[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const prose: Prose[] = [];
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const seen = new Set<number>();
  const addComments = (position: number): void => {
    for (const range of ts.getLeadingCommentRanges(text, position) ?? []) addComment(range);
    for (const range of ts.getTrailingCommentRanges(text, position) ?? []) addComment(range);
  };
  const addComment = ({ pos, end }: ts.CommentRange): void => {
    if (seen.has(pos)) return;
    seen.add(pos);
    const lines = text.slice(pos, end).split('\n');
    for (const [index, line] of lines.entries()) {
      prose.push({
        text: line.replace(/^\s*(?:\/\*+|\*\/|\*|\/\/)\s?/, '').replace(/\*\/$/, ''),
        line: lineOf(pos) + index,
      });
    }
  };
  const visit = (node: ts.Node): void => {
    addComments(node.pos);
    addComments(node.end);
    if (ts.isCallExpression(node) && testFunctions.has(calledName(node.expression))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) {
        prose.push({ text: title.text, line: lineOf(title.getStart()) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return prose;
}

/** Returns `test` for `test(..)`, `test.each(..)(..)` and `test.skipIf(..)(..)`. */
function calledName(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee))
    return calledName(callee.expression);
  return '';
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const kinds = path.startsWith('docs/site') ? '{ts,md,json}' : 'ts';
  return globSync(`${path}/**/*.${kinds}`, {
    exclude: (name) => /(?:^|\/)(?:node_modules|dist|cache|installed|site\/ja)$/.test(name),
  });
}

const roots = process.argv.slice(2);
const folders =
  roots.length > 0
    ? roots
    : [
        'packages',
        'examples',
        'benchmarks',
        'scripts',
        'config',
        'docs/site',
        'docs/site/.vitepress',
      ];
let hits = 0;
for (const file of folders
  .flatMap(filesOf)
  .filter((name) => !name.endsWith('check-words.ts'))
  .toSorted()) {
  let previousEnds = true;
  for (const { text, line } of proseOf(file)) {
    // Quoted text and code in a comment are data.
    const plain = text.replaceAll(/`[^`]*`|"[^"]*"|\{@\w+[^}]*\}/g, '_');
    // Headings and questions of a page may begin with these words.
    const rules = previousEnds && file.endsWith('.ts') ? [...words, ...openings] : words;
    previousEnds = true;
    for (const { pattern, instead } of rules) {
      const match = pattern.exec(plain.trim());
      if (match === null) continue;
      hits += 1;
      console.error(`${file}:${line + 1} "${match[0]}": write ${instead}\n    ${text.trim()}`);
    }
    previousEnds = plain.trim() === '' || /[.:!?]$/.test(plain.trim());
  }
}
if (hits > 0) {
  console.error(`${hits} places to reword`);
  process.exitCode = 1;
}
