import { attributeNames, instrumentsOf } from '@nordgate/telemetry';

/** What a member of a consumer group has not handled. */
export interface ConsumerLag {
  readonly messages: number;
  /** Age of the oldest message; 0 when none waits. */
  readonly seconds: number;
}

interface Member {
  readonly topic: string;
  readonly group: string;
}

/** Shows the lag of this member. The lag of the group is the sum, or the maximum, over its members. */
export function recordLag(member: Member, { messages, seconds }: ConsumerLag): void {
  instrumentsOf().consumerLagMessages.record(messages, labelsOf(member));
  instrumentsOf().consumerLagSeconds.record(seconds, labelsOf(member));
}

/** The lag of this member is not known. */
export function forgetLag(member: Member): void {
  instrumentsOf().consumerLagMessages.forget(labelsOf(member));
  instrumentsOf().consumerLagSeconds.forget(labelsOf(member));
}

function labelsOf({ topic, group }: Member): Record<string, string> {
  return { [attributeNames.consumerGroup]: group, [attributeNames.destination]: topic };
}

/** Seconds since a moment, 0 for the future: clocks of processes differ. */
export function secondsSince(atMs: number): number {
  return Math.max(0, Date.now() - atMs) / 1000;
}
