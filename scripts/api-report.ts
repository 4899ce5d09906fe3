import { join } from 'node:path';
import ts from 'typescript';

/** The public surface of one package, without comments: a report changes when the surface does. */
export interface ApiReport {
  /** By entry: the names it exports, one a line. */
  readonly entries: ReadonlyMap<string, string>;
  /** Returns the declarations of these names and of the names they refer to, each once, in the order of names. */
  readonly types: string;
}

/** Reads the declarations of the entries in `folder`. Names of files do not show: they are private. */
export function apiReport(folder: string, files: readonly string[]): ApiReport {
  const paths = files.map((file) => join(folder, file));
  const program = ts.createProgram(paths, {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const statements = new Set<ts.Statement>();

  const addSymbol = (symbol: ts.Symbol): void => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of target.declarations ?? []) {
      const statement = topStatement(declaration);
      if (statement === undefined || statements.has(statement)) continue;
      const { fileName } = statement.getSourceFile();
      if (!fileName.startsWith(`${folder}/dist/`)) continue;
      statements.add(statement);
      addReferences(statement);
    }
  };
  const addReferences = (node: ts.Node): void => {
    ts.forEachChild(node, (child) => {
      const symbol = ts.isIdentifier(child) ? checker.getSymbolAtLocation(child) : undefined;
      if (symbol !== undefined) addSymbol(symbol);
      addReferences(child);
    });
  };

  const entries = paths.map((path, index): [string, string] => {
    const file = program.getSourceFile(path);
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${path} is no module`);
    const names = checker.getExportsOfModule(module).map((symbol) => {
      addSymbol(symbol);
      return `export ${isValue(checker, symbol) ? '' : 'type '}{ ${symbol.name} };`;
    });
    return [files[index] ?? '', `${names.toSorted().join('\n')}\n`];
  });
  const printer = ts.createPrinter({ removeComments: true });
  const texts = [...statements].map((statement) => ({
    name: nameOf(statement),
    text: printer
      .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
      .replace(/^export (?:declare )?|^declare /, ''),
  }));
  const sorted = texts.toSorted(
    (left, right) => order(left.name, right.name) || order(left.text, right.text),
  );
  return { entries: new Map(entries), types: `${sorted.map(({ text }) => text).join('\n')}\n` };
}

function isValue(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const onlyType = symbol.declarations?.some(
    (node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
  );
  return (target.flags & ts.SymbolFlags.Value) !== 0 && onlyType !== true;
}

/** The statement of its file that a declaration belongs to; undefined for a whole file. */
function topStatement(node: ts.Node): ts.Statement | undefined {
  for (let current = node; !ts.isSourceFile(current); current = current.parent) {
    // Statements are what a source file has as children.
    if (ts.isSourceFile(current.parent)) return current as ts.Statement;
  }
  return undefined;
}

function nameOf(statement: ts.Statement): string {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations[0]?.name.getText() ?? '';
  }
  const name = ts.getNameOfDeclaration(statement as unknown as ts.Declaration);
  return name?.getText() ?? '';
}

/** By code units, the same on every machine. */
function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
