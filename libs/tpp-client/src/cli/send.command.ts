import { Command } from 'commander';
import type { TppAnswer } from '../answer.js';
import { unsealedRefusal } from '../seal/seal-check.js';
import {
  addRequestOptions,
  addSealOptions,
  callOf,
  clientOf,
  sealTrustOf,
} from './request-options.js';
import type { RequestOptions, SealOptions } from './request-options.js';
import { exitCodes, exitCodesHelp, UsageError } from './terminal.js';
import type { Terminal } from './terminal.js';

/** `send METHOD PATH`: signs, sends, prints the answer and the result of its seal check. */
export function sendCommand(terminal: Terminal, end: (code: number) => void): Command {
  const command = new Command('send')
    .description('sign a request, send it, print the answer')
    .argument('<method>', 'GET, POST, …')
    .argument('<path>', 'path and query, such as /v1/user')
    .option('-i, --include', 'print the headers of the answer as well')
    .addHelpText('after', examples);
  return addSealOptions(addRequestOptions(command)).action(
    async (
      method: string,
      path: string,
      options: RequestOptions & SealOptions & { readonly include?: boolean },
    ) => {
      const seal = await sealTrustOf(options);
      const tpp = await clientOf(options, terminal, seal);
      const call = await callOf(method.toUpperCase(), path, options, () => terminal.readStdin());
      let checked = seal ? 'sealed by the bank' : 'seal not checked';
      const answer = await tpp.call(call).catch((error: unknown) => {
        checked = 'not sealed: the bank did not verify the request, or another sent this answer';
        return unsealedRefusal(error) ?? unusable(error);
      });
      terminal.err(`${String(answer.status)}, ${checked}`);
      if (options.include === true) terminal.out(`${headerLines(answer)}\n`);
      if (answer.text !== '') terminal.out(bodyOf(answer, terminal));
      end(answer.status < 400 ? exitCodes.fine : exitCodes.refused);
    },
  );
}

/** A header that undici rejects is wrong usage. */
function unusable(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  throw code === 'UND_ERR_INVALID_ARG' ? new UsageError(message) : error;
}

/** A person gets indented JSON, a program the body as received. */
function bodyOf({ json, text }: TppAnswer, { isInteractive }: Terminal): string {
  return isInteractive && json !== undefined ? JSON.stringify(json, null, 2) : text;
}

function headerLines({ headers }: TppAnswer): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => `${name}: ${one}`),
  );
  return lines.join('\n');
}

const examples = `
Examples, beside npm start:
  nordgate-tpp send GET /v1/sandbox/customers
  nordgate-tpp send POST /v1/payments/norwegian-domestic-credit-transfers \\
      --body examples/curl-tpp/payment.json -H 'PSU-Context: PRIVATE'
  nordgate-tpp send GET /v1/user -H 'PSU-ID: …' -H 'TPP-Session-ID: …'
  nordgate-tpp send GET /v1/user --seal-ca .nordgate/sandbox/ca.pem --bank PSDNO-FSA-900000002
${exitCodesHelp}`;
