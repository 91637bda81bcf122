/** Sends mail by SMTP (`SMTP_URL`), or writes it to the folder `outbox`. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { createFailure } from '../failure/catalogue.ts';
import type { Failure } from '../failure/failure.ts';
import type { Settings } from '../settings/settings.ts';
import { mailFailureOf } from './mailFailure.ts';

/** A mail to one person. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * A sender of mails. `send` resolves when the SMTP server has accepted the mail or the outbox file is written; throws 409 if the SMTP server permanently
 * refuses the address of the recipient, otherwise 503, as `Unanswered` if it may have accepted the mail.
 */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}

/** A way for mails to leave; `failureOf` returns the failure for an error of `send`. */
interface Transport extends Mailer {
  readonly failureOf: (error: unknown) => Failure;
}

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PRODUCT' | 'publicUrl'>;

/**
 * SMTP timeouts in ms. Attempts to reach a server end soon, because a user waits for the response. A server that has the content may scan it for ten minutes
 * (RFC 5321, 4.5.3.2.6): a mail that is given up earlier could still arrive, with a link that was withdrawn. Source: MAIL4.
 */
const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 600_000 } as const;

// Imported with the first mail, since the library adds 170 ms to the start.
const nodemailer = async () => (await import('nodemailer')).default;

function envelopeOf({ to, subject, text, html }: Mail, { MAIL_FROM, PRODUCT, publicUrl }: MailSettings, at: number): SendMailOptions {
  const address = MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`;
  // nodemailer must not read content from files or URLs named in the mail.
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

/** Maximum number of mails in the folder; beyond it the oldest ones, whose links have expired, are deleted. */
const MAX_MAILS = 1_000;

async function deleteOldest(folder: string): Promise<void> {
  // The file names begin with the time.
  const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted();
  for (const name of mails.slice(0, -MAX_MAILS))
    for (const ending of ['.eml', '.txt']) await rm(path.join(folder, name.replace(/\.eml$/, ending)), { force: true });
}

/**
 * Creates a mailer that writes each mail to an `.eml` file, and its text to a `.txt` file, in which links are not broken by the encoding of mails. Writes under
 * a hidden name and renames, so that readers only see complete mails.
 */
function outbox(settings: MailSettings, now: () => number): Transport {
  const folder = path.join(settings.DATA_DIR, 'outbox');
  return {
    failureOf: () => createFailure('mailNotSent'),
    send: async (mail) => {
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true });
      const { message } = await composer.sendMail(envelopeOf(mail, settings, now()));
      const name = `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomUUID()}`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The mail contains an account link, so only the server's OS user may read it.
      await writeFile(path.join(folder, `${name}.txt`), mail.text, { mode: 0o600 });
      await writeFile(path.join(folder, `.${name}`), message, { mode: 0o600 });
      await rename(path.join(folder, `.${name}`), path.join(folder, `${name}.eml`));
      await deleteOldest(folder);
    },
  };
}

const smtp = (url: string, settings: MailSettings, now: () => number): Transport => ({
  failureOf: mailFailureOf,
  send: async (mail) => {
    const transport = (await nodemailer()).createTransport({ url, ...PATIENCE });
    await transport.sendMail(envelopeOf(mail, settings, now()));
  },
});

/** Creates a mailer for `SMTP_URL`, or for the folder `outbox` of the data folder. `failed` receives the error code of a failed mail. */
export function createMailer(settings: MailSettings, now: () => number, failed: (reason: string) => void): Mailer {
  const transport = settings.SMTP_URL === undefined ? outbox(settings, now) : smtp(settings.SMTP_URL, settings, now);
  return {
    send: async (mail) => {
      try {
        await transport.send(mail);
      } catch (error) {
        // Only the code is passed on, since the server's error message may contain the address.
        failed(error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
        throw transport.failureOf(error);
      }
    },
  };
}
