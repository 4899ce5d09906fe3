const allowed = /[^A-Za-z0-9_-]+/g;
const maxNameLength = 64;

/** A name both OpenAI and Bedrock accept: other characters removed, at most 64, `output` when nothing is left. */
export function schemaName(name: string | undefined): string {
  const safe = (name ?? '').replaceAll(allowed, '').slice(0, maxNameLength);
  return safe === '' ? 'output' : safe;
}
