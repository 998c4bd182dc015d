/** A document type stands before the root element, behind nothing but declarations and comments. */
const PROLOG = /^\uFEFF?\s{0,64}(?:<\?xml[^>]{0,200}\?>\s{0,64})?(?:<!--[^>]{0,400}-->\s{0,64}){0,4}<!doctype\s/i;
/** An entity that reads what the document does not hold. A module of a document type (`%`) from a server is none: DocBook and others have them. */
const READS_FILE = /<!entity\s{1,8}(?:%\s{1,8})?[\w.:-]{1,60}\s{1,8}system\s{1,8}["'](?:file:|php:|expect:|gopher:|netdoc:|jar:|dict:|ftp:|\/etc\/|c:\\)/i;
const READS_SERVER = /<!entity\s{1,8}[\w.:-]{1,60}\s{1,8}system\s{1,8}["']https?:\/\/[^"']{1,400}["']\s{0,8}>/i;
const INNER_ENTITY = /<!entity\s{1,8}(?:%\s{1,8})?([\w.:-]{1,60})\s{1,8}(?:"([^"]{0,1024})"|'([^']{0,1024})')/gi;
const REFERENCE = /[&%]([\w.:-]{1,60});/g;
/** So many layers, each of which repeats the one before, no document of a person has; some more, and it is larger than any memory. */
const LAYERS = 3;
const SAMPLE = 16 * 1024;

/** True where the document declares entities that read files or servers, or that repeat each other without measure. */
export function isHostileXml(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return PROLOG.test(sample) && (READS_FILE.test(sample) || READS_SERVER.test(sample) || growsWithoutEnd(sample));
}

function growsWithoutEnd(text: string): boolean {
  const layers = new Map<string, number>();
  for (const [, name = '', double, single] of text.matchAll(INNER_ENTITY)) {
    const layer = layerOf(double ?? single ?? '', layers);
    if (layer >= LAYERS) return true;
    layers.set(name, layer);
  }
  return false;
}

/** One more than the highest layer that the entity repeats. */
function layerOf(value: string, layers: ReadonlyMap<string, number>): number {
  const seen = new Set<string>();
  let highest = 0;
  for (const [, name = ''] of value.matchAll(REFERENCE)) {
    if (seen.has(name)) highest = Math.max(highest, layers.get(name) ?? 0);
    seen.add(name);
  }
  return highest + 1;
}
