import type { OutageTable } from './outage-kind.ts';

/** gRPC by the name of the status. What failed while connecting is told by the phase. */
export const GRPC_OUTAGES: OutageTable = {
  UNAVAILABLE: { kind: 'cut', what: 'the service was unavailable' },
  DEADLINE_EXCEEDED: { kind: 'cut', what: 'no answer came in time' },
  TRANSPORT: { kind: 'cut', what: 'the connection was closed under the call' },
  RESOURCE_EXHAUSTED: { kind: 'refused', what: 'the service turned the call away for now' },
  ABORTED: { kind: 'rolled-back', what: 'a concurrent change made the service undo the call' },
};
