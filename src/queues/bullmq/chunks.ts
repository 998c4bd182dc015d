/** Most orders and bytes that one atomic step carries: while a script runs, Redis serves nobody else. */
const CHUNK_ORDERS = 100;
const CHUNK_BYTES = 8 * 1024 * 1024;

/** Splits orders into chunks for one atomic step each, in order. An order above the size limit travels alone. */
export function chunksOf<Order>(orders: readonly Order[], bytesOf: (order: Order) => number): readonly (readonly Order[])[] {
  const chunks: Order[][] = [];
  let bytes = 0;
  for (const order of orders) {
    const size = bytesOf(order);
    const chunk = chunks.at(-1);
    if (chunk === undefined || chunk.length >= CHUNK_ORDERS || bytes + size > CHUNK_BYTES) {
      chunks.push([order]);
      bytes = size;
    } else {
      chunk.push(order);
      bytes += size;
    }
  }
  return chunks;
}
