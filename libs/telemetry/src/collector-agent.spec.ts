import { execFileSync } from 'node:child_process';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CollectorAgent } from './collector-agent.js';

/** A key and its certificate for loopback, as one PEM text. */
function selfSigned(name: string): string {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', ...key, '-days', '1', ...subject, '-keyout', '-', '-out', '-'];
  return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

const certificateIn = (pem: string) => `${pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'))}\n`;

it('checks the certificate of the Collector with the authorities of now', async () => {
  const [pem, other] = [selfSigned('collector'), selfSigned('other')];
  const collector = createServer({ cert: pem, key: pem }, (_request, answer) => answer.end('{}'));
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  const { port } = collector.address() as AddressInfo;
  const authorities = { value: certificateIn(other) };
  const agent = new CollectorAgent(authorities);
  const send = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, agent, method: 'POST' }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
      });
      sent.once('error', reject);
      sent.end('{}');
    });
  await expect(send()).rejects.toThrow();
  authorities.value = certificateIn(other) + certificateIn(pem);
  expect(await send()).toBe(200);
  authorities.value = certificateIn(other);
  collector.closeAllConnections();
  await expect(send()).rejects.toThrow();
  agent.destroy();
  collector.close();
});
