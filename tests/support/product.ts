import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.ts';
import { startProduct, type StartedProduct } from './startProduct.ts';

/** The product of a worker as its browser tests use it: address, data folder, and printed demo accounts. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly people: readonly Person[];
}

/** A demo account as printed at the start. `enrolled` is true when it has a second factor. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly enrolled: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The port where a worker asks for its product. */
    productPort: number;
    /** The path of the browser. */
    chromium: string;
  }
}

const lent = new Map<Socket, Promise<void>>();
let first: Promise<StartedProduct> | undefined;
let server: Server | undefined;

/** Parses the demo accounts that a product printed. */
export const peopleIn = (printed: string): readonly Person[] =>
  [...printed.matchAll(/^ {2}(\S+@\S+) +(\S+) +(\d{6}|enrols) +(\w+)$/gm)].map(([, email = '', password = '', code, role = '']) => ({
    email,
    password,
    role,
    enrolled: code !== 'enrols',
  }));

/** Starts a product as in production; the environment decides whether its parts are embedded or external. The first one builds the console for all. */
async function startNext(): Promise<StartedProduct> {
  if (first === undefined) return (first = startProduct());
  await first;
  return startProduct();
}

/** Starts a product for a worker, answers with one line of JSON, and stops the product when the worker is gone. */
async function lend(socket: Socket): Promise<void> {
  const gone = new Promise((resolve) => socket.once('close', resolve));
  const product = await startNext();
  const { url, dataDir, printed } = product;
  const answer: Product = { url, dataDir, people: peopleIn(printed()) };
  socket.write(`${JSON.stringify(answer)}\n`);
  await gone;
  await product.stop();
}

/**
 * Listens for workers that need a product (`ownProduct`). A product runs only while browser tests do: its simulated robots take as much CPU time
 * in five minutes as ten starts.
 */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await chromiumPath());
  server = createServer((socket) => {
    // The connection of a killed process may end with an error.
    socket.on('error', () => socket.destroy());
    const lending = lend(socket).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      socket.destroy();
    });
    lent.set(socket, lending);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  project.provide('productPort', typeof address === 'object' && address !== null ? address.port : 0);
}

export async function teardown(): Promise<void> {
  server?.close();
  for (const socket of lent.keys()) socket.destroy();
  await Promise.all(lent.values());
}
