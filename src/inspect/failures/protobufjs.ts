import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** What `Type.verify` says of a member: `samples: integer expected`, `lines.qty: enum value expected`. */
const COMPLAINT = /^([^\n]{0,100}: )?([A-Za-z_$][\w$.]{0,199}): ((?:integer(?:\|Long)?(?: key)?|number|string|boolean(?: key)?|buffer|array|object|enum value) expected)$/;
const ROOT = /^([^\n]{0,100}: )?(object expected)$/;
/** Decoding fails where a required member is absent. */
const REQUIRED = /^missing required '([\w$.]{1,200})'$/;

/** protobuf.js, whose `verify` returns a sentence that applications throw. */
export function recogniseProtobufjs({ errorClass, message }: FailureText): Recognition | undefined {
  const complaint = COMPLAINT.exec(message);
  if (complaint !== null) return { library: 'protobufjs', template: complaintTemplate(complaint[1] ?? '', [`${maskedPath(complaint[2] ?? '')}: ${complaint[3] ?? ''}`]) };
  const required = REQUIRED.exec(message)?.[1];
  if (errorClass === 'ProtocolError' && required !== undefined) return { library: 'protobufjs', template: `missing required ${maskedPath(required)}` };
  const root = ROOT.exec(message);
  return root === null ? undefined : { library: 'protobufjs', template: complaintTemplate(root[1] ?? '', ['object expected']) };
}
