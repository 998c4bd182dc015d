import { ShipmentJob, type Shipment } from './scenario.ts';
import { connectionRefused, EmptyFileError } from './world.ts';

/** What the processor needs of its world. */
export interface Surroundings {
  /** True while the other side is down: jobs of the scenario die now. */
  readonly outage: boolean;
  readonly act: (jobId: string, shipment: Shipment) => Promise<void>;
  /** Counts calls by name across processes; returns the new count. */
  readonly count: (name: string) => Promise<number>;
}

/** The scenario's worker: validates, then fails by kind while the outage lasts, and acts once it is over. */
export async function processShipment(jobId: string, data: unknown, world: Surroundings): Promise<void> {
  const shipment = ShipmentJob.parse(data);
  if (shipment.kind === 'empty') throw new EmptyFileError('the file has no content');
  if (world.outage) {
    // The work is done and the answer is lost: the classic case for asking before replaying.
    if (shipment.kind === 'done' && (await world.count(`done-${jobId}`)) === 1) await world.act(jobId, shipment);
    throw connectionRefused();
  }
  // A flaky job dies once more after its first replay, all attempts of it, and then works.
  if (shipment.kind === 'flaky' && (await world.count(`flaky-${jobId}`)) <= 2) throw connectionRefused();
  await world.act(jobId, shipment);
}
