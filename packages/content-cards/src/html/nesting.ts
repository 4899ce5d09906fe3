import { ImportError } from '../import/import-error.ts';

/** The parser moves its whole stack for each element: 30,000 nested ones take 0.5 s, 3 million hours. */
const maxNesting = 30_000;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Elements without an end. */
const empty = words('area base br col embed hr img input link meta source wbr');
/** What they hold is text, not tags. */
const rawText = words('script style textarea title');
/** What ends where another one begins, as the parser has it. */
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

/** Throws `too_large` for a page that nests deeper than any that people write: counts as the parser would. */
export function refuseDeepNesting(html: string): void {
  const text = html.toLowerCase();
  const tag = /<(\/?)([a-z][a-z0-9-]*)/y;
  const stack: string[] = [];
  const open = new Map<string, number>();
  const pop = (): string => {
    const name = stack.pop() ?? '';
    open.set(name, (open.get(name) ?? 0) - 1);
    return name;
  };
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      at = text.indexOf('-->', at + 4);
      if (at === -1) return;
      continue;
    }
    tag.lastIndex = at;
    const [, isEnd = '', name = ''] = tag.exec(text) ?? [];
    at += 1 + name.length;
    if (name === '' || empty.has(name)) continue;
    if (isEnd !== '') {
      if ((open.get(name) ?? 0) > 0) while (pop() !== name);
      continue;
    }
    while (endedBy.get(name)?.has(stack.at(-1) ?? '') === true) pop();
    stack.push(name);
    open.set(name, (open.get(name) ?? 0) + 1);
    if (stack.length > maxNesting)
      throw new ImportError(`the page nests more than ${maxNesting} elements`, {
        code: 'too_large',
      });
    if (!rawText.has(name)) continue;
    at = text.indexOf(`</${name}`, at);
    if (at === -1) return;
  }
}
