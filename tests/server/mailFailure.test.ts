import { expect, it } from 'vitest';
import { isUndone } from '#server/platform/failure/failure';
import { mailFailureOf } from '#server/platform/mail/mailFailure';

const answered = (command: string, response: string) => ({
  code: 'EENVELOPE',
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

it.each([
  ['550 5.1.1 no such user', 409],
  ['550 no such person', 409],
  ['550-5.1.1 The account does not exist.\n550 5.1.1 Check it.', 409],
  ['551 user not local', 409],
  ['553 mailbox name not allowed', 409],
  ['554 5.1.2 no such domain', 409],
  ['501 5.1.3 bad address syntax', 409],
  ['556 5.1.10 the domain takes no mail', 409],
  ['554 5.7.1 relay access denied', 503],
  ['550 5.7.1 on a blocklist', 503],
  ['550 5.7.26 not authenticated', 503],
  ['553 5.7.1 sender not owned by user', 503],
  ['550 5.1.8 sender address refused', 503],
  ['553 5.1.7 sender address syntax', 503],
  ['530 5.7.0 authentication needed', 503],
  ['552 5.2.2 mailbox full', 503],
  ['552 too large', 503],
  ['503 bad sequence', 503],
  ['450 4.1.1 try later', 503],
])('[MAIL3] a recipient answered with %s gets %d', (response, status) => {
  const failure = mailFailureOf(answered('RCPT TO', response));
  expect([failure.status, isUndone(failure)]).toEqual([status, true]);
});

it.each([
  ['an answer to the content', answered('DATA', '550 5.1.1 no such user'), true],
  ['a login that is refused', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535, response: '535 5.7.8 no' }, true],
  ['a login without a password', { code: 'EAUTH', command: 'API' }, true],
  ['a name that is not found', { code: 'EDNS', command: 'CONN' }, true],
  ['a certificate that does not fit', { code: 'ETLS', command: 'CONN' }, true],
  ['a port where nobody listens', { code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, true],
  ['no connection in time', { code: 'ETIMEDOUT', timeoutType: 'CONNECT_TIMEOUT', command: 'CONN' }, true],
  ['no greeting in time', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' }, true],
  ['no answer in time', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }, false],
  ['a connection that is closed', { code: 'ECONNECTION', command: 'CONN' }, false],
  ['a connection that is reset', { code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' }, false],
  ['an unknown error', new Error('lost'), false],
  ['no error', undefined, false],
])('[INVITE12] %s is 503, and proves that nothing was sent: $2', (_, error, isProof) => {
  const failure = mailFailureOf(error);
  expect([failure.status, isUndone(failure)]).toEqual([503, isProof]);
});
