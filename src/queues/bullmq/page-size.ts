/** Letters in a page where the caller does not say. */
export const PAGE_LETTERS = 100;

/** Most bytes of bodies and stacks in a page: 32 MiB. One letter is always given. */
export const PAGE_BYTES = 32 * 1024 * 1024;

/** How many of `sizes` fit into one page, at least one where there are any. */
export function fitting(sizes: readonly number[]): number {
  let bytes = 0;
  for (const [index, size] of sizes.entries()) {
    bytes += size;
    if (bytes > PAGE_BYTES && index > 0) return index;
  }
  return sizes.length;
}
