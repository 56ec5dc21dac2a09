import type { Bus, Message, Reply } from '@nordgate/messaging';

/** A bus on which every command is durable and decided at once, as received. */
export class ImmediateBus implements Bus {
  readonly system = 'memory';
  /** The commands that were sent. */
  readonly sent: Message[] = [];
  /** The number of sent commands, also when they are not kept. */
  count = 0;
  private receive: (reply: Reply) => void = () => undefined;

  /** @param keep keeps the commands in `sent` */
  constructor(private readonly keep = true) {}

  publish(_topic: string, messages: readonly Message[]): Promise<void> {
    this.count += messages.length;
    if (this.keep) this.sent.push(...messages);
    for (const message of messages) {
      const commandId = message.headers['ce_id'] ?? '';
      const fingerprint = fingerprintIn(message.value);
      const reply = { commandId, outcome: { transactionStatus: 'RCVD', fingerprint } };
      queueMicrotask(() => this.receive(reply));
    }
    return Promise.resolve();
  }

  openReplies(receive: (reply: Reply) => void) {
    this.receive = receive;
    return Promise.resolve({ address: 'here', close: () => Promise.resolve() });
  }

  consume = () => Promise.resolve({ stop: () => Promise.resolve() });
  noteEnd = () => Promise.resolve(() => Promise.resolve(true));
  reply = () => undefined;
  close = () => Promise.resolve();
}

/** The fingerprint in the data of a creating command, without parsing all of it. */
const fingerprintIn = (value: string) => /"fingerprint":"([\w-]+)"/u.exec(value)?.[1];
