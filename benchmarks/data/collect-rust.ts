import type { Assertion } from './assertion.ts';

/** A macro with a name, a schema, a text and a type; then the expected JSON. */
const rawText = String.raw`r(#+)"([\s\S]*?)"\1`;
const plainText = String.raw`"((?:[^"\\]|\\[\s\S])*)"`;

/**
 * Returns the assertions `macro!(name, schema, text, type, json)` in a test file of Rust, where the schema only
 * names the type. A value with a key or scalar that the text does not contain was made by the schema.
 */
export function collectFromRust(source: string, calls: readonly string[]): readonly Assertion[] {
  const assertions: Assertion[] = [];
  const opening = RegExp(`^(?:${calls.join('|')})!\\(([\\s\\S]*?)^\\);`, 'gm');
  for (const [, body = ''] of source.matchAll(opening)) {
    const parts = RegExp(
      `^\\s*\\w+,\\s*(?:\\w+|${rawText}|${plainText}),\\s*(?:${rawText.replace('\\1', '\\4')}|${plainText}),\\s*(?:[^,{\\[]|\\([^()]*\\))*,([\\s\\S]*)$`,
    ).exec(body);
    const [, , , , , raw, plain, json = ''] = parts ?? [];
    const input = raw ?? (plain === undefined ? undefined : readPlain(plain));
    const value = readJson(json);
    if (input !== undefined && value !== undefined && isWritten(value, input)) {
      assertions.push({ input, value });
    }
  }
  return assertions;
}

function readPlain(body: string): string | undefined {
  const value = readJson(`"${body.replaceAll('\n', '\\n')}"`);
  return typeof value === 'string' ? value : undefined;
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.trim().replace(/,$/, ''));
    return value;
  } catch {
    return undefined;
  }
}

/** True when all keys and scalars of the value are in the text. */
function isWritten(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.every((element) => isWritten(element, text));
  if (typeof value !== 'object' || value === null) {
    return text.includes(JSON.stringify(value).replaceAll('"', '')) || text.includes(String(value));
  }
  return Object.entries(value).every(
    ([key, member]) => text.includes(key) && isWritten(member, text),
  );
}
