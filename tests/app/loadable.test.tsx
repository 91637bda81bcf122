import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { loadable } from '#app/loadable';

const Greeting = ({ name }: { readonly name: string }) => <p>Hello {name}</p>;

interface Download {
  readonly resolve: (component: typeof Greeting) => void;
  readonly reject: (error: Error) => void;
}

/** A component whose code arrives when the test says so. */
function downloaded() {
  const downloads: Download[] = [];
  const Shown = loadable(() => new Promise<typeof Greeting>((resolve, reject) => downloads.push({ resolve, reject })), <p>Waiting</p>);
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

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string }> {
  override state = { message: '' };
  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : '' };
  }
  override render() {
    return this.state.message === '' ? (
      this.props.children
    ) : (
      <button onClick={() => this.setState({ message: '' })}>{this.state.message}</button>
    );
  }
}

it('[LOAD3] what cannot be downloaded is an error of the component, and another attempt downloads it again', async () => {
  const { Shown, downloads } = downloaded();
  render(
    <Boundary>
      <Shown name="An" />
    </Boundary>,
    // React reports the error that the boundary catches.
    { onCaughtError: () => undefined },
  );
  downloads[0]?.reject(new Error('no connection'));
  (await screen.findByRole('button', { name: 'no connection' })).click();
  await screen.findByText('Waiting');
  expect(downloads).toHaveLength(2);
  downloads[1]?.resolve(Greeting);
  await screen.findByText('Hello An');
});
