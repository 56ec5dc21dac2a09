import { setTimeout as pause } from 'node:timers/promises';

const looksAfterMs = [150, 250, 600];

/**
 * Reads a view again for a second while it has nothing. An id that carries our MAC was given out in a
 * 201, so its command is durable: what is missing is not unknown, it is still to be decided.
 *
 * @returns undefined when it is not there even then
 */
export async function untilThere<View>(
  read: () => Promise<View | null | undefined>,
): Promise<View | undefined> {
  for (const ms of looksAfterMs) {
    const view = await read();
    if (view !== null && view !== undefined) return view;
    await pause(ms);
  }
  return (await read()) ?? undefined;
}
