/** Separates the data of users: data read for one user is neither kept nor shown for the next one who signs in on the same page. */

import type { HistorySource } from './historySource.ts';

/** Returns the username of the signed-in person; null while nobody is signed in. */
export type Username = () => string | null;

/** Returns what `make` returns, made anew once the person is another one: what it keeps of one person is gone for the next. */
export function madePerPerson<T>(username: Username, make: () => T): () => T {
  let made: { readonly person: string | null; readonly value: T } | null = null;
  return () => {
    const person = username();
    if (made?.person !== person || made === null) made = { person, value: make() };
    return made.value;
  };
}

/** Returns an answer. Rejects when it comes after the person changed. */
async function answerFor<T>(username: Username, request: () => Promise<T>): Promise<T> {
  const person = username();
  const answer = await request();
  if (username() !== person) throw new Error('The answer was for another person.');
  return answer;
}

/** Returns a source whose answers are for the person who is signed in when they come. */
export function sourceOfPerson({ index, overview, block }: HistorySource, username: Username): HistorySource {
  return {
    index: (...asked) => answerFor(username, () => index(...asked)),
    ...(overview === undefined ? {} : { overview: (...asked) => answerFor(username, () => overview(...asked)) }),
    block: (...asked) => answerFor(username, () => block(...asked)),
  };
}
