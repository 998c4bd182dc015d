import type { OutageTable } from './outage-kind.ts';

/** Kafka by the names of its protocol: which of its errors leave nothing in the log. */
export const KAFKAJS_OUTAGES: OutageTable = {
  LEADER_NOT_AVAILABLE: { kind: 'refused', what: 'the partition had no leader' },
  NOT_LEADER_FOR_PARTITION: { kind: 'refused', what: 'the partition had just got another leader' },
  FENCED_LEADER_EPOCH: { kind: 'refused', what: 'the partition had just got another leader' },
  BROKER_NOT_AVAILABLE: { kind: 'refused', what: 'the broker was not available' },
  REPLICA_NOT_AVAILABLE: { kind: 'refused', what: 'the replica was not available' },
  LISTENER_NOT_FOUND: { kind: 'refused', what: 'the leader could not be reached yet' },
  GROUP_COORDINATOR_NOT_AVAILABLE: { kind: 'refused', what: 'the coordinator was not available' },
  GROUP_LOAD_IN_PROGRESS: { kind: 'refused', what: 'the coordinator was starting' },
  NOT_COORDINATOR_FOR_GROUP: { kind: 'refused', what: 'the group had just got another coordinator' },
  REBALANCE_IN_PROGRESS: { kind: 'refused', what: 'the group was rebalancing' },
  NOT_ENOUGH_REPLICAS: { kind: 'refused', what: 'too few replicas were in step, so the broker took nothing' },
  THROTTLING_QUOTA_EXCEEDED: { kind: 'refused', what: 'the broker asked for fewer requests' },
  DISCONNECTED: { kind: 'not-sent', what: 'the client was not connected' },
  CONNECTION_TIMEOUT: { kind: 'not-sent', what: 'the connection was not opened in time' },
  LOOKUP_TIMED_OUT: { kind: 'not-sent', what: 'a broker did not answer before anything was produced' },
  REQUEST_TIMED_OUT: { kind: 'cut', what: 'no answer came in time' },
  NOT_ENOUGH_REPLICAS_AFTER_APPEND: { kind: 'cut', what: 'too few replicas confirmed the message' },
  NETWORK_EXCEPTION: { kind: 'cut', what: 'the connection was lost' },
};
