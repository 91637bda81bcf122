import { createServer, type Socket } from 'node:net';

/** How the server reacts to a mail: accepts it, rejects the recipient for now or for good, closes the connection at the recipient or after the content, or never responds. */
export type SmtpMood = 'takes' | 'defers' | 'refuses' | 'hangs up' | 'takes and hangs up' | 'is silent';

/** A mail server with minimal SMTP that keeps accepted mails. */
export interface SmtpServer {
  readonly url: string;
  readonly mails: readonly { readonly to: readonly string[]; readonly text: string }[];
  mood: SmtpMood;
  /** Number of recipients that were not accepted. */
  readonly refused: number;
  readonly close: () => Promise<void>;
}

/** Listens on a free loopback port. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: { to: string[]; text: string }[] = [];
  const open = new Set<Socket>();
  const state = { mood: 'takes' as SmtpMood, refused: 0 };
  const converse = (socket: Socket) => {
    let buffered = '';
    let to: string[] = [];
    let data: string[] | null = null;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const receive = (line: string) => {
      if (data !== null) {
        if (line !== '.') return data.push(line.replace(/^\.\./, '.'));
        mails.push({ to, text: data.join('\n') });
        [to, data] = [[], null];
        if (state.mood === 'takes and hangs up') return socket.destroy();
        return answer('250 taken');
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') {
        if (state.mood === 'defers' || state.mood === 'refuses' || state.mood === 'hangs up') state.refused += 1;
        if (state.mood === 'refuses') return answer('550 no such person');
        if (state.mood === 'defers') return answer('450 try later');
        if (state.mood === 'hangs up') return socket.destroy();
        to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
      }
      if (verb === 'DATA') {
        data = [];
        return answer('354 go on');
      }
      return answer(verb === 'QUIT' ? '221 bye' : '250 ok');
    };
    socket.on('data', (piece) => {
      buffered += piece.toString();
      const lines = buffered.split('\r\n');
      buffered = lines.pop() ?? '';
      for (const line of lines) receive(line);
    });
    socket.on('error', () => undefined);
    if (state.mood !== 'is silent') answer('220 test');
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    converse(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    mails,
    get refused() {
      return state.refused;
    },
    get mood() {
      return state.mood;
    },
    set mood(mood) {
      state.mood = mood;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
