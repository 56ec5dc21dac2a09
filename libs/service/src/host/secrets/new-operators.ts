import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueLocalAuthority, issueOperatorCertificate } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { authorityFile, personFiles } from '../../operations/people/operator-trust.js';
import { writePrivateFile } from './private-file.js';

/** The persons of a bank on one machine: the second one confirms what the first one proposes. */
const localOperators = [
  { name: 'operator', role: 'operator' },
  { name: 'colleague', role: 'operator' },
] as const;

/**
 * Makes an authority, and the certificates of two operators, for a bank on one machine. Existing files stay.
 *
 * @param folder where services find the authority
 * @param operatorFolder where the operator's command finds the certificates
 */
export async function makeOperators(folder: string, operatorFolder = folder): Promise<void> {
  const people = join(operatorFolder, 'people');
  await mkdir(people, { recursive: true, mode: 0o700 });
  const own = {
    certificate: join(people, 'authority.pem'),
    key: join(people, 'authority.key.pem'),
  };
  const authority = await made(own, () =>
    issueLocalAuthority({ name: 'Operators', ...validity() }),
  );
  const known = join(folder, authorityFile);
  if (!(await exists(known))) await writePrivateFile(known, authority.certificate);
  for (const { name, role } of localOperators) {
    await made(personFiles(operatorFolder, name), () =>
      issueOperatorCertificate({ authority, name, role, ...validity() }),
    );
  }
}

/** Longer than anybody keeps a data folder of one machine. */
const days = 7300;
const hourMs = 3_600_000;

function validity() {
  const now = Date.now();
  // Clocks of tests and processes may differ.
  return { validFrom: new Date(now - hourMs), validTo: new Date(now + days * 24 * hourMs) };
}

/** The certificate is written last: where it exists, its key does, too. */
async function made(
  files: { readonly certificate: string; readonly key: string },
  issue: () => Promise<IssuedPem>,
): Promise<IssuedPem> {
  if (!(await exists(files.certificate))) {
    const { certificate, key } = await issue();
    await writePrivateFile(files.key, key);
    await writePrivateFile(files.certificate, certificate);
  }
  const [certificate, key] = await Promise.all([
    readFile(files.certificate, 'utf8'),
    readFile(files.key, 'utf8'),
  ]);
  return { certificate, key };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
