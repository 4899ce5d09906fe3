import { readFileSync } from 'node:fs';

/** Checks one case; a Zod schema is one. */
export interface CaseParser<Case> {
  parse(value: unknown): Case;
}

/** Reads `<name>.jsonl`, one case a line; blank lines are left out. */
export interface CaseReader {
  <Case>(name: string, schema: CaseParser<Case>): readonly Case[];
  /** Without a schema the cases are not checked: the caller casts them. */
  (name: string): readonly unknown[];
}

/** Creates a reader of the case files in `folder`. Adding a case is adding a line. */
export function caseReader(folder: URL): CaseReader {
  return <Case>(name: string, schema?: CaseParser<Case>): readonly Case[] =>
    readFileSync(new URL(`${name}.jsonl`, folder), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const value: unknown = JSON.parse(line);
        return schema === undefined ? (value as Case) : schema.parse(value);
      });
}
