/** Room that a wrapper may take beside the longest body: its stacks, above all. */
export const WRAPPER_BYTES = 256 * 1024;
