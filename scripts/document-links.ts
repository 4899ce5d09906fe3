import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './workspace.ts';

const fences = /^```[\s\S]*?^```$/gm;
const links = /\]\(([^)\s]+)\)/g;
/** The repository on the web; a README that is packed links to it, as the registry has no other files. */
const repository = 'https://github.com/kanmon-dev/kanmon';
const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/`);
/** The site, made from docs/site. */
const onSite = 'https://kanmon-dev.github.io/kanmon/';
const elsewhere = /^(?:https?|mailto):/;
/** These are part of a tarball. */
const packed = /^packages\/[^/]+\/README/;

/** One sentence for each link of a document that leads nowhere. */
export function brokenLinks(document: string, text: string): readonly string[] {
  return [...text.replace(fences, '').matchAll(links)].flatMap(([, target = '']) => {
    const link = readLink(document, target);
    if (link === null) return [];
    const { file, anchor } = link;
    if (packed.test(document) && isRelative(target)) {
      return [`the link ${target} is dead in the tarball; run "pnpm readmes --write"`];
    }
    if (!existsSync(join(root, file))) return [`the link ${target} leads nowhere`];
    if (anchor === undefined) return [];
    const known = anchorsOf(readFileSync(join(root, file), 'utf8'));
    return known.has(decodeURIComponent(anchor)) ? [] : [`${file} has no heading #${anchor}`];
  });
}

/** The file of the repository that a link leads to; null for a link that leads out of it. */
function readLink(
  document: string,
  target: string,
): { readonly file: string; readonly anchor?: string } | null {
  if (target.startsWith(onSite)) {
    const [path = '', anchor] = target.slice(onSite.length).split('#');
    const file = `docs/site/${path.replace(/(^|\/)$/, '$1index')}.md`;
    return anchor === undefined ? { file } : { file, anchor };
  }
  const rooted = inRepository.test(target);
  if (!rooted && elsewhere.test(target)) return null;
  const [path = '', anchor] = target.replace(inRepository, '').split('#');
  const file = path === '' ? document : normalize(rooted ? path : join(dirname(document), path));
  return anchor === undefined ? { file } : { file, anchor };
}

/** The links of a text that work only beside the files they name. */
export function relativeLinks(text: string): readonly string[] {
  const found = [...text.replace(fences, '').matchAll(links)].map(([, target = '']) => target);
  return found.filter(isRelative);
}

/** A link to a heading of the same document works everywhere. */
function isRelative(target: string): boolean {
  return !elsewhere.test(target) && !target.startsWith('#');
}

/** The README of a package with links that work on the page of a registry too. */
export function withAbsoluteLinks(document: string, text: string): string {
  if (!packed.test(document)) return text;
  return text.replaceAll(links, (whole, target: string) => {
    const link = isRelative(target) ? readLink(document, target) : null;
    if (link === null || !existsSync(join(root, link.file))) return whole;
    const kind = statSync(join(root, link.file)).isDirectory() ? 'tree' : 'blob';
    const anchor = link.anchor === undefined ? '' : `#${link.anchor}`;
    return `](${repository}/${kind}/main/${link.file.replace(/\/$/, '')}${anchor})`;
  });
}

/** Anchors as GitHub makes them, or as a page of the site names them: `{#name}`. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.replace(fences, '').matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, title = '']) =>
      (/\{#(.+)\}$/.exec(title)?.[1] ?? title)
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
