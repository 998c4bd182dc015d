/** The words of a name: `fileName`, `file_name` and `file-name` have the same. */
export function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, 128)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
