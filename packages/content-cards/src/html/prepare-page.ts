import { type DomNode, walk } from './dom.ts';
import { readFormula } from './read-formula.ts';

/** An element of a page that may be changed. */
interface PageElement extends DomNode {
  localName: string;
  textContent: string | null;
  remove(): void;
  removeAttribute(name: string): void;
}

/** Within these a header, a footer or an aside is part of the text: a warning, the author of a quotation. */
const articles: ReadonlySet<string> = new Set(['article', 'section', 'blockquote']);

const hiding =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)\s*(?:;|!|$)/i;

/**
 * Changes a page into what its reader sees: elements that are hidden go, formulas become text, lists without numbers are
 * not numbered, and `parts` that belong to an article or a quotation, not to the page, are plain blocks.
 */
export function preparePage(root: DomNode, parts: ReadonlySet<string>): void {
  const changes: (() => void)[] = [];
  const struck = struckClasses(root);
  const isStruck = (classes: string): boolean =>
    struck.size > 0 && classes.split(/\s+/).some((name) => struck.has(name));
  let beginsItem = false;
  /** Bullets of Word are letters of a font for symbols. */
  let bullet: { readonly element: PageElement; text: string } | null = null;
  let articleDepth = 0;
  let mainDepth = 0;
  let isAfterFormula = false;
  walk(root, {
    text(value) {
      if (value.trim() !== '') {
        isAfterFormula = false;
        beginsItem = false;
      }
      if (bullet !== null && bullet.text.length < longestBullet) bullet.text += value;
    },
    enter(node, name) {
      // The parser makes elements that can be changed; `DomNode` is what is read of them.
      const element = node as PageElement;
      const attribute = (key: string): string => node.getAttribute?.(key) ?? '';
      const style = attribute('style');
      const isHidden =
        hiding.test(style) ||
        strikes(style) ||
        isStruck(attribute('class')) ||
        (node.getAttribute?.('hidden') ?? null) !== null;
      // A page may hide the formula and show a picture of it.
      if (isHidden && node.firstChild?.localName === 'math')
        changes.push(() => element.removeAttribute('style'));
      else if (isHidden || (isAfterFormula && attribute('aria-hidden') === 'true')) {
        changes.push(() => element.remove());
        return false;
      }
      if (name === 'math') {
        const formula = readFormula(node);
        changes.push(() => (element.textContent = formula));
        isAfterFormula = true;
        return false;
      }
      if (name === 'li') beginsItem = true;
      if (name === 'input' && beginsItem && attribute('type').toLowerCase() === 'checkbox') {
        const box = (node.getAttribute?.('checked') ?? null) === null ? '☐ ' : '☑ ';
        changes.push(() => {
          element.localName = 'span';
          element.textContent = box;
        });
      }
      if (name === 'ol' && /list-style(?:-type)?\s*:\s*none/i.test(style))
        changes.push(() => (element.localName = 'ul'));
      // An aside of `main` is one of the page.
      if (parts.has(name) && (articleDepth > 0 || (mainDepth > 0 && name !== 'aside')))
        changes.push(() => (element.localName = 'div'));
      if (articles.has(name)) articleDepth += 1;
      if (name === 'main') mainDepth += 1;
      if (bullet === null && /mso-list\s*:\s*ignore/i.test(style)) bullet = { element, text: '' };
      return true;
    },
    leave(node, name) {
      if (articles.has(name)) articleDepth -= 1;
      if (name === 'main') mainDepth -= 1;
      if (bullet?.element !== node) return;
      const { element, text } = bullet;
      bullet = null;
      if (text.length >= longestBullet) return;
      const mark = text.trim();
      const isNumber = /[\p{N}\p{Script=Han}]|[^\s]{2}/u.test(mark);
      changes.push(() => (isNumber ? (element.textContent = `${mark} `) : element.remove()));
    },
  });
  for (const change of changes) change();
}

/** True for declarations that strike text out. */
function strikes(declarations: string): boolean {
  return declarations
    .split(';')
    .some(
      (each) => /^\s*text-decoration(?:-line)?\s*:/i.test(each) && /\bline-through\b/i.test(each),
    );
}

/**
 * Returns the classes that the style sheets in a page strike out, as Google Docs writes them: `.c1{text-decoration:line-through}`.
 * Rules within others, of `@media` for example, may not hold and do not count.
 */
function struckClasses(root: DomNode): ReadonlySet<string> {
  let css = '';
  let isInStyle = false;
  walk(root, {
    text(value) {
      if (isInStyle) css += value;
    },
    enter(_node, name) {
      isInStyle ||= name === 'style';
      return true;
    },
    leave(_node, name) {
      if (name === 'style') isInStyle = false;
    },
  });
  const classes = new Set<string>();
  let depth = 0;
  for (const rule of css.split('}')) {
    const parts = rule.split('{');
    const [before = '', declarations = ''] = parts;
    const selectors = before.slice(before.lastIndexOf(';') + 1).split(',');
    if (depth === 0 && parts.length === 2 && strikes(declarations))
      for (const selector of selectors) {
        const [, name] = /^[a-z0-9]*\.([\w-]+)$/i.exec(selector.trim()) ?? [];
        if (name !== undefined) classes.add(name);
      }
    depth = Math.max(0, depth + parts.length - 2);
  }
  return classes;
}

/** The number of a list item with the spaces behind it. */
const longestBullet = 60;
