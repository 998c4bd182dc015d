import { mask } from '../mask.ts';

const MOST_COMPLAINTS = 32;
const COMPLAINT_CHARACTERS = 200;
const TEMPLATE_CHARACTERS = 1024;

/**
 * The template of several complaints about one payload: each once, in a fixed order, behind the masked words of the
 * application. Failures of one kind get the same, however many elements fail and in whatever order a library tells them.
 */
export function complaintTemplate(prefix: string, complaints: readonly string[]): string {
  const distinct = [...new Set(complaints.slice(0, MOST_COMPLAINTS).map((complaint) => complaint.slice(0, COMPLAINT_CHARACTERS)))].toSorted();
  return [mask(prefix), distinct.join(', ')].filter((part) => part !== '').join(' ').slice(0, TEMPLATE_CHARACTERS);
}

/** A path as libraries print it (`lines[0].qty`, `lines.0.qty`, `/lines/0/qty`) without the indices, and with ids in it masked. */
export function maskedPath(path: string): string {
  const general = path.slice(0, COMPLAINT_CHARACTERS).replace(/\[\d{1,12}\]|(?<=^|[./])\d{1,12}(?=$|[./])/g, '[*]');
  return general.split(/(?<=[./])/).map((part) => (/\d/.test(part) ? mask(part) : part)).join('');
}
