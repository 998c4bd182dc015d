import { pointerSegments, toPointer } from '../../core/json-pointer.ts';
import type { ModelAnswer, ProposedOperation, ProposedProgram } from '../../core/model-answer.ts';

const ALIAS = /^\?\d+$/;

/** The answer with the real keys in the place of their aliases. A program with an alias that was never given is left out. */
export function decodeAnswer(answer: ModelAnswer, aliases: ReadonlyMap<string, string>): ModelAnswer {
  return { ...answer, programs: answer.programs.flatMap((program) => decodedProgram(program, aliases) ?? []) };
}

function decodedProgram({ operations }: ProposedProgram, aliases: ReadonlyMap<string, string>): ProposedProgram | undefined {
  const decoded = operations.map((operation) => decodedOperation(operation, aliases));
  return decoded.every((operation) => operation !== undefined) ? { operations: decoded } : undefined;
}

function decodedOperation({ operation, path, argument }: ProposedOperation, aliases: ReadonlyMap<string, string>): ProposedOperation | undefined {
  const realPath = decodedText(path, aliases);
  const realArgument = argument === null ? null : decodedText(argument, aliases);
  return realPath === undefined || realArgument === undefined ? undefined : { operation, path: realPath, argument: realArgument };
}

function decodedText(text: string, aliases: ReadonlyMap<string, string>): string | undefined {
  if (!text.startsWith('/')) return ALIAS.test(text) ? aliases.get(text) : text;
  const segments = pointerSegments(text).map((segment) => (ALIAS.test(segment) ? aliases.get(segment) : segment));
  return segments.every((segment) => segment !== undefined) ? toPointer(segments) : undefined;
}
