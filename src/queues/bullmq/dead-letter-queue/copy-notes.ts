/** Remembers of which jobs copies were made, so that a job's copies are found again without reading all. */
export class CopyNotes {
  readonly #jobs = new Map<string, string>();

  note(copyId: string, jobId: string): void {
    this.#jobs.set(copyId, jobId);
  }

  /** Copies that are known to be made of one of the jobs. */
  copiesOf(jobIds: ReadonlySet<string>): readonly string[] {
    return [...this.#jobs].flatMap(([copyId, jobId]) => (jobIds.has(jobId) ? [copyId] : []));
  }

  /** Forgets copies for which `isThere` is false. */
  keep(isThere: (copyId: string) => boolean): void {
    for (const copyId of this.#jobs.keys()) if (!isThere(copyId)) this.#jobs.delete(copyId);
  }
}
