import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { listErrors, listRepairs } from './catalogue.ts';
import { drawDiagram } from './diagrams.ts';
import { repository } from './pages.ts';
import { listQuestions } from './questions.ts';
import { listSizes, quoteBenchmark, quoteSections, quoteTable } from './tables.ts';

export type Language = 'en' | 'ja';

const root = join(import.meta.dirname, '../../..');

/** Parts of a page that are generated, by the name in `<!-- kanmon: name argument -->`. */
const generators: Readonly<Record<string, (argument: string, language: Language) => string>> = {
  benchmark: quoteBenchmark,
  diagram: drawDiagram,
  errors: listErrors,
  repairs: listRepairs,
  sections: quoteSections,
  sizes: listSizes,
  table: quoteTable,
  questions: (_argument, language) => listQuestions(language),
};

/** Fills in the generated parts, and lets links of included documents lead to the repository. */
export const configureMarkdown: NonNullable<MarkdownOptions['config']> = (md) => {
  md.core.ruler.before('normalize', 'kanmon', (state) => {
    const { relativePath = '' } = state.env as { readonly relativePath?: string };
    const language = relativePath.startsWith('ja/') ? 'ja' : 'en';
    state.src = state.src.replaceAll(
      /^<!-- kanmon: (\S+) ?(.*?) -->$/gm,
      (_whole, name: string, argument: string) => {
        const generate = generators[name];
        if (generate === undefined) throw new Error(`${relativePath}: no generator "${name}"`);
        return generate(argument, language);
      },
    );
  });
  md.core.ruler.push('included-links', ({ tokens }) => {
    for (const link of tokens.flatMap(({ children }) => children ?? [])) {
      const target = link.type === 'link_open' ? link.attrGet('href') : null;
      if (target !== null) link.attrSet('href', inRepository(target));
    }
  });
};

/** Pages of the site link to each other by absolute paths, so a relative link is one of a document in `docs/`. */
function inRepository(target: string): string {
  if (/^(?:[a-z]+:|[/#])/.test(target)) return target;
  const [path = ''] = target.split('#');
  const file = join('docs', path);
  return existsSync(join(root, file)) ? `${repository}/blob/main/${join('docs', target)}` : target;
}
