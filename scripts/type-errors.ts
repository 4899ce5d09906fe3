import { join, relative } from 'node:path';
import type ts from 'typescript';

/** A compiler of TypeScript 5 or 6, as a library. */
export type TypeScript = typeof ts;

/**
 * Checks `files` in `folder` with the options of a command line and returns the errors as the command prints them,
 * except those in declarations that `isForeign` names by their path. These are not checked at all, which is half of
 * the work of the command.
 */
export function typeErrors(
  typescript: TypeScript,
  options: readonly string[],
  files: readonly string[],
  folder: string,
  isForeign: (path: string) => boolean,
): readonly string[] {
  const given = typescript.parseCommandLine(options);
  const host = typescript.createCompilerHost(given.options);
  host.getCurrentDirectory = () => folder;
  const paths = files.map((file) => join(folder, file));
  const program = typescript.createProgram(paths, given.options, host);
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) => !isForeign(relative(folder, fileName)));
  const errors = [
    ...given.errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return errors.map((error) => typescript.formatDiagnostic(error, host).trimEnd());
}
