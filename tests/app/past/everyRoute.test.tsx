import { fireEvent, act } from '@testing-library/react';
import { map, of, timer } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { routes } from '#app/routes';
import { serverFeatures } from '#contract/config';
import type { HttpRequest, HttpResponse } from '#streams/ports';
import { callAt } from '../../support/callAt.ts';
import { json } from '../../support/fakePorts.ts';
import { answerOf } from '../../support/generate/answerOf.ts';
import { FIRST_ID, type Style } from '../../support/generate/style.ts';
import { openWholeConsole } from '../../support/openWholeConsole.tsx';
import { aMemory } from '../../support/renderUi.tsx';

const opened = ['device_serial', 'treatment_id', 'map_id', 'organisation', 'location', 'greenhouse']
  .map((name) => `${name}=${FIRST_ID}`)
  .join('&');

/** How long a screen is watched before each moment, in ms: a frame, some seconds; together longer than most polls. */
const WAITS = [1_040, 70, 900, 2_300, 3_700, 1_600];
/** The slider ends at the last tick. */
const TICK_MS = 1_000;

/** How often a call was asked for decides what it answers: lists grow and shrink, fields come and go. */
const styleAt = (number: number): Style => ({
  name: 'changing',
  optional: number % 3 === 1 ? 'null' : 'given',
  items: 1 + (number % 3),
  text: 'empty',
  isSpoiled: false,
  words: { device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', group: 'Drive-GREEN', name: `name ${number}` },
});

/** A server whose every answer is another one than the last; every fifth is a failure. */
function changingServer(): (asked: HttpRequest) => HttpResponse {
  const counts = new Map<string, number>();
  return (asked) => {
    const call = callAt(asked);
    if (call === undefined) throw new Error(`No call has the address ${asked.address}.`);
    const number = counts.get(asked.address) ?? 0;
    counts.set(asked.address, number + 1);
    if (number % 5 === 4) return json({ error: 'Unavailable: later' }, { status: 503 });
    return json(call.file ? null : answerOf(call.answer, styleAt(number)));
  };
}

const report = (number: number) =>
  JSON.stringify({
    type: 'state',
    serial: FIRST_ID,
    timestamp: new Date(Date.parse('2026-03-04T13:05:10Z') + number * 1_301).toISOString(),
    state: { current_state: number % 2 === 0 ? 'treating' : 'error', battery_level: number % 100, current_node: `n${number}` },
  });

/** Attributes without a part in what a screen reader reads: looks, generated ids, and whether and why something does not act, as nothing does in the past. */
const SILENT =
  /^(class|style|id|for|tabindex|disabled|data-.*|aria-(disabled|description|controls|labelledby|describedby|owns|activedescendant))$/;
/** The shown moment is in every link of the past. */
const MOMENT = /[?&]at=[^&"]*/g;

/** Buttons that begin an edit are left out in the past. */
const isEdit = (element: Element) => element.localName === 'button' && (element.getAttribute('aria-label') ?? '').startsWith('Edit ');

function partsOf(element: Element, depth: number): readonly string[] {
  if (isEdit(element)) return [];
  const attributes = [...element.attributes]
    .filter(({ name }) => !SILENT.test(name))
    .map(({ name, value }) => `${name}="${value.replaceAll(MOMENT, '')}"`);
  const value = element instanceof HTMLInputElement ? [`${element.value} ${String(element.checked)}`] : [];
  const begin = `${' '.repeat(depth)}${element.localName} ${[...attributes, ...value].join(' ')}`;
  const inside = [...element.childNodes].flatMap((node) => {
    if (node instanceof Element) return partsOf(node, depth + 1);
    return (node.textContent ?? '').trim() === '' ? [] : [`${' '.repeat(depth + 1)}${node.textContent ?? ''}`];
  });
  return [begin, ...inside];
}

/** All that a screen reader may read of a screen below the banner of the past, a line per element and text. */
const treeOf = (main: HTMLElement) =>
  [...main.children].filter((child) => child.getAttribute('aria-label') !== 'Past').flatMap((child) => partsOf(child, 0));

it.each(routes.map(({ path }) => path))(
  '[PAST16] %s has the same accessible content in the past as it had live, at six moments',
  async (path) => {
    const reply = changingServer();
    const shown = await openWholeConsole({
      address: `${path}?${opened}`,
      features: serverFeatures,
      answer: (asked) => of(reply(asked)),
      pushes$: (clock) => timer(353, 1_301, clock).pipe(map(report)),
      remember: aMemory({ timeline: 'open' }),
    });
    const { main, advance, recorder, container } = shown;
    const live: { readonly at: number; readonly tree: readonly string[] }[] = [];
    for (const ms of WAITS) {
      await advance(ms);
      // Parts of a screen that are loaded when they are first shown.
      await act(() => vi.dynamicImportSettled());
      // What is shown are the events up to the last frame.
      const at = (await recorder.blocks()).at(-1)?.lastAt ?? expect.fail();
      live.push({ at, tree: treeOf(main) });
    }
    await advance(TICK_MS);
    const slider = () => container.querySelector<HTMLInputElement>('input[aria-label=Moment]') ?? expect.fail();
    for (const { at, tree } of live) {
      act(() => void fireEvent.change(slider(), { target: { value: String(at) } }));
      const shownAt = () => new URL(window.location.href).searchParams.get('at');
      await vi.waitFor(() => expect(shownAt()).toBe(new Date(at).toISOString()), { timeout: 60_000, interval: 5 });
      expect(treeOf(main), `${path} at ${String(at)}`).toEqual(tree);
    }
    shown.unmount();
  },
);
