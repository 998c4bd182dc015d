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
 * Describes what each entry point exports. Reads the declarations that the build would publish, so that inferred types
 * are spelt out as users see them. Throws where the compiler gives none.
 */
export function apiReports(sources: readonly string[]): readonly ApiReport[] {
  const declarations = declarationsOf(sources.map((source) => join(ROOT, source)));
  const program = ts.createProgram([...declarations.keys()], compilerOptions(), hostWith(declarations));
  const checker = program.getTypeChecker();
  return sources.map((source) => {
    const file = program.getSourceFile(join(ROOT, source).replace(/[.]ts$/, '.d.ts'));
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${source} exports nothing.`);
    const symbols = checker
      .getExportsOfModule(module)
      .map((symbol) => ({ name: symbol.name, symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1));
    return {
      text: symbols.map(({ name, symbol }) => `## ${name}\n\n\`\`\`ts\n${declarationText(symbol)}\n\`\`\`\n`).join('\n'),
      undocumented: symbols.filter(({ symbol }) => symbol.getDocumentationComment(checker).length === 0).map(({ name }) => name),
    };
  });
}

/** The declaration files of these sources and all that they import, in memory. */
function declarationsOf(sources: readonly string[]): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const emitted = ts
    .createProgram([...sources], { ...compilerOptions(), noEmit: false, declaration: true, emitDeclarationOnly: true })
    .emit(undefined, (path, text) => declarations.set(path, text));
  if (emitted.emitSkipped) throw new Error('The compiler gives no declarations: look at "npm run typecheck".');
  return declarations;
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  return { ...ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT).options, checkJs: false, allowJs: false };
}

function hostWith(declarations: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(compilerOptions());
  const inMemory = (path: string) => declarations.get(path);
  return {
    ...host,
    // The sources lie beside the declarations and would be preferred.
    fileExists: (path) => declarations.has(path) || (!path.startsWith(join(ROOT, 'src')) && host.fileExists(path)),
    readFile: (path) => inMemory(path) ?? host.readFile(path),
    getSourceFile: (path, ...rest) => {
      const text = inMemory(path);
      return text === undefined ? host.getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
    },
  };
}

function declarationText(symbol: ts.Symbol): string {
  const printer = ts.createPrinter({ removeComments: true });
  return (symbol.declarations ?? [])
    .map((declaration) => (ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration))
    .map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()))
    .join('\n');
}
