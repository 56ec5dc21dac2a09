import { AnyText, Optional, Path, SmtpAddress } from '@nordgate/contracts/fields';
import type { TppContact } from '@nordgate/contracts/queries';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { mountedText, readSettings, SettingsError } from '@nordgate/service/settings';

/** A message about maintenance for the contact of one TPP. */
export interface Notice {
  readonly tppId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The message to a TPP about a window, with its times in UTC as GET /v1/status has them. */
export function noticeOf(
  { tppId, email: to }: Pick<TppContact, 'tppId' | 'email'>,
  { from, until, readsGoOn }: MaintenanceWindow,
): Notice {
  const reads = readsGoOn
    ? 'Requests that only read are answered meanwhile. All others are answered 503 with Retry-After.'
    : 'All requests are answered 503 with Retry-After meanwhile.';
  const text = [
    `We are going to maintain the interface from ${from} until ${until} at the latest (UTC).`,
    `${reads} Nothing that the bank has received is lost.`,
    'The pages on which customers approve are closed, and payments are executed after the end.',
    '',
    'GET /v1/status of the interface says how it stands. It needs no signature.',
    '',
    `This notice goes to the contact that ${tppId} has registered with PUT /v1/tpp/contact.`,
  ].join('\n');
  return { tppId, to, subject: `Planned maintenance from ${from}`, text };
}

/** The environment variables of notices by mail. Without them the command sends none. */
export class MailSettings {
  /** Server for notices: smtps://host:465, or smtp://host:587, where TLS is demanded unless it is on this machine. */
  @Optional()
  @SmtpAddress()
  OPERATOR_MAIL_URL?: string;

  /** The address that notices come from. */
  @Optional()
  @AnyText()
  OPERATOR_MAIL_FROM?: string;

  /** File with the password of the user in the address of the server. */
  @Optional()
  @Path()
  OPERATOR_MAIL_PASSWORD_FILE?: string;
}

/** Sends messages, one at a time. */
interface Mailer {
  /** What the server said against a message; undefined for one that it took. */
  send(notice: Notice): Promise<string | undefined>;
  close(): void;
}

/** What a mail server has to say within this time. */
const timeoutMs = 20_000;

/** The mailer of the settings. Rejects with SettingsError where mail is off, or its password cannot be read. */
export async function mailerOf(env: NodeJS.ProcessEnv): Promise<Mailer> {
  const settings = readSettings(MailSettings, env);
  const { OPERATOR_MAIL_URL: url, OPERATOR_MAIL_FROM: from } = settings;
  if (url === undefined || from === undefined) {
    throw new SettingsError('mail is off: set OPERATOR_MAIL_URL and OPERATOR_MAIL_FROM');
  }
  const { protocol, hostname, port, username } = new URL(url);
  const auth = username === '' ? {} : { auth: await accountOf(username, settings) };
  // Loaded here: no other command needs it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: hostname,
    ...(port !== '' && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: !isLoopback(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...auth,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to, subject, text });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    close: () => void transport.close(),
  };
}

async function accountOf(
  username: string,
  { OPERATOR_MAIL_PASSWORD_FILE: file }: MailSettings,
): Promise<{ readonly user: string; readonly pass: string }> {
  if (file === undefined) {
    throw new SettingsError('OPERATOR_MAIL_URL names a user: set OPERATOR_MAIL_PASSWORD_FILE');
  }
  const pass = await mountedText(file, 'OPERATOR_MAIL_PASSWORD_FILE');
  return { user: decodeURIComponent(username), pass };
}

const isLoopback = (host: string) => host === '127.0.0.1' || host === 'localhost';
