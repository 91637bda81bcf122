/** Messages between the tabs of one browser: `who`, `have`, `user` and `ended`. */

import type { SchedulerLike } from 'rxjs';
import { z } from '#contract/schema';
import type { Locks } from './locks.ts';

/** The channel between the tabs of one browser: a `BroadcastChannel`, which delivers only to the other tabs. */
export interface Channel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
}

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('who'), from: z.string() }),
  z.object({ type: z.literal('have'), to: z.string(), text: z.nullable(z.string()) }),
  z.object({ type: z.literal('user'), text: z.string() }),
  z.object({ type: z.literal('ended') }),
]);
type Message = z.infer<typeof message>;

/** The other tabs of this browser in which the console is open. */
export interface BrowserTabs {
  /**
   * Returns the users stored in the other tabs; waits until every open tab has responded, at most 300 ms. A later response is passed to `onUser` until the
   * sign-in ends. Empty if the sign-in ends meanwhile. Source: SIGNIN3.
   */
  readonly requestUsers: () => Promise<readonly string[]>;
  readonly shareUser: (text: string) => void;
  readonly shareEnd: () => void;
}

/** The values that this tab provides to the other tabs, and its callbacks. */
export interface TabParts {
  /** The name of this tab, created at each load and never stored, because a duplicated tab copies the storage. */
  readonly me: string;
  readonly channel: Channel;
  readonly locks: Locks;
  readonly clock: SchedulerLike;
  readonly ownUser: () => string | null;
  readonly onUser: (text: string) => void;
  readonly onEnded: () => void;
}

const ALIVE = 'orangery-tab:';
const LONGEST_ANSWER_MS = 300;

/** Joins the tabs: announces this tab, responds to requests, and receives renewals and ends of sign-ins. */
export function joinTabs({ me, channel, locks, clock, ownUser, onUser, onEnded }: TabParts): BrowserTabs {
  const post: (incoming: Message) => void = channel.postMessage.bind(channel);
  const ignore = () => {};
  let onAnswer: (text: string | null) => void = ignore;
  let ends = 0;
  const end = () => {
    ends += 1;
    onAnswer = ignore;
  };
  const onMessage = (incoming: Message) => {
    switch (incoming.type) {
      case 'who':
        return post({ type: 'have', to: incoming.from, text: ownUser() });
      case 'have':
        return incoming.to === me ? onAnswer(incoming.text) : undefined;
      case 'user':
        return onUser(incoming.text);
      case 'ended':
        end();
        return onEnded();
    }
  };
  channel.addEventListener('message', ({ data }) => {
    const incoming = message.safeParse(data);
    if (incoming.success) onMessage(incoming.data);
  });
  locks.hold(ALIVE + me);
  return {
    requestUsers: async () => {
      const endsBefore = ends;
      const others = (await locks.countHeld(ALIVE)) - 1;
      if (others < 1) return [];
      const texts: (string | null)[] = [];
      await new Promise<void>((resolve) => {
        const limit = clock.schedule(() => resolve(), LONGEST_ANSWER_MS);
        onAnswer = (text) => {
          texts.push(text);
          if (texts.length < others) return;
          limit.unsubscribe();
          resolve();
        };
        post({ type: 'who', from: me });
      });
      if (ends !== endsBefore) return [];
      // A tab that is busy for longer must not leave this tab signed out.
      onAnswer = (text) => (text === null ? undefined : onUser(text));
      return texts.filter((text) => text !== null);
    },
    shareUser: (text) => post({ type: 'user', text }),
    shareEnd: () => {
      end();
      post({ type: 'ended' });
    },
  };
}
