import type { HttpRequest, Ports, HttpResponse, Token } from '#streams/ports';
import { NEVER, of, type Observable, type SchedulerLike } from 'rxjs';

export const aToken = (over: Partial<Token> = {}): Token => ({ value: 'first', expiresAt: 360_000, ...over });
export const aReply = (over: Partial<HttpResponse> = {}): HttpResponse => ({ status: 200, text: '{}', serverAt: null, ...over });
export const json = (body: unknown, over: Partial<HttpResponse> = {}): HttpResponse => aReply({ text: JSON.stringify(body), ...over });

/** Creates ports that emit nothing unless the test overrides them. `asked` collects the sent requests. */
export function fakePorts(
  clock: SchedulerLike,
  over: Partial<Ports> & { readonly answer?: (ask: HttpRequest, number: number) => Observable<HttpResponse> } = {},
): Ports & { readonly asked: readonly HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const send = (ask: HttpRequest) => {
    asked.push(ask);
    return over.answer?.(ask, asked.length - 1) ?? NEVER;
  };
  return {
    send,
    saveFile: send,
    progress$: NEVER,
    openSocket: () => NEVER,
    parseInWorker: (bytes) => of(new TextDecoder().decode(bytes)),
    token$: of(aToken()),
    renew: () => of('refused' as const),
    visible$: of(true),
    online$: of(true),
    frame$: of(0),
    clock,
    random: () => 0.5,
    asked,
    ...over,
  };
}
