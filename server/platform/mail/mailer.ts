import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { Failure } from '../failure.ts';
import type { Settings } from '../settings.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. `send` resolves once the mail server, or the outbox, has taken the mail; throws 503 otherwise. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PRODUCT' | 'publicUrl'>;

/** A person waits for the answer: a mail server that says nothing for so long has not taken the mail, ms. */
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 } as const;

const notTaken = () => new Failure(503, 'Unavailable', 'The mail could not be sent. Try again later.');

// Loaded with the first mail: the library costs the start 170 ms.
const nodemailer = async () => (await import('nodemailer')).default;

function envelopeOf({ to, subject, text, html }: Mail, { MAIL_FROM, PRODUCT, publicUrl }: MailSettings, at: number): SendMailOptions {
  const address = MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  // Nothing of a mail is ever read from a file or an address that it names.
  return {
    from: { name: PRODUCT, address },
    to: { ...to },
    date: new Date(at),
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Writes each mail into a file that a mail program opens. Under another name first: who watches the folder sees whole mails only. */
function outbox(settings: MailSettings, now: () => number): Mailer {
  const folder = path.join(settings.DATA_DIR, 'outbox');
  return {
    send: async (mail) => {
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(envelopeOf(mail, settings, now()));
      const name = `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomUUID()}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The link in it is a key to an account: for the server's own user alone.
      await writeFile(path.join(folder, `.${name}`), message, { mode: 0o600 });
      await rename(path.join(folder, `.${name}`), path.join(folder, `${name}.eml`));
    },
  };
}

const smtp = (url: string, settings: MailSettings, now: () => number): Mailer => ({
  send: async (mail) => {
    const transport = (await nodemailer()).createTransport({ url, ...PATIENCE });
    await transport.sendMail(envelopeOf(mail, settings, now()));
  },
});

/** Sends through `SMTP_URL`, or writes into the folder `outbox` of the data folder. `failed` gets the error code of a mail that was not sent. */
export function createMailer(settings: MailSettings, now: () => number, failed: (reason: string) => void): Mailer {
  const transport = settings.SMTP_URL === undefined ? outbox(settings, now) : smtp(settings.SMTP_URL, settings, now);
  return {
    send: async (mail) => {
      try {
        await transport.send(mail);
      } catch (error) {
        // The message of a mail server may repeat the address; its code does not.
        failed(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
        throw notTaken();
      }
    },
  };
}
