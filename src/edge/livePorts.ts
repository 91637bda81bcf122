import { Subject, type SchedulerLike } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import type { FileProgress, Ports } from '#streams/ports';
import { steadyClock } from '#streams/steadyClock';
import { createConnections, lockSlots, pageSlots, requestSlots } from './connections.ts';
import { createSaveBlob } from './saveBlob.ts';
import { createSaveFile } from './saveFile.ts';
import { createSend } from './send.ts';
import { createSendForm } from './sendForm.ts';
import type { Session } from './session.ts';
import { recordingCodec } from './bytes/recordingCodec.ts';
import { columnOffer, jsonOffer } from './socket/columnOffer.ts';
import { createRemoteSocket, type RemoteSocket } from './socket/remoteSocket.ts';
import { frames, online, visibility } from './pageSignals.ts';

// The bundler requires this form to find the worker's entry and emit its URL.
const startSocketWorker = () => new Worker(new URL('./socket/socketWorker.ts', import.meta.url), { type: 'module' });

// Not part of the first load, because only servers that announce column frames send any.
const loadFrameReader = async () => {
  const { frameReader } = await import('#streams/columnFrame/frameReader');
  return () => frameReader(recordingCodec);
};

/** The ports of a console in a browser; `recordTo` also sends the columns from the socket's worker to a recorder. */
export type LivePorts = Ports & Pick<RemoteSocket, 'recordTo'>;

/** Creates all ports of a live console in a browser, and starts the worker of the socket. */
export function livePorts(parts: {
  readonly config: ConsoleConfig;
  readonly session: Session;
  readonly page: Window & typeof globalThis;
  readonly clock: SchedulerLike;
}): LivePorts {
  const { config, session, page } = parts;
  const clock = steadyClock(parts.clock);
  const visible$ = visibility(page.document);
  const sendsRequestIds = config.features.includes('request_ids');
  const asking = { apiRoot: config.api_root, token: session.token, fetch: page.fetch.bind(page), clock, sendsRequestIds };
  const progress$ = new Subject<FileProgress>();
  // Web Locks are not available on a page without TLS.
  const slotsOf = (names: readonly string[]) => (page.isSecureContext ? lockSlots(page.navigator.locks, names) : pageSlots(names.length));
  const bound = createConnections({
    takeLong: slotsOf(requestSlots.long),
    takeSlow: slotsOf(requestSlots.slow),
    channel: new page.BroadcastChannel('orangery-urgent'),
    clock,
    progress$,
  });
  const onProgress = (progress: FileProgress) => progress$.next(progress);
  const send = createSend({ ...asking, onProgress });
  const sendForm = createSendForm({ ...asking, onProgress, openRequest: () => new page.XMLHttpRequest() });
  const saveFile = createSaveFile({ ...asking, onProgress, save: createSaveBlob(page) });
  const offer = config.features.includes('column_frames') ? columnOffer(loadFrameReader, clock) : jsonOffer;
  return {
    send: bound((ask) => (ask.asForm ? sendForm(ask) : send(ask))),
    saveFile: (ask, fallbackName) => bound((file) => saveFile(file, fallbackName))(ask),
    progress$,
    ...createRemoteSocket(startSocketWorker, (address, protocols) => new page.WebSocket(address, protocols), clock, offer),
    token$: session.token$,
    renew: session.renew,
    visible$,
    online$: online(page),
    frame$: frames(clock),
    clock,
    random: Math.random,
  };
}
