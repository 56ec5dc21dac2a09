import { TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { answerFaults } from './answer-faults.js';
import { InterfaceDescription } from './interface-description.js';

/** The bank answered otherwise than its description promises. */
export class NotAsDescribed extends Error {
  override readonly name = 'NotAsDescribed';
}

/**
 * A TPP that holds every answer against the description that the bank serves: a status, header or
 * member that is not described is a fault. Tests, the demo and chaos call with nothing else.
 */
export class DescribedTpp extends TppClient {
  /** @throws NotAsDescribed, and whatever {@link TppClient.send} throws */
  override async send(
    method: TppCall['method'],
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<TppAnswer> {
    const answer = await super.send(method, path, headers, body);
    const description = await InterfaceDescription.of(this.options.baseUrl);
    const faults = answerFaults(description, { method, target: path }, answer);
    if (faults.length > 0) {
      const { status, text } = answer;
      const what = `${method} ${path} was answered ${String(status)} ${text}`;
      throw new NotAsDescribed([what, ...faults].join('\n'));
    }
    return answer;
  }
}
