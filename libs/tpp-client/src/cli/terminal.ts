/** Where a command reads and writes. */
export interface Terminal {
  /** What was asked for: can be piped on. */
  out(text: string): void;
  /** What is said about it. */
  err(text: string): void;
  readStdin(): Promise<Buffer>;
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  async readStdin() {
    const parts: Buffer[] = [];
    for await (const part of process.stdin) parts.push(part as Buffer);
    return Buffer.concat(parts);
  },
};
