import type { ParsedFailure } from '../core/failure.ts';

/** How parsers of JSON say that the first thing they met is none: V8, JavaScriptCore, Jackson, Go, .NET, Python, Ruby, Rust. */
const NO_JSON: readonly RegExp[] = [
  / is not valid JSON$/,
  /^Unexpected token .{1,8} in JSON at position [01]\b/,
  /^JSON Parse error: (?:Unexpected identifier|Unrecognized token)/,
  /^Unrecognized token '.{0,4000}': was expecting /s,
  /^Illegal character \(\(CTRL-CHAR, code \d{1,3}\)\)/,
  /^Unexpected character \('.{1,8}' \(code \d{1,7}/,
  /^invalid character '.{1,10}' looking for beginning of value/,
  /' is an invalid start of a value\b/,
  /^Expecting value: line 1 column 1 \(char 0\)/,
  /^unexpected (?:token|character)(?: at|:) '/i,
  /^expected value at line 1 column 1\b/,
];

/** True where a parser of JSON refused the very beginning of what it was given. */
export function isParserRefusal({ message, details }: ParsedFailure): boolean {
  const said = message.slice(0, 4096);
  return details['parsing'] === 'json' ? !/position (?:[2-9]|\d\d)/.test(said) : NO_JSON.some((pattern) => pattern.test(said));
}
