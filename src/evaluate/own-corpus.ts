import { fileURLToPath } from 'node:url';

/** The file of letters that mendq ships. It stands beside the sources and, in the package, beside the compiled code. */
export function ownCorpus(): string {
  return fileURLToPath(new URL('../../corpus/letters.jsonl', import.meta.url));
}
