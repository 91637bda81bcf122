import { firstValueFrom } from 'rxjs';
import { expect, it } from 'vitest';
import { createSendForm } from '#edge/sendForm';

const form = { method: 'POST', address: 'map/upload', withToken: true, asForm: true, body: { id: 'kas-1' } } as const;

/** Sends a form; `responds` is what the browser's request does once it was sent. */
function sending(responds: (request: XMLHttpRequest) => void) {
  const request = new XMLHttpRequest();
  request.send = () => queueMicrotask(() => responds(request));
  const send = createSendForm({
    apiRoot: '/api',
    sendsRequestIds: true,
    token: () => null,
    clock: { now: () => 0 },
    onProgress: () => undefined,
    openRequest: () => request,
  });
  return firstValueFrom(send(form));
}

const answered = (request: XMLHttpRequest, status: number, responseText: string) =>
  Object.defineProperties(request, { status: { value: status }, responseText: { value: responseText } });
const progress = (loaded: number) => new ProgressEvent('progress', { loaded });

it.each([
  ['that is too long', 200, 'x', 65_537, { status: 200, text: '', serverAt: null, isTooLong: true }],
  ['that is a failure and too long', 403, '<html>', 65_537, { status: 403, text: '<html>', serverAt: null }],
  ['of a usual length', 200, '{}', 65_536, { status: 200, text: '{}', serverAt: null }],
])('[BODY1] a response to a form %s', async (_, status, text, loaded, expected) => {
  const response = sending((request) => {
    answered(request, status, text);
    request.dispatchEvent(progress(loaded));
    request.dispatchEvent(new ProgressEvent('load'));
  });
  expect(await response).toEqual(expected);
});

it('[BODY1] a form without a response is an error', async () => {
  await expect(sending((request) => request.dispatchEvent(new ProgressEvent('error')))).rejects.toThrow('There was no response.');
});
