import { describe, expect, test } from 'vitest';
import { importSources } from '../src/index.ts';

/** The lines and the addresses of one section. */
async function readSection(text: string) {
  const { items } = await importSources([{ kind: 'text', text: `# T\n${text}`, name: 'a.md' }]);
  expect(items).toHaveLength(1);
  return [items[0]?.body, items[0]?.attachments.map(({ url }) => url)];
}

describe('nothing in code is markup', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'calls',
      'Call `handlers[event](arg)` and `m[i](x)`.',
      ['Call handlers[event](arg) and m[i](x).'],
    ],
    ['images', '`![a](b)` \\`[c]\\`', ['![a](b) `[c]`']],
    ['backticks in longer marks', '``a`b[c](d)`` and `` `x` ``', ['a`b[c](d) and `x`']],
    ['marks without an end', '`a[b] ``c`` d', ['`a[b] c d']],
    ['emphasis across code', '*a `b*c` d* and `**k**`', ['a b*c d and **k**']],
    ['backticks behind an escaped one', '\\``a[0](b)` \\\\`*c*` \\`x', ['`a[0](b) \\\\*c* `x']],
    ['an address', '[a](`b c`) [d](e "`f`")', ['[a](b c) [d](e "f")']],
    ['a backslash before the end', '`a\\` and \\*b\\*', ['a\\ and *b*']],
    [
      'a fence of tildes',
      '~~~py\n# comment\nz = x[0](1)\n- item\n~~~',
      ['# comment', 'z = x[0](1)', '- item'],
    ],
    ['the other mark in a fence', '~~~\n```\n~~~\n```\n~~~\n```', ['```', '~~~']],
    ['tildes with backticks behind', '~~~ a`b\nx\n~~~', ['a`b', 'x']],
    [
      'a fence in a list item',
      '- step\n\n    ```py\n    # note\n    z = x[0](y)\n      s = "**k**"\n    - a\n    ```\n- next',
      ['step', '# note', 'z = x[0](y)', '  s = "**k**"', '- a', 'next'],
    ],
    [
      'a fence that begins an item',
      '- ```js\n  # a\n  ```\n- b\n1. ```\n   - c\n   ```\n2. d',
      ['# a', 'b', '1.', '- c', '2. d'],
    ],
    [
      'a fence in a quotation',
      '> ```js\n> x[0](y)\n> ```\n> [z](http://a.test)',
      ['> x[0](y)', '> z'],
    ],
    ['a quotation that ends its fence', '> ```\n> - x\n- y', ['> - x', 'y']],
    ['marks far to the right in a fence', '```\n    ```\n# x\n```\ny', ['    ```', '# x', 'y']],
    [
      'an indented block',
      'text:\n\n    # x\n    - y[0](z)\n\ttab\n\nend',
      ['text:', '# x', '- y[0](z)', 'tab', 'end'],
    ],
    ['an indented block below a quotation with code', '> ```\n    - x', ['- x']],
    [
      'marks far to the right of a list',
      '- a\n  ```\n      ```\n  # b\n  ```',
      ['a', '    ```', '# b'],
    ],
    ['an indented block in a list', '- a\n\n      - b\n    - c', ['a', '- b', 'c']],
    ['indented text that goes on', 'one\n    - two', ['one', 'two']],
  ])('%s', async (_name, text, body) => {
    const [lines, urls] = await readSection(text);
    expect(lines).toEqual(body);
    expect(urls).toEqual(text.includes('a.test') ? ['http://a.test'] : []);
  });

  test('a label keeps the code that is in it', async () => {
    const { items } = await importSources([
      { kind: 'text', text: '# T\n[`a[0](b)`](http://a.test/x)' },
    ]);
    expect(items[0]).toMatchObject({
      body: ['a[0](b)'],
      attachments: [{ kind: 'link', label: 'a[0](b)', url: 'http://a.test/x' }],
    });
  });

  test('code keeps its indentation up to the cards, and in them', async () => {
    const text = '# T\n```py\ndef f(x):\n    if x:\n\treturn 1\n```\n  ~~~\n  a\n    b\n c\n  ~~~';
    const { cards } = await importSources([{ kind: 'text', text }]);
    expect(cards[0]?.body).toEqual(['def f(x):', '    if x:', '    return 1', 'a', '  b', 'c']);
    const again = await importSources([
      { kind: 'text', text: JSON.stringify(cards), name: 'a.json' },
    ]);
    expect(again.cards).toEqual(cards);
    const deep = await importSources([
      { kind: 'text', text: `\`\`\`\n${' '.repeat(99)}${'x'.repeat(9)}\n\`\`\`` },
    ]);
    expect(deep.cards[0]?.body.map((line) => line.trim())).toEqual(['x'.repeat(9)]);
  });
});

test.each<[string, string, readonly string[]]>([
  ['thematic breaks', 'a\n\n* * *\n\nb\n\n- - -\n_  _ _\nc', ['a', 'b', 'c']],
  [
    'lines for emphasis',
    '_em_ and __bold__ here, (_x_), _snake_case_',
    ['em and bold here, (x), snake_case'],
  ],
  [
    'lines within words',
    'snake_case a_b_c 単価_数量_係数 __a_ ____',
    ['snake_case a_b_c 単価_数量_係数 __a_ ____'],
  ],
  ['three marks', '***a b*** ___c___', ['a b c']],
  [
    'names with lines',
    '__init__.py and __len__() and __end__.',
    ['__init__.py and __len__() and end.'],
  ],
  ['marks within marks', '**_a_ b** ~~__c__~~ _d `e_f`_', ['a b c d e_f']],
  [
    'an escaped bar of a table',
    '| Apple \\| Pear | 3 |\na \\| b',
    ['| Apple \\| Pear | 3 |', 'a | b'],
  ],
  [
    'what is behind the language of a fence',
    '```ts title="x.ts"\nlet a\n```\n```diff_js:hoge.js\nlet b\n```\n```https://a.test\n```',
    ['title="x.ts"', 'let a', 'hoge.js', 'let b', 'https://a.test'],
  ],
  [
    'a list with numbers',
    '1. step\n   ```sh\n   npm i\n   ```\n2. next',
    ['1. step', 'npm i', '2. next'],
  ],
])('Markdown: %s', async (_name, text, body) => {
  expect((await readSection(text))[0]).toEqual(body);
});

test.each<[string, string, readonly string[]]>([
  [
    'a title',
    `[t](http://t.test "A 'title'") [u](u.md 'x') [v](v.md (y))`,
    ['http://t.test', 'u.md', 'v.md'],
  ],
  ['a size', '![](https://x.test/a.png =250x)', ['https://x.test/a.png']],
  ['angles', '[a](<b c.md>) [d]( <http://e.test> )', ['b c.md', 'http://e.test']],
  ['other text', '[a](b c) [d](e "f) [g](h "i" j)', []],
])('an address with %s is read', async (_name, text, urls) => {
  expect((await readSection(text))[1]).toEqual(urls);
});

describe('addresses of attachments', () => {
  const read = async (text: string, name: string) => {
    const { items } = await importSources([{ kind: 'text', text, name }]);
    return items.flatMap(({ attachments }) => attachments.map(({ url }) => url));
  };

  test.each<[string, string | undefined]>([
    ['javascript:alert(1)', undefined],
    ['JavaScript:alert(1)', undefined],
    ['vbscript:x', undefined],
    ['data:text/html,<b>x</b>', undefined],
    ['file:///etc/passwd', undefined],
    ['blob:https://a.test/1', undefined],
    ['#place', undefined],
    ['https://u:p@[/', undefined],
    ['https://u:p@a.test/x?y#z', 'https://a.test/x?y#z'],
    ['//u:p@a.test/x', '//a.test/x'],
    ['//u:p@relative.invalid/x', '//relative.invalid/x'],
    ['https://u@relative.invalid/', 'https://relative.invalid/'],
    ['https://a.test/(東京)', 'https://a.test/(東京)'],
    ['../img.png?x', '../img.png?x'],
    ['/a', '/a'],
  ])('%s in Markdown and in JSON', async (address, url) => {
    const urls = url === undefined ? [] : [url];
    expect(await read(`# T\n![c](<${address.replaceAll(/[<>]/g, '')}>)`, 'a.md')).toEqual(urls);
    const item = {
      title: 'T',
      body: ['x'],
      attachments: [{ kind: 'link', label: 'l', url: address }],
    };
    expect(await read(JSON.stringify([item]), 'a.json')).toEqual([url]);
  });
});

test('a heading without text ends a section and is no text', async () => {
  const read = async (text: string) =>
    (await importSources([{ kind: 'text', text, name: 'a.md' }])).cards.map(({ title, body }) => [
      title,
      ...body,
    ]);
  expect(await read('#\n\ntext\n\n# \nmore\n## ##\nend')).toEqual([
    ['a', 'text'],
    ['a', 'more'],
    ['a', 'end'],
  ]);
  expect(await read('# A\n\n## B\n\ntext\n\n#\n\nend')).toEqual([['A'], ['B', 'text', 'end']]);
});

test('a backslash before the end of a line is a break, one at the end of a block is text', async () => {
  expect((await readSection('one\\\ntwo\\\\\nthree\\\n\nfour'))[0]).toEqual([
    'one',
    'two\\\\',
    'three\\',
    'four',
  ]);
});

test('a task of a numbered list keeps its box', async () => {
  expect((await readSection('- [x] a\n1. [X] b\n2) [ ] c\n3. [x](y) d'))[0]).toEqual([
    '☑ a',
    '1. ☑ b',
    '2) ☐ c',
    '3. x d',
  ]);
});
