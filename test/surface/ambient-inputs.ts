import ts from 'typescript';

/** Something that a program reads from its surroundings instead of being given it. */
export type AmbientInput = 'Date.now' | 'new Date()' | 'Date()' | 'Math.random' | 'process.env';

/** The ambient inputs that a text of TypeScript reads, as `<what>:<line>`. */
export function ambientInputs(text: string): readonly string[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const input = ambientInputOf(node);
    if (input !== undefined) found.push(`${input}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function ambientInputOf(node: ts.Node): AmbientInput | undefined {
  if (ts.isNewExpression(node) && endsWith(node.expression, 'Date') && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date') return 'Date()';
  const member = memberOf(node);
  if (member === undefined) return undefined;
  if (member.name === 'now' && endsWith(member.owner, 'Date')) return 'Date.now';
  if (member.name === 'random' && endsWith(member.owner, 'Math')) return 'Math.random';
  return member.name === 'env' && endsWith(member.owner, 'process') ? 'process.env' : undefined;
}

/** `owner.name`, `owner['name']`, `const { name } = owner`, `import { name } from 'node:owner'`. */
function memberOf(node: ts.Node): { readonly owner: ts.Node; readonly name: string } | undefined {
  if (ts.isPropertyAccessExpression(node)) return { owner: node.expression, name: node.name.text };
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
    return { owner: node.expression, name: node.argumentExpression.text };
  }
  if (ts.isBindingElement(node)) {
    const declaration = node.parent.parent;
    const owner = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return owner && { owner, name: (node.propertyName ?? node.name).getText() };
  }
  return ts.isImportSpecifier(node) ? { owner: node.parent.parent.parent.moduleSpecifier, name: (node.propertyName ?? node.name).text } : undefined;
}

/** True for `name` itself, `globalThis.name` and the module of that name. */
function endsWith(owner: ts.Node, name: string): boolean {
  if (ts.isIdentifier(owner)) return owner.text === name;
  if (ts.isStringLiteral(owner)) return owner.text === name || owner.text === `node:${name}`;
  return ts.isPropertyAccessExpression(owner) && owner.name.text === name;
}
