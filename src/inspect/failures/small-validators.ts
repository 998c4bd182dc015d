import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import type { Recogniser, Recognition } from './recogniser.ts';

/** How one library prints what it refuses. */
interface Format {
  readonly library: string;
  /** Classes that only this library throws; empty where the sentence alone tells. */
  readonly classes: readonly string[];
  readonly sentence: RegExp;
  /** What surrounds the value in the sentence: it is cut out before masking. */
  readonly value: RegExp;
}

/** Libraries whose errors are one sentence with the value in it, from their own sources. */
const FORMATS: readonly Format[] = [
  { library: 'arktype', classes: ['TraversalError', 'ArkErrors'], sentence: /^[\w.[\]"-]{1,200} must be [^\n]{1,200} \((?:was|were) /, value: /\((?:was|were) [^\n]{0,400}\)/g },
  { library: 'superstruct', classes: ['StructError'], sentence: /^(?:At path: [^\n]{1,200} -- )?Expected [^\n]{1,200}, but received: /, value: /but received: [^\n]{0,400}/g },
  { library: 'effect', classes: ['ParseError', 'SchemaError'], sentence: /└─ [^\n]{1,400}\n? {0,40}(?:└─ )?(?:Expected |is missing|is unexpected)|^Expected [^\n]{1,200}, (?:actual|got) /, value: /, (?:actual|got) [^\n]{0,400}/g },
  { library: 'io-ts', classes: [], sentence: /^(?:[^\n]{0,80}[:\n] ?)?Invalid value [^\n]{1,400} supplied to (?:: |\/)/, value: /Invalid value [^\n]{1,400}? supplied to /g },
  { library: 'typebox', classes: ['TransformDecodeCheckError', 'TransformEncodeCheckError', 'AssertError', 'ValueAssertError'], sentence: /^(?:Expected |Unable to (?:decode|encode) |Required property|Unexpected property)/, value: /(?!)/g },
  { library: 'jsonschema', classes: ['ValidatorResultError', 'ValidationError'], sentence: /^instance(?:[.[][^\s]{1,200})? (?:is not |does not |requires |must |has |additionalProperty )/, value: /(?!)/g },
  // Variables are judged before anything of the request is carried out (GraphQL specification, 6.1.2).
  { library: 'graphql', classes: [], sentence: /^(?:[^\n"$]{0,80}: )?Variable "\$\w{1,80}" (?:got invalid value |of (?:required|non-null) type )/, value: /got invalid value [^\n]{0,400}?(?=; | at "\w)/g },
];

/** ArkType, Superstruct, Effect Schema, io-ts, TypeBox, jsonschema, GraphQL's variables. */
export const SMALL_VALIDATOR_RECOGNISERS: readonly Recogniser[] = FORMATS.map((format) => (text: FailureText) => recognise(format, text));

function recognise({ library, classes, sentence, value }: Format, { errorClass, message }: FailureText): Recognition | undefined {
  const thrown = classes.length === 0 || classes.includes(errorClass);
  return thrown && sentence.test(message) ? { library, template: mask(message.replace(value, '<value>').replace(/\[\d{1,12}\]/g, '[*]')) } : undefined;
}
