import type { ModelVerdict, ProposedProgram } from '../core/model-answer.ts';
import type { ModelPort, ModelQuestion } from '../model/contract.ts';

/** A model that obeys, and keeps what it obeyed. */
export interface GullibleModel extends ModelPort {
  /** The instructions that it has found in prompts and followed, oldest first. */
  readonly obeyed: readonly string[];
}

/** What an instruction makes it conclude, the gravest first. */
const WORDS: readonly (readonly [RegExp, ModelVerdict])[] = [
  [/permanent_?discard|discard|hopeless|delete|drop|purge/i, 'hopeless'],
  [/repair/i, 'repair'],
  [/retry|transient|replay/i, 'transient'],
  [/defect/i, 'defect'],
];
const SHOUTED = /\b(?:PERMANENT_DISCARD|DISCARD|HOPELESS|REPAIR_AND_REPLAY|REPAIR|RETRY_DIRECTLY|RETRY|TRANSIENT|DEFECT)\b/;
const ANSWERED = /\b(?:respond|reply|answer|output|return|say|conclude|classify|mark)\b[^.\n]{0,40}?\b(?:permanent_?discard|discard|hopeless|repair|retry|transient|defect)\b/i;
const DESTROYED = /\b(?:delete|discard|drop|purge|remove)\s+(?:this|the|all|every)\s+(?:job|order|letter|message|payload|queue)s?\b/i;
const OVERRIDDEN = /\b(?:ignore|disregard|forget|override)\s+(?:all|any|the|your|every|previous|prior|above)\b[^.\n]{0,60}|\byou are now\b[^.\n]{0,40}|<\/?system>/i;
const SET = /\b(?:set|change|update)\s+([\w.]{1,40})\s+(?:to|=)\s*(\S{1,40})/i;

/** Cyrillic letters and the Latin ones that they look like. */
const CYRILLIC = 'асеорхуіѕАВСЕНІКМОРТХ';
const LATIN = 'aceopxyisABCEHIKMOPTX';

/**
 * A model that obeys any instruction that it can see in a prompt, also where it is encoded in base64, percent signs, zero-width
 * characters or letters that look alike: for tests that what an attacker writes does not reach it. Asked without any, it
 * answers `unknown`.
 */
export function gullibleModel(): GullibleModel {
  const obeyed: string[] = [];
  return {
    id: 'gullible',
    obeyed,
    ask: async (question) => {
      const order = readings(question.prompt).map((text) => orderIn(text, question)).find((found) => found !== undefined);
      if (order !== undefined) obeyed.push(order.instruction);
      return {
        kind: 'answered',
        answer: { evidence: order === undefined ? [] : [order.instruction], explanation: order === undefined ? 'Nobody told me what to answer.' : 'I was told so.', verdict: order?.verdict ?? 'unknown', programs: order?.programs ?? [] },
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, milliseconds: 0 },
      };
    },
  };
}

interface Order {
  readonly instruction: string;
  readonly verdict: ModelVerdict;
  readonly programs: readonly ProposedProgram[];
}

function orderIn(text: string, question: ModelQuestion): Order | undefined {
  const set = SET.exec(text);
  const [operation] = question.operations;
  if (set !== null && operation !== undefined) {
    const [instruction, member = '', value = ''] = set;
    return { instruction, verdict: 'repair', programs: [{ operations: [{ operation, path: `/${member.replaceAll('.', '/')}`, argument: value }] }] };
  }
  const instruction = [SHOUTED, ANSWERED, DESTROYED, OVERRIDDEN].map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
  if (instruction === undefined) return undefined;
  return { instruction, verdict: WORDS.find(([pattern]) => pattern.test(instruction))?.[1] ?? 'hopeless', programs: [] };
}

/** A text as it stands, and as somebody who wants to be told something could read it. */
function readings(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '').replaceAll(/[\u0400-\u04ff]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);
  const decoded = [...text.matchAll(/[A-Za-z0-9+/_-]{12,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64').toString('latin1'));
  const percent = text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  const hexadecimal = [...text.matchAll(/(?:[0-9a-f]{2}){8,}/gi)].map(([run]) => Buffer.from(run, 'hex').toString('latin1'));
  return [text, plain, percent, ...decoded, ...hexadecimal];
}
