import { openBroker, type OpenBroker } from './openBroker.ts';
import { toBroker, type FromBroker } from './brokerMessages.ts';

/**
 * The broker as a process of its own: whatever devices do to it, the server and its stop command go on. It ends with the server, also when that one is
 * killed.
 */
let broker: Promise<OpenBroker> | undefined;
let asked = 0;
const questions = new Map<number, (isKnown: boolean) => void>();

const say = (message: FromBroker) => void process.send?.(message);

function takesToken(serial: string, token: string): Promise<boolean> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    say({ kind: 'token', id, serial, token });
  });
}

process.on('message', (value) => {
  const message = toBroker.parse(value);
  if (message.kind === 'known') {
    questions.get(message.id)?.(message.isKnown);
    questions.delete(message.id);
  }
  if (message.kind === 'disconnect') void broker?.then((open) => open.disconnect(message.serial));
  if (message.kind !== 'open') return;
  broker = openBroker({ secret: message.secret, port: message.port, takesToken, now: () => Date.now() });
  broker.then(
    ({ port }) => say({ kind: 'ready', port }),
    (error: unknown) => say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
