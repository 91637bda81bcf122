import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { consoleConfig } from '#contract/config';
import {
  accountMenuOf,
  eventually,
  painted,
  personOf,
  renderAs,
  savedBytes,
  signedInPage,
  testBrowser,
  type TestBrowser,
  visit,
} from '../support/pages.ts';
import { emptyClipboard } from '../support/clipboard.ts';
import { axeFaults } from '../support/axeFaults.ts';
import { ownProduct } from '../support/ownProduct.ts';
import { apiRequests, otherThanPolls } from '../support/requestCounts.ts';
import { openRobot, silentDevices } from '../support/robot.ts';

const browser = testBrowser();
afterEach(async () => {
  await browser.closePages();
});

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const moment = (page: Page) => page.getByRole('slider', { name: 'Moment' });
const goTo = (page: Page) => page.getByRole('textbox', { name: 'Go to time' });
const pastBanner = (page: Page) => page.getByText('You are looking at the past');

/** Whether a press in the middle of an element reaches it. */
const isOnTop = (element: Element): boolean => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && element.contains(top);
};

/** The state overview of a system admin, recorded for some seconds, with the timeline open. */
async function openTimeline(script = '', prepare: (context: BrowserContext) => Promise<unknown> = async () => undefined): Promise<Page> {
  const newContext: TestBrowser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    await context.addInitScript(script);
    await prepare(context);
    return context;
  };
  const page = await signedInPage({ newContext }, personOf('system_admin'), '/fleet/state');
  await page.keyboard.press('t');
  await eventually(() => moment(page).evaluate((input: HTMLInputElement) => Number(input.max) - Number(input.min))).toBeGreaterThan(3_000);
  return page;
}

it('[PAST7] Pause shows the moment on every screen and stops what acts; L returns to now', async () => {
  const page = await openTimeline();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  await eventually(() => page.getByRole('status', { name: 'Past' }).innerText()).toMatch(
    /\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d, \d+ s behind. Commands are off\./,
  );
  await eventually(() => new URL(page.url()).searchParams.get('at')).toMatch(/^\d{4}-.*Z$/);
  for (const path of ['/dashboard', '/device/commands', '/maps/greenhouses', '/users']) {
    await visit(page, path);
    await pastBanner(page).waitFor();
    await eventually(() => new URL(page.url()).searchParams.has('at')).toBe(true);
  }
  await page.keyboard.press('l');
  await eventually(() => pastBanner(page).count()).toBe(0);
  await eventually(() => new URL(page.url()).searchParams.has('at')).toBe(false);
});

it('[PAST3] on the way through the past none of all screens asks for anything, and what was not known then says so', async () => {
  let requests: readonly string[] = [];
  const page = await openTimeline('', async (context) => {
    requests = apiRequests(context);
  });
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  const live = [...requests];
  for (const { path } of routes) await visit(page, `${path}?device_serial=LF-0140-23`);
  await visit(page, '/incidents/all');
  await page.getByText('Not known at that time').first().waitFor();
  await painted(page);
  // The polls of the live session continue; no other screen requests anything.
  expect(otherThanPolls(requests.slice(live.length), live)).toEqual([]);
});

it('[PAST4] the slider, its keys, the steps and the time field move the moment', async () => {
  const page = await openTimeline();
  await moment(page).focus();
  await page.keyboard.press('ArrowLeft');
  await pastBanner(page).waitFor();
  const before = await moment(page).getAttribute('aria-valuetext');
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
  await eventually(() => moment(page).getAttribute('aria-valuetext')).not.toBe(before);
  await page.getByRole('button', { name: 'Step back' }).click();
  await page.getByRole('button', { name: 'Step forward' }).click();
  await goTo(page).click();
  await page.keyboard.insertText('2020-01-01T00:00');
  await goTo(page).press('Enter');
  await page.getByText('01/01/2020, 00:00:00 is no longer held; this is the nearest moment.').waitFor();
  await page.getByLabel('Speed').selectOption('4x');
  // A letter that begins no option of the select is the console's.
  await page.getByLabel('Speed').press('l');
  await eventually(() => pastBanner(page).count()).toBe(0);
  await moment(page).press('Home');
  await pastBanner(page).waitFor();
  await moment(page).press(' ');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await moment(page).press(' ');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await moment(page).press('End');
  await eventually(() => pastBanner(page).count()).toBe(0);
  await moment(page).press('Home');
  await pastBanner(page).waitFor();
  await page.getByRole('button', { name: 'Play' }).click();
  // Played from the begin at four times the speed, it catches up with now and is live again.
  await eventually(() => pastBanner(page).count()).toBe(0);
});

it('[RECORDER2] [PAST8] after a reload the recording reaches back behind it, and the address shows its moment again', async () => {
  const page = await openTimeline();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await eventually(() => new URL(page.url()).searchParams.get('at')).not.toBeNull();
  const at = await moment(page).getAttribute('aria-valuetext');
  const rows = () => page.getByRole('table').first().innerText();
  const shown = await rows();
  await page.reload();
  await accountMenuOf(page).waitFor();
  await pastBanner(page).waitFor();
  await eventually(() => moment(page).getAttribute('aria-valuetext')).toBe(at);
  await eventually(rows).toBe(shown);
});

it('[RECORDER5] [PAST11] in a browser without workers the console works, records on the page and says so', async () => {
  const page = await openTimeline('window.Worker = undefined;');
  await timeline(page).getByText('Without a worker the recording ends with this page.').waitFor();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
});

it('[PAST9] [PAST17] [FLAG2] the timeline and the past have no accessibility fault and leave room, light and dark, wide and on a phone', async () => {
  const page = await openTimeline();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  for (const [colorScheme, width, tallest] of [
    ['light', 1440, 150],
    ['dark', 390, 250],
  ] as const) {
    await renderAs(page, { colorScheme, width, height: 844 });
    expect(await axeFaults(page, 'body')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await timeline(page).evaluate((region) => region.getBoundingClientRect().height)).toBeLessThanOrEqual(tallest);
    // The track and its legend keep off the frame.
    const frame = await timeline(page).boundingBox();
    const track = await moment(page).boundingBox();
    expect((track?.x ?? 0) - (frame?.x ?? 0)).toBeGreaterThanOrEqual(12);
    // A finger reaches every tool: its middle is on the screen, and nothing lies over it.
    const tools = await timeline(page).locator('button, select, input[type=text]').all();
    expect(tools.length).toBeGreaterThan(15);
    for (const tool of tools) expect(await tool.evaluate(isOnTop), (await tool.getAttribute('aria-label')) ?? '').toBe(true);
    // Nobody has to rest on an icon to learn what it is.
    for (const word of ['Link', 'Save', 'Report', 'Notes'])
      expect(await timeline(page).getByText(word, { exact: true }).isVisible()).toBe(true);
  }
  // A low window keeps the span: in words, on a phone as the times of its ends.
  for (const [width, height, span] of [
    [1024, 480, timeline(page).getByText(/, \d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d to /)],
    [844, 390, timeline(page).locator('.times > *').first()],
  ] as const) {
    await page.setViewportSize({ width, height });
    await painted(page);
    const { y = 0, height: textHeight = 0 } = (await span.boundingBox()) ?? {};
    expect(textHeight).toBeGreaterThan(10);
    expect(y + textHeight).toBeLessThanOrEqual(height);
    expect(await page.locator('main').evaluate((sheet) => sheet.getBoundingClientRect().height)).toBeGreaterThanOrEqual(190);
  }
  // As with a zoom of 400 %: half of the screen belongs to the sheet.
  await page.setViewportSize({ width: 320, height: 256 });
  await painted(page);
  expect(await page.locator('main').evaluate((sheet) => sheet.getBoundingClientRect().height)).toBeGreaterThanOrEqual(128);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  for (const name of ['Play', 'Close timeline']) expect(await timeline(page).getByRole('button', { name }).evaluate(isOnTop)).toBe(true);
  expect(await moment(page).evaluate((slider) => slider.getBoundingClientRect().width)).toBeGreaterThan(150);
});

it('[RECORDER7] [RECORDER8] turned off in Account, the recording is deleted and stays off after a reload; on, it records again', async () => {
  const page = await openTimeline();
  await visit(page, '/profile/account');
  const recording = page.getByRole('switch', { name: 'Record this session' });
  await recording.click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  expect(await recording.isChecked()).toBe(true);
  await recording.click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await timeline(page).getByText('Recording is turned off.').waitFor();
  await page.reload();
  await timeline(page).getByText('Recording is turned off.').waitFor();
  await timeline(page).getByRole('link', { name: 'Recording' }).click();
  expect(await axeFaults(page, 'main')).toEqual([]);
  await recording.click();
  await moment(page).waitFor();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
});

/** A server that keeps no accounts of sessions. */
const withoutAccounts = (context: BrowserContext) =>
  context.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    const config = consoleConfig.parse(await answer.json());
    await route.fulfill({ response: answer, json: { ...config, features: config.features.filter((name) => name !== 'session_accounts') } });
  });

it('[VIEW3] [VIEW9] [PAST13] [COMPARE2] [TEST1] [PAST14] a link says whether the data are the same, two moments are compared, and the screens follow the person', async () => {
  const page = await openTimeline('', withoutAccounts);
  const all = apiRequests(page.context());
  // What the simulated fleet does in these seconds is up to chance; this device changes between A and B.
  const robot = await openRobot(ownProduct().dataDir, silentDevices.offline);
  const row = page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: silentDevices.offline });
  await robot.says({ current_state: 'waiting_for_task', battery_level: 80 });
  await row.getByText('80 %').waitFor();
  await timeline(page).getByRole('button', { name: 'Mark as A' }).click();
  await robot.says({ current_state: 'waiting_for_task', battery_level: 70 });
  await row.getByText('70 %').waitFor();
  await robot.close();
  const byBattery = page.getByRole('table', { name: 'Devices' }).getByRole('columnheader', { name: 'Battery' });
  await byBattery.getByRole('button').click();
  const now = () => moment(page).evaluate((input: HTMLInputElement) => Number(input.max));
  // Longer than the steps of the slider.
  const stay = async () => {
    const shownAt = await now();
    await eventually(now).toBeGreaterThan(shownAt + 2_000);
  };
  await stay();
  await visit(page, '/device/commands?device_serial=LF-0142-23');
  await stay();
  await visit(page, '/dashboard');
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  const copied = await emptyClipboard(page);
  await timeline(page).getByRole('button', { name: 'Copy link to this moment' }).click();
  await eventually(copied).toMatch(/\/dashboard\?at=[^&]+&proof=[0-9a-f]{64}&by=An\+Verhoeven$/);
  const link = await copied();

  await timeline(page).getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('main');
  await compared.getByText(/ between$/).waitFor();
  await compared.getByRole('table', { name: 'Devices' }).waitFor();
  const firstChange = () => compared.getByRole('table', { name: 'Devices' }).getByRole('row').nth(1).getByRole('cell').allTextContents();
  const [who = '', what = '', inA = '', inB = ''] = await firstChange();
  await compared.getByRole('button', { name: 'Swap A and B' }).click();
  await eventually(firstChange).toEqual([who, what, inB, inA]);
  await compared.getByRole('button', { name: 'Swap A and B' }).click();
  await eventually(firstChange).toEqual([who, what, inA, inB]);
  await compared.getByLabel('Find changes').fill('no change has this');
  await compared.getByText('No change matches.').waitFor();
  await compared.getByLabel('Find changes').fill(who);
  await eventually(async () => (await firstChange())[0]).toBe(who);
  await compared.getByRole('button', { name: 'Copy or save changes' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect((await savedBytes(saved)).toString()).toContain(`Devices;${who};${what};`);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    timeline(page).getByRole('button', { name: 'Save as test' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^moment-\d{4}-\d\d-\d\dT\d{6}\.test\.ts$/);

  await timeline(page).getByRole('button', { name: 'Follow the operator' }).click();
  await moment(page).focus();
  const at = () => new URL(page.url()).searchParams.get('at');
  const backTo = async (address: string) => {
    const isThere = () => page.url().includes(`${address}&at=`);
    // Back, second by second.
    for (let second = 0; second < 60 && !isThere(); second += 1) {
      const before = at();
      await page.keyboard.press('ArrowLeft');
      await eventually(at).not.toBe(before);
      await painted(page);
    }
    expect(isThere()).toBe(true);
  };
  await backTo('/device/commands?device_serial=LF-0142-23');
  await backTo('/fleet/state?fleet-state.sort=battery');
  await eventually(() => byBattery.getAttribute('aria-sort')).toBe('ascending');
  // Between changes one may sort it differently: without a request, and the operator's own order stays in the log. The polls of the live session
  // continue.
  const polled = new Set(all);
  const before = all.length;
  await byBattery.getByRole('button').click();
  await eventually(() => page.url()).toContain('fleet-state.sort=-battery');
  expect(all.slice(before).filter((one) => !polled.has(one))).toEqual([]);

  await page.goto(link);
  await page.getByText('Verified: the same data as when the link was copied.').waitFor();
  await page.goto(link.replace(/proof=..../, 'proof=0000'));
  await page.getByText('The data differ from those of the link.').waitFor();
});

it('[PAST2] a console that showed the past while 1,000 reports arrived has the same state afterwards as one that stayed live', async () => {
  const [traveller, other] = [await openTimeline(), await signedInPage(browser, personOf('system_admin'), '/fleet/state')];
  const robot = await openRobot(ownProduct().dataDir, silentDevices.offline);
  const row = (page: Page) =>
    page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: silentDevices.offline }).getByRole('cell');
  await timeline(traveller).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(traveller).waitFor();
  const before = await row(traveller).allInnerTexts();
  // A device gets its acknowledgement after the commit, and waits for 100 at a time.
  for (let hundred = 0; hundred < 1_000; hundred += 100) {
    const reports = Array.from({ length: 100 }, (_, at) => hundred + at);
    await Promise.all(
      reports.map((report) =>
        robot.says({ current_state: 'waiting_for_task', battery_level: report % 97, current_node: `n${String(report)}` }),
      ),
    );
  }
  // 999 of 97.
  await row(other).nth(4).getByText('29 %').waitFor();
  expect(await row(traveller).allInnerTexts()).toEqual(before);
  await traveller.keyboard.press('l');
  await row(traveller).nth(4).getByText('29 %').waitFor();
  // The robot repeats its last report, which reaches one page before the other.
  await eventually(async () => (await row(traveller).allInnerTexts()).join() === (await row(other).allInnerTexts()).join()).toBe(true);
  await robot.close();
});

it('[PAST10] [PAST6] [PAST4] after clicks the arrows step by an instant, A is a flag where it was marked, each time is under its instant, and seconds are typed', async () => {
  const page = await openTimeline();
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  await timeline(page).getByRole('button', { name: 'Mark as A' }).click();
  const at = () => moment(page).evaluate((input: HTMLInputElement) => Number(input.value));
  const marked = await at();
  const flag = timeline(page).getByRole('img', { name: /^A, / });
  // How far the middle of the flag is from the shown moment, both read at one instant.
  const apart = await flag.evaluate((part) => {
    const slider = part.parentElement?.querySelector('input');
    if (slider == null) return NaN;
    const [own, track] = [part.getBoundingClientRect(), slider.getBoundingClientRect()];
    const [min, max, value] = [Number(slider.min), Number(slider.max), Number(slider.value)];
    return own.x + own.width / 2 - track.x - (track.width * (value - min)) / (max - min);
  });
  expect(Math.abs(apart)).toBeLessThan(1);
  // The times under the track, without those of its ends: where the middle of each is, in quarters of the track.
  const quarters = await timeline(page)
    .locator('.times')
    .evaluate((row) => {
      const { x, width } = row.getBoundingClientRect();
      return [...row.children].slice(1, -1).map((time) => {
        const own = time.getBoundingClientRect();
        return ((own.x + own.width / 2 - x) / width) * 4;
      });
    });
  expect(quarters).toEqual([1, 2, 3].map((quarter) => expect.closeTo(quarter, 2)));
  // The button has the focus.
  await page.keyboard.press('ArrowLeft');
  await eventually(at).toBeLessThan(marked);
  const before = await at();
  await page.keyboard.press('ArrowLeft');
  await eventually(at).toBeLessThan(before);
  await goTo(page).focus();
  await eventually(() => goTo(page).inputValue()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  await goTo(page).fill('1/1/2020 0:00:07');
  await goTo(page).press('Enter');
  await page.getByText('01/01/2020, 00:00:07 is no longer held; this is the nearest moment.').waitFor();
});

it('[PAST25] [PAST26] Ctrl with the wheel and two fingers zoom the track around themselves and leave the page as it is; one finger moves the moment', async () => {
  const page = await signedInPage(browser, personOf('system_admin'), '/fleet/state', { hasTouch: true });
  await page.keyboard.press('t');
  const span = () => moment(page).evaluate((input: HTMLInputElement) => ({ from: Number(input.min), to: Number(input.max) }));
  const length = async () => {
    const { from, to } = await span();
    return to - from;
  };
  await eventually(length).toBeGreaterThan(15_000);
  const pageZoom = () => page.evaluate(() => [window.devicePixelRatio, window.visualViewport?.scale, window.innerWidth]);
  const before = await pageZoom();
  const box = await moment(page).boundingBox();
  const [left, width, y] = [box?.x ?? 0, box?.width ?? 0, (box?.y ?? 0) + 22];
  const instantAt = async (share: number) => {
    const { from, to } = await span();
    return from + share * (to - from);
  };
  // In the past, the end of a zoomed span does not move on with now.
  await timeline(page).getByRole('button', { name: 'Pause' }).click();
  await pastBanner(page).waitFor();
  const shown = () => new URL(page.url()).searchParams.get('at');
  await eventually(shown).not.toBeNull();
  const at = shown();
  await page.mouse.move(left + width / 4, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -20);
  await eventually(() => timeline(page).getByRole('radio', { name: 'All' }).isChecked()).toBe(false);
  const pointed = await instantAt(1 / 4);
  await page.mouse.wheel(0, -20);
  await eventually(async () => Math.abs((await instantAt(1 / 4)) - pointed)).toBeLessThan(10);
  for (const _ of [1, 2, 3, 4]) await page.mouse.wheel(0, -400);
  await eventually(length).toBeCloseTo(10_000, -2);
  expect(await instantAt(1 / 4)).toBeCloseTo(pointed, -2);
  await page.keyboard.up('Control');
  // Each time below the track is apart from the next.
  const gaps = await timeline(page)
    .locator('.times')
    .evaluate((row) => {
      const boxes = [...row.children].map((time) => time.getBoundingClientRect());
      return boxes.slice(1).map(({ left: begin }, index) => begin - (boxes[index]?.right ?? 0));
    });
  expect(Math.min(...gaps)).toBeGreaterThan(8);
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: readonly number[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: shares.map((share, id) => ({ x: left + share * width, y, id })) });
  const middle = await instantAt(1 / 2);
  await touch('touchStart', 0.4);
  await touch('touchStart', 0.4, 0.6);
  await touch('touchMove', 0.405, 0.595);
  await touch('touchMove', 0.41, 0.59);
  await eventually(length).toBeCloseTo(10_000 / 0.9, -2);
  expect(await instantAt(1 / 2)).toBeCloseTo(middle, -2);
  await touch('touchEnd');
  expect(shown()).toBe(at);
  expect(await pageZoom()).toEqual(before);
  const wanted = await instantAt(0.3);
  await touch('touchStart', 0.2);
  await touch('touchMove', 0.3);
  await timeline(page)
    .getByText(/^\d\d:\d\d:\d\d\.\d$/)
    .last()
    .waitFor();
  await touch('touchEnd');
  await eventually(async () => Math.abs(Date.parse(shown() ?? '') - wanted)).toBeLessThan(100);
});
