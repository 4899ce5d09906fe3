import { expect, test } from 'vitest';
import { importSources, type SourceRef } from '../src/index.ts';

const text = (content: string, name?: string): SourceRef => ({
  kind: 'text',
  text: content,
  ...(name === undefined ? {} : { name }),
});

async function messagesOf(sources: readonly SourceRef[]): Promise<readonly string[]> {
  const { warnings } = await importSources(sources, { locale: 'en' });
  return warnings.map(({ message }) => message);
}

test('a kind without a loader is named', async () => {
  const sources: SourceRef[] = JSON.parse('[{ "kind": "docx" }]');
  await expect(importSources(sources)).rejects.toThrow(
    "docx: no loader for sources of the kind 'docx'; pass one in options.loaders",
  );
});

test('an id that is given twice is named with its two sources, or with lines when both have one name', async () => {
  const one = '# A {#x}\na\n';
  const two = '\n# B {#x}\nb\n';
  expect(await messagesOf([text(one, 'one.md'), text(two, 'two.md')])).toEqual([
    'The id x is in one.md and in two.md; "B" is used, and "A" is left out.',
  ]);
  expect(await messagesOf([text(one), text(two)])).toEqual([
    'The id x is in text:1 and in text:2; "B" is used, and "A" is left out.',
  ]);
  await expect(importSources([text(one), text(two)], { merge: 'error' })).rejects.toThrow(
    'the id x is in text:1 and in text:2; give one another id',
  );
});

test('one of a kind is not counted in the plural', async () => {
  expect(await messagesOf([text('a\u0007b')])).toEqual(['1 control character was removed.']);
  expect(await messagesOf([text('a\u0007\u0007b')])).toEqual([
    '2 control characters were removed.',
  ]);
  const limits = { bodyLines: 1 };
  for (const [rest, message] of [
    ['y', '1 character that did not fit was dropped.'],
    ['yz', '2 characters that did not fit were dropped.'],
  ]) {
    const sources = [text(`# T\nx\n\n${rest}`)];
    const { warnings } = await importSources(sources, {
      locale: 'en',
      limits,
      overflow: 'truncate',
    });
    expect(warnings.map((each) => each.message)).toEqual([message]);
  }
});
