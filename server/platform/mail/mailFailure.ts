/** Maps the errors of nodemailer to the failures of a mail. */

import { z } from '#contract/schema';
import { createFailure, failures } from '../failure/catalogue.ts';
import { type Failure, Unanswered } from '../failure/failure.ts';

const text = z.catch(z.nullish(z.string()), null);

/** The parts of an error of nodemailer: the kind of failure, the command at which it occurred, and the answer of the mail server, if there is one. */
const smtpError = z.catch(
  z.looseObject({
    code: text,
    /** The code of the system, which nodemailer replaces by `code`. */
    originalCode: text,
    timeoutType: text,
    command: text,
    responseCode: z.catch(z.nullish(z.number()), null),
    response: text,
  }),
  {},
);
type SmtpError = z.infer<typeof smtpError>;

/** Errors that occur before the content of a mail is sent: name lookup, TLS, login, addresses. */
const BEFORE_CONTENT: ReadonlySet<string> = new Set(['EDNS', 'ETLS', 'EAUTH', 'EENVELOPE']);
const BEFORE_GREETING: ReadonlySet<string> = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);
/** The lowest statuses with which a mail server refuses a command temporarily and permanently. */
const [REFUSED, REFUSED_FOR_GOOD] = [400, 500];

/**
 * Returns whether an error proves that no mail was sent. A connection that ends without an answer proves nothing: the server may have accepted the content.
 * Source: INVITE12.
 */
const isUnsent = ({ code, originalCode, timeoutType, responseCode }: SmtpError): boolean =>
  (responseCode ?? 0) >= REFUSED ||
  BEFORE_CONTENT.has(code ?? '') ||
  BEFORE_GREETING.has(timeoutType ?? '') ||
  originalCode === 'ECONNREFUSED';

/** Statuses by which a recipient is refused: no such mailbox, a mailbox of another server, or an invalid name. */
const OF_ADDRESS: ReadonlySet<number> = new Set([550, 551, 553]);
/** The enhanced code of an answer (RFC 3463): its subject and detail. */
const ENHANCED = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/;
/** The subjects for addresses and for policies, such as a blocklist or relaying. */
const [ADDRESS, POLICY] = ['1', '7'];
/** Details of the subject for addresses that are about the sender. */
const OF_SENDER: ReadonlySet<string> = new Set(['7', '8']);

/** Returns whether a mail server permanently refuses the address of the recipient, rather than this server or its mail. Source: MAIL3. */
function isAddressRefused({ command, responseCode, response }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode == null || responseCode < REFUSED_FOR_GOOD) return false;
  const [, subject, detail = ''] = ENHANCED.exec(response ?? '') ?? [];
  if (subject === ADDRESS) return !OF_SENDER.has(detail);
  return OF_ADDRESS.has(responseCode) && subject !== POLICY;
}

/**
 * Returns the failure of a mail that the mail server did not accept: 409 for a refused address, otherwise 503; `Unanswered` if the server may have sent the
 * mail.
 */
export function mailFailureOf(error: unknown): Failure {
  const known = smtpError.parse(error);
  if (isAddressRefused(known)) return createFailure('mailAddressRefused');
  return isUnsent(known) ? createFailure('mailNotSent') : new Unanswered(failures.mailNotSent.text);
}
