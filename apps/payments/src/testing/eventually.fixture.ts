import { setTimeout as pause } from 'node:timers/promises';

const attemptsMax = 400;
const pauseMs = 25;

/** Reads until the answer is as wanted, or gives the last one for the test to judge. */
export async function eventually<Answer>(
  read: () => Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await read();
    if (isWanted(answer) || attempt === attemptsMax) return answer;
    await pause(pauseMs);
  }
}
