import { readFileSync } from 'node:fs';
import { sandboxBounds } from '@nordgate/contracts/rules';
import { RequestError } from '../../reply/request-error.js';
import { errorBodyOf } from '../../reply/tpp-messages.js';
import { customerIdOf, requireDecided, sandboxIdOf, unknownInSandbox } from './by-hand.js';

const core = readFileSync(
  new URL('../../../../../libs/contracts/schemas/core.json', import.meta.url),
  'utf8',
);
/** The forms of ids in the reports of a core that a path of the sandbox may name. */
const reported = [
  ...core.matchAll(/"(customerId|accountId|agreementId)": \{[^{}]*?"pattern": ("[^"]*")/gu),
].map(([, member, pattern]) => [member, JSON.parse(pattern ?? '""') as string] as const);

const uuid = '0123abcd-0123-4abc-8abc-0123456789ab';
const noIds = ['', 'a'.repeat(65), 'a b', 'a/b', 'a\u0000', '../x', 'é'];

const world = { generation: 3 };

describe('an id in a path of the sandbox', () => {
  it('has forms to be judged by in the reports of a core', () => {
    const members = new Set(reported.map(([member]) => member));
    expect([...members].sort()).toEqual(['accountId', 'agreementId', 'customerId']);
  });

  it.each(reported)('is read when it may be %s of a core: %s', (member, pattern) => {
    const idOf = member === 'customerId' ? customerIdOf : sandboxIdOf;
    const texts = ['customer-1', 'C_1', 'a'.repeat(64), uuid];
    const fitting = texts.filter((text) => new RegExp(pattern, 'u').test(text));
    expect(fitting).toContain(uuid);
    expect(fitting.map((text) => idOf(text, world))).toEqual(fitting.map((text) => `${text}.3`));
  });

  it.each(noIds)('is unknown for %j, which is no id', (text) => {
    expect(() => customerIdOf(text, world)).toThrow(unknownInSandbox());
    expect(() => sandboxIdOf(text, world)).toThrow(unknownInSandbox());
  });

  it('is unknown to a change when only a core may give it', () => {
    expect(() => sandboxIdOf('customer-1', world)).toThrow(unknownInSandbox());
  });
});

describe('a command by hand that is beyond a bound', () => {
  it.each(Object.entries(sandboxBounds))('is 409 and names the bound %s', (text, max) => {
    const refused = () =>
      requireDecided({ is: 'refused', refusal: { refused: 'CONFLICT', text } }, 'sandbox.engaged');
    expect(refused).toThrow(RequestError);
    try {
      refused();
    } catch (error) {
      const { status, faults } = error as RequestError;
      const [message] = errorBodyOf(faults, 'en').tppMessages;
      expect(status).toBe(409);
      expect(message).toMatchObject({ code: 'CONFLICT' });
      expect(message?.text).toContain(`at most ${String(max)} `);
    }
  });
});
