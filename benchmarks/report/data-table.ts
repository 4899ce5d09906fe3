import { type Contents, listDataSets } from '../src/support/data-sets.ts';
import { toMarkdown } from './section.ts';

/** The table of `data.md`: one row a data set. */
export function dataTable(): string {
  return toMarkdown({
    title: 'Data sets',
    columns: ['folder', 'what stands in it', 'repository', 'commit', 'licence', 'topic'],
    rows: listDataSets().map(({ name, repository, revision, licence, topic, contents }) => [
      `\`${name}\``,
      describe(contents),
      `[${repository}](https://github.com/${repository})`,
      `\`${revision.slice(0, 12)}\``,
      licence,
      `\`${topic}\``,
    ]),
  });
}

function describe(contents: Contents): string {
  if (contents.kind === 'clone') return 'the clone, with its history';
  if (contents.kind === 'files') {
    return Object.entries(contents.files)
      .map(([name, path]) => (name === path ? `\`${name}\`` : `\`${name}\`: \`${path}\``))
      .join(', ');
  }
  return `\`cases.jsonl\`, made of \`${contents.paths.join('`, `')}\``;
}
