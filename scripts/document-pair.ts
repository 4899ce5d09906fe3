// A document and its translation have the same headings, tables, code and figures, section by section.

const fences = /^```[\s\S]*?^```$/gm;
/** Up to here a number may be a word in one language and digits in the other. */
const largestWord = 12;
/** The prose is translated; names and figures stay. */
const figures = /(?<![\w.])\d[\d,]*(?:\.\d+)+|(?<![\w.,])\d[\d,]*\d(?![\w.]*\w)/g;
const names = /`[^`\n]+`/g;

interface Section {
  readonly title: string;
  readonly level: number;
  readonly body: string;
}

/**
 * One sentence for each place where the two do not correspond. `shape` compares headings and tables
 * only: for documents that show a run in the language of the reader.
 */
export function pairDifferences(
  english: string,
  japanese: string,
  depth: 'shape' | 'all',
): readonly string[] {
  const [left, right] = [sections(english), sections(japanese)];
  const [levels, theirs] = [left, right].map((all) => all.map(({ level }) => level).join(' '));
  if (levels !== theirs) {
    return [`${left.length} headings, the translation has ${right.length}, or other levels`];
  }
  return left.flatMap((section, index) => {
    const other = right[index]?.body ?? '';
    const shape = compare(section, 'tables', tables(section.body), tables(other));
    if (depth === 'shape') return shape;
    return [
      ...shape,
      ...compare(section, 'code', code(section.body), code(other)),
      ...compare(section, 'figures', figuresOf(section.body), figuresOf(other)),
      ...compare(section, 'names', namesOf(section.body), namesOf(other)),
    ];
  });
}

function sections(text: string): readonly Section[] {
  // A "# comment" in a code block is no heading.
  const prose = text.replaceAll(fences, (fence) => fence.replaceAll(/^#/gm, ' #'));
  return prose.split(/^(?=#+ )/m).map((part) => {
    const [, marks = '', title = ''] = /^(#+) (.*)/.exec(part) ?? [];
    return { title, level: marks.length, body: part.slice(part.indexOf('\n')) };
  });
}

/** Rows and columns of each table. */
function tables(body: string): readonly string[] {
  const rows = body.replaceAll(fences, '').match(/(?:^\|.*\|\n)+/gm) ?? [];
  return rows.map((table) => {
    const lines = table.trim().split('\n');
    return `${lines.length - 2} rows of ${(lines[0] ?? '').split(/(?<!\\)\|/).length - 2}`;
  });
}

/**
 * Blocks of code; comments and strings in them may be translated. A recipe is checked elsewhere: in another
 * language it is another file, `-en` or `-ja`, with another output.
 */
function code(body: string): readonly string[] {
  return (body.match(fences) ?? []).map((block) => {
    const recipe = /^```\w+ (?:file|output)=(\S+)/.exec(block);
    if (recipe !== null) return recipe[0].replace(/-(?:en|ja)\.ts$/, '.ts');
    return block.replaceAll(/'[^'\n]*'/g, "''").replaceAll(/\s*(?:\/\/|#).*$/gm, '');
  });
}

function figuresOf(body: string): readonly string[] {
  // 20 万 is 200,000.
  const digits = proseOf(body).replaceAll(/(\d+) ?万/g, '$10000');
  return (digits.match(figures) ?? [])
    .map((figure) => figure.replaceAll(',', ''))
    .filter((figure) => figure.includes('.') || Number(figure) > largestWord);
}

function namesOf(body: string): readonly string[] {
  // Placeholders are translated: <file>, check(request).
  return (proseOf(body).match(names) ?? []).map((name) =>
    name
      .replaceAll(/<[^>]*>/g, '<>')
      .replaceAll(/\([^)]*\)/g, '()')
      .replaceAll('…', '...'),
  );
}

function proseOf(body: string): string {
  return body
    .replaceAll(fences, '')
    .replaceAll(/``[^\n]*?``/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

function compare(
  { title }: Section,
  what: string,
  english: readonly string[],
  japanese: readonly string[],
): readonly string[] {
  const missing = without(english, japanese);
  const added = without(japanese, english);
  if (missing.length === 0 && added.length === 0) return [];
  return [
    `"${title}": ${what} differ; only here: ${shortened(missing)}; only in the translation: ${shortened(added)}`,
  ];
}

/** The number of repetitions is style: a name must occur. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(all)].filter((one) => !others.includes(one));
}

function shortened(all: readonly string[]): string {
  return all.length === 0 ? 'none' : all.map((one) => one.slice(0, 60)).join(', ');
}
