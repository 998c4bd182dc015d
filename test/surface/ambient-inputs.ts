import ts from 'typescript';

/** Members of globals by which a program reads its surroundings instead of being given them. */
const MEMBERS: readonly (readonly [owner: string, name: string])[] = [
  ['Date', 'now'],
  ['Math', 'random'],
  ['process', 'env'],
];

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

function ambientInputOf(node: ts.Node): string | undefined {
  if (ts.isNewExpression(node) && endsWith(node.expression, 'Date') && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'Date') return 'Date()';
  const member = memberOf(node);
  const found = member && MEMBERS.find(([owner, name]) => member.name === name && endsWith(member.owner, owner));
  return found?.join('.');
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
