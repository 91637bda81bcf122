import type { CommandName } from '#domain/commands';
import type { Question } from './event.ts';

/**
 * What a view asks of the streams; nothing else goes down. An interest keeps a call fresh while it is open: `everyMs` is the time between an
 * answer and the next ask, null asks once. Close with the same question and `everyMs` as opened. `ask.given` asks once, now or after `afterMs`;
 * its `body` goes to the server and never into the log. `command.given` tells a device something, now or not at all.
 */
export type Wish =
  | { readonly kind: 'interest.opened'; readonly question: Question; readonly everyMs: number | null }
  | { readonly kind: 'interest.closed'; readonly question: Question; readonly everyMs: number | null }
  | { readonly kind: 'ask.given'; readonly question: Question; readonly body?: unknown; readonly afterMs?: number }
  | {
      readonly kind: 'command.given';
      readonly command: CommandName;
      readonly question: Question;
      readonly serial: string;
      readonly deviceName: string;
    }
  | { readonly kind: 'route.entered'; readonly path: string }
  | { readonly kind: 'input.rejected'; readonly field: string; readonly reason: string }
  | { readonly kind: 'alert.raised'; readonly tone: 'warning' | 'success'; readonly text: string };

/** The wishes that cause asking. */
export type AskingWish = Extract<Wish, { readonly kind: 'interest.opened' | 'interest.closed' | 'ask.given' }>;
/** The wish to tell a device something. */
export type CommandWish = Extract<Wish, { readonly kind: 'command.given' }>;

/** Whether a wish causes asking. */
export function isAsking(wish: Wish): wish is AskingWish {
  return wish.kind === 'interest.opened' || wish.kind === 'interest.closed' || wish.kind === 'ask.given';
}
