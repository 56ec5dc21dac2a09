/** Where the replies of one instance arrive: its partition of the reply topic, and its own name. */
export interface ReplyAddress {
  readonly partition: number;
  readonly instance: string;
}

/** The address as it travels in the header of a command. */
export function replyAddress({ partition, instance }: ReplyAddress): string {
  return `${String(partition)}/${instance}`;
}

/** The address in a header; undefined when it is none. */
export function replyAddressIn(text: string, partitions: number): ReplyAddress | undefined {
  const found = /^(\d{1,4})\/([\w-]{1,64})$/.exec(text);
  const partition = Number(found?.[1]);
  const instance = found?.[2];
  return instance === undefined || partition >= partitions ? undefined : { partition, instance };
}
