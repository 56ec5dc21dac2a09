import { operatedServices } from '@nordgate/contracts/commands';
import type { OperatedService } from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import { OperationPending, OperationRefused } from './operations-client.js';

/** Which customer the services are asked about. */
export interface SubjectQuestion {
  readonly customerId: string;
  readonly services: readonly OperatedService[];
  readonly reason: string;
  readonly keys?: string;
  /** Where the first page begins; with one service only. */
  readonly place?: string;
}

/** The question to one service. */
export interface ServiceQuestion extends Omit<SubjectQuestion, 'services'> {
  readonly service: OperatedService;
}

/** What a service answers, after its last page. */
interface Keyed {
  readonly keys: string;
}

/** The answers of the services as far as they have come, and why others have not. */
export interface SubjectAnswers<Answer> {
  readonly answers: readonly { readonly service: OperatedService; readonly answer: Answer }[];
  /** By which services that were not asked yet find the customer. */
  readonly keys: string;
  readonly pending: readonly string[];
  readonly failed: readonly string[];
}

/** These know by which keys the others find the customer. */
const keyServices: readonly OperatedService[] = ['accounts', 'sca'];

/**
 * Asks one service after the other about a customer. A service that waits for a second person, or gives no answer, is
 * named in the outcome. Without the answers of accounts and sca the others cannot find everything and are not asked.
 *
 * @throws OperationRefused when the first service refuses the request
 */
export async function askServices<Answer extends Keyed>(
  { services, keys: given, ...about }: SubjectQuestion,
  ask: (question: ServiceQuestion) => Promise<Answer>,
): Promise<SubjectAnswers<Answer>> {
  const [first, others] = [keyServices, operatedServices].map((group) =>
    group.filter((one) => services.includes(one)),
  ) as [OperatedService[], OperatedService[]];
  requireKeys(services, given);
  const outcome = new Answers<Answer>(given);
  const askOne = async (service: OperatedService, isFirst: boolean) => {
    const question = { ...about, service, ...defined({ keys: outcome.keys }) };
    await outcome.add(service, isFirst, ask(question));
  };
  for (const service of first) await askOne(service, service === first[0]);
  if (given !== undefined || outcome.answers.length === first.length) {
    const rest = others.filter((one) => !first.includes(one));
    for (const service of rest) await askOne(service, first.length === 0 && service === rest[0]);
  }
  const { answers, keys = '', pending, failed } = outcome;
  return { answers, keys, pending, failed };
}

/** What the services have answered so far. */
class Answers<Answer extends Keyed> {
  readonly answers: { readonly service: OperatedService; readonly answer: Answer }[] = [];
  readonly pending: string[] = [];
  readonly failed: string[] = [];

  constructor(public keys: string | undefined) {}

  /** Takes the answer of a service. Rejects with what the first service refuses, and with unknown errors. */
  async add(service: OperatedService, isFirst: boolean, asked: Promise<Answer>): Promise<void> {
    try {
      const answer = await asked;
      this.answers.push({ service, answer });
      if (answer.keys !== '') this.keys = answer.keys;
    } catch (error) {
      if (error instanceof OperationPending) this.pending.push(error.message);
      else if (error instanceof OperationRefused && !isFirst) {
        this.failed.push(`${service}: ${error.message}`);
      } else throw error;
    }
  }
}

function requireKeys(services: readonly OperatedService[], keys: string | undefined): void {
  const missing = keyServices.filter((one) => !services.includes(one));
  if (keys !== undefined || missing.length === 0) return;
  // Accounts finds the customer by the id alone.
  if (services.length === 1 && services[0] === 'accounts') return;
  throw new OperationRefused(
    `${missing.join(' and ')} are not asked: give the keys of their answers with --keys`,
  );
}
