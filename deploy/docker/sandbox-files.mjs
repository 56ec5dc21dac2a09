// Makes the secrets and certificates of a sandbox in a folder, for the user of the images. What exists stays. Runs
// in an image of the bank, in its folder /app: node sandbox-files.mjs <folder>
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';

const user = 65532;
const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node sandbox-files.mjs <folder>');

await makeSecrets(join(folder, 'secrets'), join(folder, 'operator'));
for (const name of ['trust', 'tpp']) await mkdir(join(folder, name), { recursive: true });
if ((await readFile(join(folder, 'trust/ca.pem'), 'utf8').catch(() => '')) === '') await certify();
if (process.getuid?.() === 0) await handOver(folder);

/** A CA that the bank trusts, and a TPP of the developer. */
async function certify() {
  const year = 365 * 86_400_000;
  const validity = {
    validFrom: new Date(Date.now() - 3_600_000),
    validTo: new Date(Date.now() + year),
  };
  const ca = await issueSandboxCa({
    ...{ ...validity, country: 'NO' },
    ...{ commonName: 'Nordgate Sandbox CA', organisation: 'Nordgate Sandbox' },
  });
  const tpp = await issueTppSeal({
    ...{ ...validity, ca, country: 'NO', roles: ['PSP_PI', 'PSP_AI'] },
    ...{ commonName: 'Demo TPP', organisation: 'Demo TPP AS' },
    organizationIdentifier: 'PSDNO-FSA-900000001',
  });
  await writeFile(join(folder, 'tpp/demo-tpp.pem'), tpp.certificate);
  await writeFile(join(folder, 'tpp/demo-tpp.key.pem'), tpp.key, { mode: 0o600 });
  // The console signs test certificates with it.
  await writeFile(join(folder, 'tpp/ca.key.pem'), ca.key, { mode: 0o600 });
  await writeFile(join(folder, 'trust/ca.pem'), ca.certificate);
}

async function handOver(path) {
  await chown(path, user, user);
  for (const entry of await readdir(path, { recursive: true })) {
    await chown(join(path, entry), user, user);
  }
}
