/** Resolves once `isTrue` holds; rejects after 30 s. A question that fails counts as a no. */
export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`waited 30 s in vain until ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}
