import { act, fireEvent } from '@testing-library/react';
import { of } from 'rxjs';
import { beforeAll, expect, it, vi } from 'vitest';
import { routes } from '#app/console/routes';
import { serverFeatures } from '#contract/config';
import type { HttpRequest, HttpResponse } from '#streams/ports';
import { callAt } from '../support/callAt.ts';
import { json } from '../support/fakePorts.ts';
import { answerOf } from '../support/generate/answerOf.ts';
import { FIRST_ID, type Style } from '../support/generate/style.ts';
import { largestDeviceStyles, largestStyle, plainStyle, smallestStyles, spoiledStyle } from '../support/generate/styles.ts';
import { openWholeConsole } from '../support/openWholeConsole.tsx';

// The first screen with a plan loads its renderer, and would show other texts than when it is opened again.
beforeAll(async () => void (await import('#map/MapView')));

/** The parts of an address that open the first record of each kind. */
const opened = ['device_serial', 'treatment_id', 'map_id', 'organisation', 'location', 'greenhouse']
  .map((name) => `${name}=${FIRST_ID}`)
  .join('&');
const compared = [1, 2].map((half) => `machine_serial_${half}=${FIRST_ID}&at_time_machine_${half}=2026-03-01T00:00:00Z`).join('&');

/** Every screen, and the states of screens that only an address opens. */
const addresses = [
  ...routes.map(({ path }) => `${path}?${opened}`),
  `/incidents/all?incident_id=${FIRST_ID}`,
  `/incidents/all?machine_serial=${FIRST_ID}`,
  `/fleet/config?${compared}`,
];

/** Texts that no screen may show: unformatted values. */
const UNFORMATTED = /(undefined|\[object |NaN|Infinity|Invalid Date|Something went wrong).{0,40}/g;

const replies = new Map<string, HttpResponse>();

/** The reply of a server in a style; the same text each time, as a server whose data rest. */
function replyOf(style: Style, asked: HttpRequest): HttpResponse {
  const call = callAt(asked);
  if (call === undefined) throw new Error(`No call has the address ${asked.address}.`);
  const key = `${style.name} ${call.name}`;
  const reply = replies.get(key) ?? json(call.file ? null : answerOf(call.answer, style));
  replies.set(key, reply);
  return reply;
}

/** Complaints of a table about rows and values that it could not show. */
const UNREAD = /^[1-9]\d* rows? or values? could not be read: a row without its key is not shown, a value is "-"\.$/;

/** The text of a screen without these complaints, which stand behind the last value of their table. */
function textOf(main: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(...[...main.childNodes].map((node) => node.cloneNode(true)));
  for (const status of copy.querySelectorAll('[role="status"]')) if (UNREAD.test(status.textContent)) status.remove();
  return copy.textContent;
}

const accessibleTextsOf = (main: HTMLElement): readonly string[] =>
  [...main.querySelectorAll('[aria-label], [title], input, textarea')].flatMap((element) => [
    element.getAttribute('aria-label') ?? '',
    element.getAttribute('title') ?? '',
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
  ]);

/** Returns the texts on each tab of a screen for responses of a style, and the errors that React logs. */
async function shownAt(address: string, style: Style) {
  const complaints: string[] = [];
  const errors = vi
    .spyOn(console, 'error')
    .mockImplementation((...parts: unknown[]) => void complaints.push(parts.join(' ').slice(0, 400)));
  // A server that leaves out what it may leave out announces nothing beyond the documents.
  const features = style.optional === 'missing' ? [] : serverFeatures;
  const { main, settle, unmount } = await openWholeConsole({ address, features, answer: (asked) => of(replyOf(style, asked)) });
  const texts = [textOf(main)];
  const accessibleTexts = [...accessibleTextsOf(main)];
  const more = [...main.querySelectorAll<HTMLElement>('[role="tab"][aria-selected="false"]')];
  const compare = [...main.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Compare');
  for (const button of [...more, ...compare]) {
    act(() => void fireEvent.click(button));
    await settle();
    texts.push(textOf(main));
    accessibleTexts.push(...accessibleTextsOf(main));
  }
  unmount();
  errors.mockRestore();
  const unformatted = [...texts, ...accessibleTexts].flatMap((text) =>
    // With the letters before it, which in the expression itself would be tried at each letter.
    [...text.matchAll(UNFORMATTED)].map(({ 0: found, index }) => `${text.slice(Math.max(0, index - 40), index)}${found}`),
  );
  return { texts, complaints, unformatted };
}

type Shown = Awaited<ReturnType<typeof shownAt>>;
const plainly = new Map<string, Shown>();

/** The texts of the screens for plain answers, which two tests read. */
async function plainlyShownAt(address: string): Promise<Shown> {
  const shown = plainly.get(address) ?? (await shownAt(address, plainStyle));
  plainly.set(address, shown);
  return shown;
}

it.each(addresses)('[ANY1] [ANY3] %s shows the smallest and the largest answers', async (address) => {
  for (const style of [...smallestStyles, largestStyle, ...(address.startsWith('/device/') ? largestDeviceStyles : [])]) {
    const { texts, complaints, unformatted } = await (style === plainStyle ? plainlyShownAt(address) : shownAt(address, style));
    expect.soft({ complaints, unformatted }, style.name).toEqual({ complaints: [], unformatted: [] });
    expect.soft(texts, style.name).not.toContain('');
  }
});

it.each(addresses)('[ANY2] %s shows the neighbours of items that cannot be read', async (address) => {
  const plain = await plainlyShownAt(address);
  const spoiled = await shownAt(address, spoiledStyle);
  // A table says what it could not show; all else is as without it.
  expect(spoiled.texts.map((text) => text.replaceAll('No row could be read', 'No rows found'))).toEqual(plain.texts);
  expect(spoiled.complaints).toEqual([]);
});
