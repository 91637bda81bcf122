import type { Ask, Ports, Reply, Token } from '#streams/ports';
import { EMPTY, NEVER, of, type Observable, type SchedulerLike } from 'rxjs';

export const aToken = (over: Partial<Token> = {}): Token => ({ value: 'first', expiresAt: 360_000, ...over });
export const aReply = (over: Partial<Reply> = {}): Reply => ({ status: 200, text: '{}', serverAt: null, ...over });
export const json = (body: unknown, over: Partial<Reply> = {}): Reply => aReply({ text: JSON.stringify(body), ...over });

/** Ports behind which nothing happens, but for what a test says. `asked` fills with what was sent. */
export function fakePorts(
  clock: SchedulerLike,
  over: Partial<Ports> & { readonly answer?: (ask: Ask, number: number) => Observable<Reply> } = {},
): Ports & { readonly asked: readonly Ask[] } {
  const asked: Ask[] = [];
  const send = (ask: Ask) => {
    asked.push(ask);
    return over.answer?.(ask, asked.length - 1) ?? NEVER;
  };
  return {
    send,
    saveFile: send,
    openSocket: () => NEVER,
    readApart: () => of(null),
    token$: of(aToken()),
    renew: () => EMPTY,
    visible$: of(true),
    online$: of(true),
    frame$: of(0),
    clock,
    random: () => 0.5,
    asked,
    ...over,
  };
}
