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
  const decorated = decoratedClasses(root);
  const isStruck = (style: string, classes: string): boolean => {
    const own = strikes(style);
    if (own !== null || decorated.size === 0) return own === true;
    const rules = classes.split(/\s+/).map((name) => decorated.get(name) ?? undecorated);
    return rules.reduce((last, rule) => (rule.order > last.order ? rule : last)).isStruck;
  };
  /** Text of the paragraph is before the node. */
  let isInSentence = false;
  let beginsItem = false;
  /** Bullets of Word are letters of a font for symbols. */
  let bullet: { readonly element: PageElement; text: string } | null = null;
  let articleDepth = 0;
  let mainDepth = 0;
  let isAfterFormula = false;
  let paragraphs = 0;
  walk(root, {
    text(value) {
      if (value.trim() !== '') {
        isAfterFormula = false;
        beginsItem = false;
        isInSentence ||= paragraphs > 0;
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
        isStruck(style, attribute('class')) ||
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
      // The search for the article drops buttons, and text that is hidden from screen readers only.
      if (isInSentence || isText(node.nextSibling, /\S/u)) {
        if (name === 'button') changes.push(() => (element.localName = 'span'));
        if (name === 'span' && isText(node.firstChild, /[\p{L}\p{N}]/u))
          changes.push(() => element.removeAttribute('aria-hidden'));
      }
      if (name === 'p') {
        paragraphs += 1;
        isInSentence = false;
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
      if (name === 'p') {
        paragraphs -= 1;
        isInSentence = false;
      }
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

function isText(node: DomNode | null, form: RegExp): boolean {
  return node?.nodeType === 3 && form.test(node.nodeValue ?? '');
}

/** Returns whether declarations strike text out; null where they do not decorate it. */
function strikes(declarations: string): boolean | null {
  const last = declarations
    .split(';')
    .findLast((each) => /^\s*text-decoration(?:-line)?\s*:(?!\s*inherit)/i.test(each));
  return last === undefined ? null : /\bline-through\b/i.test(last);
}

/** A rule of a style sheet for a class. The last one for an element counts. */
interface ClassRule {
  readonly isStruck: boolean;
  readonly order: number;
}

const undecorated: ClassRule = { isStruck: false, order: -1 };

/**
 * Returns the classes whose text the style sheets in a page decorate, as Google Docs writes them: `.c1{text-decoration:line-through}`.
 * Rules within others, of `@media` for example, may not hold and do not count; neither do selectors of more than a class.
 */
function decoratedClasses(root: DomNode): ReadonlyMap<string, ClassRule> {
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
  const classes = new Map<string, ClassRule>();
  let depth = 0;
  for (const [order, rule] of css.split('}').entries()) {
    const parts = rule.split('{');
    const [before = '', declarations = ''] = parts;
    const selectors = before.slice(before.lastIndexOf(';') + 1).split(',');
    const isStruck = strikes(declarations);
    if (depth === 0 && parts.length === 2 && isStruck !== null)
      for (const selector of selectors) {
        const [, name] = /^[a-z0-9]*\.([\w-]+)$/i.exec(selector.trim()) ?? [];
        if (name !== undefined) classes.set(name, { isStruck, order });
      }
    depth = Math.max(0, depth + parts.length - 2);
  }
  return classes;
}

/** The number of a list item with the spaces behind it. */
const longestBullet = 60;
