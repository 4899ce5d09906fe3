import { importError } from '../import/import-error.ts';

/** The parser moves its whole stack for each element: 30,000 nested ones take 0.5 s, 3 million hours. */
const maxNesting = 30_000;

/**
 * Tags, attributes, entities and stray marks. Each takes the parser 10 to 30 microseconds and 0.7 kB
 * (1 MB of `<`: 11 s, 0.7 GB), so this many take some seconds and 150 MB. A long Wikipedia list
 * has 100,000.
 */
const maxTokens = 200_000;

/** Each further attribute of one element takes 50 microseconds, ten times one of another element. */
const maxAttributes = 1_000;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Elements without an end. */
export const emptyElements: ReadonlySet<string> = words(
  'area base br col embed hr img input link meta source wbr',
);
/** Elements whose content is text, not tags. */
export const rawTextElements: ReadonlySet<string> = words('script style textarea title');
/** Elements that end where another one begins, as in the parser. */
const endedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', words('li')],
  ['p', words('p')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['td', words('thead th td')],
  ['th', words('th')],
  ['tr', words('tr th td')],
  ['option', words('option')],
]);

/**
 * Throws `too_large` for a page that nests deeper, or has more tags, attributes and entities, than
 * any that people write; returns how many it has. Counts as the parser would, in one pass.
 */
export function refuseCostlyPage(html: string): number {
  const text = html.toLowerCase();
  const tag = /<(\/?)([a-z][a-z0-9-]*)/y;
  const nesting = createNesting();
  let tokens = 0;
  const spend = (more: number): void => {
    tokens += more;
    if (tokens > maxTokens) refuse(`has more than ${maxTokens} tags, attributes and entities`);
  };
  for (let at = 0; ;) {
    const start = text.indexOf('<', at);
    spend(countMarks(text, at, start === -1 ? text.length : start) + 1);
    if (start === -1) return tokens;
    if (text.startsWith('<!--', start)) {
      at = text.indexOf('-->', start + 2);
      if (at === -1) return tokens;
      continue;
    }
    tag.lastIndex = start;
    const [whole = '<', isEnd = '', name = ''] = tag.exec(text) ?? [];
    at = start + whole.length;
    if (name === '') continue;
    const end = isEnd === '' ? endOfTag(text, at) : { at: afterMark(text, at), attributes: 0 };
    if (end.attributes > maxAttributes)
      refuse(`has an element of more than ${maxAttributes} attributes`);
    spend(end.attributes + countMarks(text, at, end.at - 1));
    at = end.at;
    if (isEnd !== '') nesting.close(name);
    else if (!emptyElements.has(name)) nesting.open(name);
    // The parser reads what follows `<script/>` as tags.
    if (isEnd !== '' || !rawTextElements.has(name) || text[at - 2] === '/') continue;
    at = text.indexOf(`</${name}`, at);
    if (at === -1) return tokens;
  }
}

function refuse(what: string): never {
  throw importError('too_large', `the page ${what}; import a part of it, or its text`);
}

/** Marks that the parser cuts a text at. */
function countMarks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 38 || code === 62) count += 1;
  }
  return count;
}

/** Returns the end of a tag whose name ends at `from`, and the number of its attributes. */
export function endOfTag(
  text: string,
  from: number,
): { readonly at: number; readonly attributes: number } {
  const attribute =
    /[ \t\n\f\r/]*[^ \t\n\f\r/>][^ \t\n\f\r/>=]*(?:[ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^ \t\n\f\r>"'][^ \t\n\f\r>]*)?)?/y;
  let attributes = 0;
  let at = from;
  for (;;) {
    attribute.lastIndex = at;
    const [found] = attribute.exec(text) ?? [];
    if (found === undefined) break;
    at += found.length;
    attributes += 1;
    if (attributes > maxAttributes) break;
  }
  return { at: afterMark(text, at), attributes };
}

function afterMark(text: string, from: number): number {
  const end = text.indexOf('>', from);
  return end === -1 ? text.length : end + 1;
}

/** Counts the elements that are open at once; throws past the limit. */
function createNesting(): { open(name: string): void; close(name: string): void } {
  const stack: string[] = [];
  const open = new Map<string, number>();
  const pop = (): string => {
    const name = stack.pop() ?? '';
    open.set(name, (open.get(name) ?? 0) - 1);
    return name;
  };
  return {
    open(name) {
      while (endedBy.get(name)?.has(stack.at(-1) ?? '') === true) pop();
      stack.push(name);
      open.set(name, (open.get(name) ?? 0) + 1);
      if (stack.length > maxNesting) refuse(`nests more than ${maxNesting} elements`);
    },
    close(name) {
      if ((open.get(name) ?? 0) > 0) while (pop() !== name);
    },
  };
}
