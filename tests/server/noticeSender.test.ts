import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { type Notice, overNotice, troubleNotice } from '#domain/notifications/siteNotice';
import { createNoticeSender, type Sending } from '#server/notifications/noticeSender';
import { webPush } from '#server/notifications/pushKeys';
import { createPushService, type PushResult } from '#server/notifications/pushService';
import type { Receiver } from '#server/notifications/receivers';
import { createGauges } from '#server/platform/gauges';
import { openPushEndpoint } from '../support/pushEndpoint.ts';
import { handTime } from '../support/handTime.ts';

const SITE = { id: 'l-1', name: 'Maasdijk' };
const trouble = (name: string, silent = false): Notice =>
  troubleNotice(SITE, [{ serial: name, name, kind: 'error', words: null, code: null }], { silent, at: 0 });
const over = overNotice(SITE, 0);
const aReceiver = (id: string, endpoint = `https://push.example/${id}`): Receiver => ({
  id,
  username: 'an',
  endpoint,
  keys: { p256dh: '', auth: '' },
  groups: [],
  locale: null,
  renewedAt: 0,
});

/** A sender whose push service answers by hand: `sent` is what it was asked, each with the function that answers. */
function aSender() {
  const sent: { readonly to: string; readonly title: string; readonly silent: boolean; readonly answer: (result: PushResult) => void }[] =
    [];
  const isOutdated: (() => boolean)[] = [];
  const results: string[] = [];
  const sender = createNoticeSender({
    service: {
      send: ({ id }, { title, silent }, outdated = () => false) => {
        isOutdated.push(outdated);
        return new Promise((answer) => sent.push({ to: id, title, silent, answer }));
      },
    },
    onResult: ({ receiver }, result) => void results.push(`${receiver.id}: ${result}`),
    gauges: createGauges(),
    log: pino({ level: 'silent' }),
  });
  const shown = () => sent.map(({ to, title, silent }) => `${to}: ${title}${silent ? '' : ', loud'}`);
  const send = (receiver: Receiver, notice: Notice, more: Partial<Sending> = {}) =>
    sender.send({ receiver, site: SITE.id, notice, ...more });
  return { sender, send, sent, isOutdated, results, shown };
}

it('[PUSH12] that trouble is over waits for the notice of the trouble, of its browser and place alone', async () => {
  const { sender, send, sent, isOutdated, shown } = aSender();
  const phone = aReceiver('phone');
  send(phone, trouble('Divo 1'));
  await expect.poll(() => sent.length).toBe(1);
  expect(isOutdated.map((one) => one())).toEqual([false]);
  send(phone, over);
  send(aReceiver('tablet'), over);
  await expect.poll(() => sent.length).toBe(2);
  expect(isOutdated.map((one) => one())).toEqual([true, false]);
  expect(shown()).toEqual(['phone: Divo 1 is in error, loud', 'tablet: Maasdijk: over']);
  sent[0]?.answer('outdated');
  await expect.poll(shown).toContain('phone: Maasdijk: over');
  sent[1]?.answer('taken');
  sent[2]?.answer('taken');
  await sender.close();
});

it.each([
  ['a silent one of trouble makes the sound that was not made', 'outdated', [trouble('Divo 2', true)], 'Divo 2 is in error, loud'],
  ['a silent one stays silent after a sound', 'taken', [trouble('Divo 2', true)], 'Divo 2 is in error'],
  ['the newest of those that wait is sent', 'taken', [trouble('Divo 2'), trouble('Divo 3', true)], 'Divo 3 is in error, loud'],
  ['that it is over makes none', 'outdated', [trouble('Divo 2'), over], 'Maasdijk: over'],
] as const)('[PUSH12] of newer notices %s', async (_, result, newer, expected) => {
  const { sender, send, sent, shown } = aSender();
  const phone = aReceiver('phone');
  send(phone, trouble('Divo 1'));
  await expect.poll(() => sent.length).toBe(1);
  for (const notice of newer) send(phone, notice);
  sent[0]?.answer(result);
  await expect.poll(() => sent.length).toBe(2);
  expect(shown()[1]).toBe(`phone: ${expected}`);
  sent[1]?.answer('taken');
  await sender.close();
});

it('[PUSH12] a push service is not asked again for a notice that a newer one replaces', async () => {
  const endpoint = await openPushEndpoint();
  onTestFinished(() => endpoint.close());
  const keys = (await webPush()).generateVAPIDKeys();
  const browser = endpoint.subscribe(keys.publicKey);
  endpoint.answerWith(browser, 503);
  const time = handTime();
  const service = createPushService({
    keys: () => Promise.resolve(keys),
    contact: 'mailto:a@b.example',
    hosts: [endpoint.host],
    after: time.after,
  });
  let isOutdated = false;
  const receiver = { ...aReceiver('phone'), ...browser.registration };
  const result = service.send(receiver, trouble('Divo 1'), () => isOutdated);
  await expect.poll(() => endpoint.askedOf(browser)).toBe(1);
  isOutdated = true;
  await expect
    .poll(() => {
      time.pass(1_000);
      return Promise.race([result, Promise.resolve(null)]);
    })
    .toBe('outdated');
  expect(endpoint.askedOf(browser)).toBe(1);
});

it('[PUSH13] one push service that hangs delays no other one, and what is sent again delays nothing new', async () => {
  const { sender, send, sent, isOutdated, results, shown } = aSender();
  const away = (at: number) => aReceiver(`away ${at}`, `https://away.example/${at}`);
  for (let at = 0; at < 1_000; at += 1) send(away(at), trouble('Divo 1'), { isRetry: true });
  for (let at = 1_000; at < 1_100; at += 1) send(away(at), trouble('Divo 2'));
  send(aReceiver('phone'), trouble('Divo 2'));
  await expect.poll(shown).toContain('phone: Divo 2 is in error, loud');
  // A retry is one attempt.
  const asked = sent.map((_, at) => (isOutdated[at]?.() === true ? 'again' : 'new'));
  expect([asked.filter((one) => one === 'again').length, asked.filter((one) => one === 'new').length]).toEqual([4, 17]);
  const closed = sender.close();
  for (const { answer } of sent) answer('outdated');
  await closed;
  expect(sent).toHaveLength(21);
  expect(new Set(results.map((one) => one.replace(/.*: /, '')))).toEqual(new Set(['failed']));
  expect(results).toHaveLength(1_101);
});

it('[PUSH13] a new notice does not wait with one that is sent again to its browser, and makes its sound', async () => {
  const { sender, send, sent, results, shown } = aSender();
  for (let at = 0; at < 5; at += 1) send(aReceiver(`away ${at}`), trouble('Divo 1'), { isRetry: true });
  await expect.poll(() => sent.length).toBe(4);
  send(aReceiver('away 4'), trouble('Divo 2', true));
  await expect.poll(shown).toContain('away 4: Divo 2 is in error, loud');
  const closed = sender.close();
  for (const { answer } of sent) answer('taken');
  await closed;
  expect(sent).toHaveLength(5);
  expect(results.filter((one) => one.startsWith('away 4'))).toEqual(['away 4: taken']);
});

it('[PUSH13] a push service that does not take what is sent again is not waited for', async () => {
  const endpoint = await openPushEndpoint();
  onTestFinished(() => endpoint.close());
  const keys = (await webPush()).generateVAPIDKeys();
  const browser = endpoint.subscribe(keys.publicKey);
  endpoint.answerWith(browser, 503);
  const service = createPushService({
    keys: () => Promise.resolve(keys),
    contact: 'mailto:a@b.example',
    hosts: [endpoint.host],
    after: handTime().after,
  });
  const receiver = { ...aReceiver('phone'), ...browser.registration };
  expect(await service.send(receiver, trouble('Divo 1'), () => true)).toBe('outdated');
});

it('[PUSH13] a notice that is sent again gives way to a newer one', async () => {
  const { sender, send, sent, results, shown } = aSender();
  const phone = aReceiver('phone');
  send(phone, over);
  await expect.poll(() => sent.length).toBe(1);
  send(phone, trouble('Divo 1'), { isRetry: true });
  sent[0]?.answer('taken');
  await sender.close();
  expect([shown(), results]).toEqual([['phone: Maasdijk: over'], ['phone: taken']]);
});
