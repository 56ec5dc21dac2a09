import { setTimeout as delay } from 'node:timers/promises';

const retryDelaysMs = [150, 250, 600];

/**
 * Reads a view, and reads it again for one second while it is empty. A public id carries our MAC and
 * was returned in a 201, so its command is durable: a missing view means that the command is not
 * decided yet.
 *
 * @returns undefined when the view is still empty after one second
 */
export async function untilThere<View>(
  read: () => Promise<View | null | undefined>,
): Promise<View | undefined> {
  for (const ms of retryDelaysMs) {
    const view = await read();
    if (view !== null && view !== undefined) return view;
    await delay(ms);
  }
  return (await read()) ?? undefined;
}
