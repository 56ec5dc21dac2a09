import type { StreamCategory } from '../rules/streams.js';

/** What is agreed about one command: who decides it, what it carries, what its sender gets back. */
export interface CommandContract<Category extends StreamCategory, Data, Receipt = null> {
  /** The category of the stream that the command is for. */
  readonly stream: Category;
  readonly data: Data;
  /** The reply to the sender of a command that is not refused. */
  readonly receipt: Receipt;
}
