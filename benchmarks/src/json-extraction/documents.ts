/** A report as a model returns it: Japanese and English, numbers, nested lists, escapes. */
export function createDocument(characters: number): string {
  const items: unknown[] = [];
  let text = '';
  while (text.length < characters) {
    items.push(createItem(items.length));
    text = JSON.stringify({ title: '四半期の報告', items, version: 3 }, null, 2);
  }
  return text;
}

export const documentKeys: readonly string[] = ['title', 'items', 'version'];

function createItem(index: number): unknown {
  return {
    id: `step_${index}`,
    title: `見出し ${index}: the plan for the quarter`,
    score: index / 7,
    done: index % 2 === 0,
    tags: ['alpha', 'beta', `t${index}`],
    detail: { why: 'Because "it" depends\non the weather, and more', next: null },
  };
}

/** The document in the ways in which models break it. */
export function breakDocument(document: string): Readonly<Record<string, string>> {
  return {
    'trailing commas': document.replaceAll(/\n(\s*)([}\]])/g, ',\n$1$2'),
    cut: document.slice(0, -300),
    fenced: `Here is the report:\n\n\`\`\`json\n${document}\n\`\`\`\n\nAnything else?`,
    'single quotes': document.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, body: string) => {
      return `'${body.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    }),
  };
}
