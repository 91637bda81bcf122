/** Limits of the mails that people send by this server: invitations and links for a new password or address. */

import { inviteEmail } from '#domain/people/invite';
import { type Failure, isUndone, tooMany } from '../platform/failure/failure.ts';
import { createRateLimit } from '../platform/limits/rateLimit.ts';
import type { Rate } from '../platform/limits/tokenBucket.ts';
import type { Principal } from '../platform/principal.ts';

/** Limits per person and per address, so that nobody can send large numbers of unwanted mails. */
const OF_PERSON: Rate = { perSecond: 50 / 3_600, burst: 50 };
const TO_ADDRESS: Rate = { perSecond: 5 / 86_400, burst: 5 };

/** Counts a mail and sends it. Throws 429 after too many mails, otherwise what `send` throws. */
export type CountedMail = (caller: Principal, email: string, send: () => Promise<void>) => Promise<void>;

const isAway = ({ status }: Failure) => status === 503;

/**
 * Creates the limits. A mail that was not sent is not counted for its address, nor for the person if a server was unavailable. A refusal is counted for the
 * person, because it reveals something about the address, and nobody may try addresses without a limit. Source: INVITE11, INVITE12.
 */
export function createMailLimits(now: () => number): CountedMail {
  const [ofPerson, toAddress] = [createRateLimit(OF_PERSON, now), createRateLimit(TO_ADDRESS, now)];
  const refuse = (wait: number) => {
    if (wait > 0) throw tooMany('too many invitations', wait);
  };
  const count = (person: string, address: string) => {
    refuse(ofPerson.waitSeconds(person));
    const wait = toAddress.waitSeconds(address);
    if (wait > 0) ofPerson.giveBack(person);
    refuse(wait);
  };
  return async ({ username }, email, send) => {
    const address = inviteEmail(email);
    count(username, address);
    try {
      await send();
    } catch (error) {
      if (isUndone(error)) {
        toAddress.giveBack(address);
        if (isAway(error)) ofPerson.giveBack(username);
      }
      throw error;
    }
  };
}
