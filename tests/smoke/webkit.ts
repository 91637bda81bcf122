import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { z } from '#contract/schema';
import { freePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import type { SmokeBrowser } from './walk.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const XVFB = '/usr/bin/xvfb-run';
const DBUS = '/usr/bin/dbus-run-session';
const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);

/** Why WebKit cannot be used here; null when it can. */
export function webkitMissing(): string | null {
  const missing = [DRIVER, XVFB, DBUS].filter((file) => !existsSync(file));
  if (miniBrowser() === undefined) missing.push('MiniBrowser');
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const reply = z.object({ value: z.unknown() });
const session = z.object({ sessionId: z.string() });
const element = z.record(z.string(), z.string());

/** Sends WebDriver commands; rejects with what the driver complains of. */
const client =
  (address: string) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(address + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const { value } = reply.parse(await answer.json());
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

/** The driver on a display and a bus of its own, and how to end all of them. */
async function startDriver() {
  const port = await freePort();
  const command = [XVFB, '-a', DBUS, '--', DRIVER, `--port=${port}`];
  const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' };
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: 'ignore', detached: true, env });
  const address = `http://127.0.0.1:${port}`;
  await until('a driver that listens', () =>
    fetch(`${address}/status`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  const stop = () => {
    // The display, the bus and the driver are one group of processes.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  return { address, stop };
}

/** The driver's own "displayed" is false for a text in boxes that cut what does not fit, even where it fits. */
const SHOWN =
  'const it = arguments[0]; return it.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && it.getClientRects().length > 0';

/** WebKitGTK's small browser by WebDriver. */
export async function openWebkit(): Promise<SmokeBrowser> {
  const driver = await startDriver();
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const send = client(driver.address);
  const { sessionId } = session.parse(await send('POST', '/session', { capabilities }));
  const ask = (method: string, path: string, body?: object) => send(method, `/session/${sessionId}${path}`, body);
  const handles = async () => z.array(z.string()).parse(await ask('GET', '/window/handles'));
  const [first = ''] = await handles();
  const find = (xpath: string) =>
    until(xpath, async () => {
      // An element that is drawn anew while it is looked up is none yet.
      const elements = z.array(element).parse(await ask('POST', '/elements', { using: 'xpath', value: xpath }).catch(() => []));
      for (const found of elements) {
        const id = found[ELEMENT] ?? '';
        const isShown = await ask('POST', '/execute/sync', { script: SHOWN, args: [found] }).catch(() => false);
        if (isShown === true) return id;
      }
      return null;
    });
  const act = (xpath: string, path: string, body: object) =>
    until(`${path} ${xpath}`, async () => {
      const id = await find(xpath);
      // It may be drawn anew, or still be covered or disabled, between being found and being used.
      const isEnabled = await ask('GET', `/element/${id}/enabled`).catch(() => false);
      return (
        isEnabled === true &&
        ask('POST', `/element/${id}${path}`, body).then(
          () => true,
          () => false,
        )
      );
    });
  const into = async (handle: string) => {
    await ask('POST', '/window', { handle });
  };
  return {
    name: 'WebKit',
    goto: async (url) => {
      await ask('POST', '/url', { url });
    },
    type: async (xpath, text) => {
      await act(xpath, '/value', { text });
    },
    click: async (xpath) => {
      await act(xpath, '/click', {});
    },
    sees: async (xpath) => {
      await find(xpath);
    },
    holds: async (expression) => {
      // A page that is still being loaded holds nothing yet.
      const isHeld = () => ask('POST', '/execute/sync', { script: `return ${expression}`, args: [] }).catch(() => false);
      await until(expression, async () => (await isHeld()) === true);
    },
    inPopup: async () => into(await until('a popup', async () => (await handles()).find((handle) => handle !== first))),
    inConsole: () => into(first),
    text: async () => String(await ask('POST', '/execute/sync', { script: 'return document.body.innerText', args: [] })),
    errors: () => [],
    close: async () => {
      await ask('DELETE', '').catch(() => undefined);
      driver.stop();
    },
  };
}
