import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DownloadsContext, type DownloadFailure, type Downloads } from '#ui/DownloadsContext';
import { loadable } from '#ui/loadable';
import { UiProvider } from '#ui/UiProvider';
import { aMemory, renderUi } from '../support/renderUi.tsx';

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

interface Download {
  readonly resolve: (component: typeof Greeting) => void;
  readonly reject: (error: Error) => void;
}

/** A component whose code arrives when the test says so. */
function downloaded() {
  const downloads: Download[] = [];
  const Shown = loadable(() => new Promise<typeof Greeting>((resolve, reject) => downloads.push({ resolve, reject })), {
    waiting: <p>Waiting</p>,
  });
  return { Shown, downloads };
}

it('[LOAD1] a component waits for its code, which two of them download once', async () => {
  const { Shown, downloads } = downloaded();
  render(
    <>
      <Shown name="An" />
      <Shown name="Bram" />
    </>,
  );
  expect(screen.getAllByText('Waiting')).toHaveLength(2);
  expect(downloads).toHaveLength(1);
  downloads[0]?.resolve(Greeting);
  await screen.findByText('Hello An');
  await screen.findByText('Hello Bram');
});

it('[LOAD2] a component whose code has arrived is rendered at once', async () => {
  const { Shown, downloads } = downloaded();
  const loading = Shown.load();
  downloads[0]?.resolve(Greeting);
  await loading;
  render(<Shown name="An" />);
  expect(screen.getByText('Hello An')).toBeVisible();
  expect(downloads).toHaveLength(1);
});

/** Surroundings that know why a download failed, and in which the network returns when the test says so. */
function surroundings(reason: DownloadFailure) {
  const retries = new Set<() => void>();
  const reloads: string[] = [];
  const downloads: Downloads = {
    onRetry: (retry) => {
      retries.add(retry);
      return () => void retries.delete(retry);
    },
    reasonOf: () => Promise.resolve(reason),
    reload: () => void reloads.push('reload'),
  };
  return { downloads, reloads, retries, networkReturns: () => act(() => retries.forEach((retry) => retry())) };
}

const RAW = 'Failed to fetch dynamically imported module: https://console.example/assets/x.js';

it('[LAZY1] code that does not come is a notice in its place: what is around it stays, and it is downloaded again when the network returns', async () => {
  const { Shown, downloads } = downloaded();
  const around = surroundings('away');
  renderUi(
    <DownloadsContext value={around.downloads}>
      <button>Stop</button>
      <Shown name="An" />
    </DownloadsContext>,
  );
  downloads[0]?.reject(new Error(RAW));
  expect(await screen.findByText(/^No connection: this part of the page is not loaded yet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  expect(document.body.textContent).not.toContain(RAW);
  // It listens to the network in an effect, which may come after what is on the screen.
  await waitFor(() => expect(around.retries.size).toBe(1));
  around.networkReturns();
  expect(downloads).toHaveLength(2);
  downloads[1]?.resolve(Greeting);
  expect(await screen.findByText('Hello An')).toBeVisible();
  expect(around.retries.size).toBe(0);
});

it('[LAZY1] a person may try again', async () => {
  const { Shown, downloads } = downloaded();
  renderUi(<Shown name="An" />);
  downloads[0]?.reject(new Error(RAW));
  const button = await screen.findByRole('button', { name: 'Try Again' });
  act(() => button.click());
  expect(downloads).toHaveLength(2);
});

it('[LAZY2] code of a build that is no longer there says that a new version is', async () => {
  const { Shown, downloads } = downloaded();
  const around = surroundings('outdated');
  renderUi(
    <DownloadsContext value={around.downloads}>
      <Shown name="An" />
    </DownloadsContext>,
  );
  downloads[0]?.reject(new Error(RAW));
  expect(await screen.findByText('A new version is there.')).toBeVisible();
  screen.getByRole('button', { name: 'Reload' }).click();
  expect(around.reloads).toEqual(['reload']);
});

it('[LAZY2] code that this build should have is called broken, not away', async () => {
  const { Shown, downloads } = downloaded();
  renderUi(
    <DownloadsContext value={surroundings('broken').downloads}>
      <Shown name="An" />
    </DownloadsContext>,
  );
  downloads[0]?.reject(new Error(RAW));
  expect(await screen.findByText('This part of the page could not be loaded.')).toBeVisible();
});

it('[LAZY1] a loaded view that breaks is a notice in its place, too', async () => {
  const Broken = loadable(
    () =>
      Promise.resolve((): never => {
        throw new Error(RAW);
      }),
    { waiting: null },
  );
  render(
    <UiProvider remember={aMemory()}>
      <button>Stop</button>
      <Broken />
    </UiProvider>,
    // React reports the error that the boundary catches.
    { onCaughtError: () => undefined },
  );
  expect(await screen.findByText('Something went wrong')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});
