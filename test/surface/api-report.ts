import { join } from 'node:path';

import ts from 'typescript';

import { ROOT } from './root.ts';

/** What an entry point exports. */
export interface ApiReport {
  /** Every exported name with its declaration, sorted, as Markdown. */
  readonly text: string;
  /** Exported names without a doc comment. */
  readonly undocumented: readonly string[];
}

/**
 * Describes what each entry point exports, by the declarations that the build would publish, so that inferred types are
 * spelt out as users see them.
 */
export function apiReports(sources: readonly string[]): readonly ApiReport[] {
  const program = ts.createProgram(
    sources.map((source) => join(ROOT, source)),
    compilerOptions(),
  );
  const checker = program.getTypeChecker();
  const publishedStatements = publisherOf(program);
  return sources.map((source) => {
    const symbols = exportsOf(join(ROOT, source), program, checker);
    const sections = symbols.map(({ name, symbol }) => {
      const files = new Set(symbol.declarations?.map((declaration) => declaration.getSourceFile()));
      const statements = [...files].flatMap((file) => publishedStatements(file, symbol.name));
      if (statements.length === 0) throw new Error(`${source} exports ${name}, which is declared nowhere.`);
      return `## ${name}\n\n\`\`\`ts\n${statements.join('\n')}\n\`\`\`\n`;
    });
    const undocumented = symbols.filter(({ symbol }) => symbol.getDocumentationComment(checker).length === 0);
    return { text: sections.join('\n'), undocumented: undocumented.map(({ name }) => name) };
  });
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  return { ...options, checkJs: false, allowJs: false, noEmit: false, declaration: true, emitDeclarationOnly: true };
}

/** Exported names, sorted, each with the symbol that stands behind it. */
function exportsOf(source: string, program: ts.Program, checker: ts.TypeChecker) {
  const file = program.getSourceFile(source);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${source} exports nothing.`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Gives the statements that declare a name in the declaration file of a source, which is made once. */
function publisherOf(program: ts.Program): (file: ts.SourceFile, name: string) => readonly string[] {
  const published = new Map<ts.SourceFile, ts.SourceFile>();
  const printer = ts.createPrinter({ removeComments: true });
  return (file, name) => {
    const declarations = published.get(file) ?? declarationFileOf(file, program);
    published.set(file, declarations);
    return declarations.statements
      .filter((statement) => namesOf(statement).includes(name))
      .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, declarations));
  };
}

function declarationFileOf(file: ts.SourceFile, program: ts.Program): ts.SourceFile {
  let text = '';
  program.emit(file, (_path, content) => { text = content; }, undefined, true);
  return ts.createSourceFile(file.fileName, text, ts.ScriptTarget.ES2023, true);
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}
