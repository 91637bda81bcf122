import { spawn } from 'node:child_process';

/** A running example, and everything that it printed. */
interface StartedAgent {
  readonly printed: () => string;
  readonly isRunning: () => boolean;
  /** Ends it; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts an example of `examples/agent`, which trusts the authority of the file `ca`, too. */
export function startAgent(command: readonly string[], options: Readonly<Record<string, string>>, ca?: string): StartedAgent {
  const [program = '', ...given] = command;
  const agent = spawn(program, [...given, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])], {
    env: { ...process.env, ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca, SSL_CERT_FILE: ca }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => agent.once('close', resolve));
  let text = '';
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()));
  return {
    printed: () => text,
    isRunning: () => agent.exitCode === null,
    stop: () => {
      agent.kill('SIGTERM');
      return ended;
    },
  };
}
