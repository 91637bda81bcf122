/** Separates the data of users: data read for one user is neither kept nor shown for the next one who signs in on the same page. */

import type { HistorySource } from './historySource.ts';

/** A function that returns the username of the signed-in person; null while nobody is signed in. */
export type Username = () => string | null;

/** Returns the result of `make`, created again when another person signs in, so that nothing kept for one person reaches the next. */
export function madePerPerson<T>(username: Username, make: () => T): () => T {
  let made: { readonly person: string | null; readonly value: T } | null = null;
  return () => {
    const person = username();
    if (made?.person !== person || made === null) made = { person, value: make() };
    return made.value;
  };
}

/** Returns a response. Rejects if another person signed in before it arrived. */
async function answerFor<T>(username: Username, request: () => Promise<T>): Promise<T> {
  const person = username();
  const answer = await request();
  if (username() !== person) throw new Error('The answer was for another person.');
  return answer;
}

/** Returns a source whose responses are only for the person who sent the request: it rejects if another person signed in meanwhile. */
export function sourceOfPerson({ index, overview, block }: HistorySource, username: Username): HistorySource {
  return {
    index: (...asked) => answerFor(username, () => index(...asked)),
    ...(overview === undefined ? {} : { overview: (...asked) => answerFor(username, () => overview(...asked)) }),
    block: (...asked) => answerFor(username, () => block(...asked)),
  };
}
