import { expect, it } from 'vitest';
import { openCarriedAccount } from '#edge/carriedAccount';

/** The session storage of a tab. */
function aTab(texts: readonly string[] = []) {
  const stored = new Map<string, string>(texts.map((text) => ['orangery.account', text]));
  return {
    stored,
    page: {
      sessionStorage: {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => void stored.set(key, text),
        removeItem: (key: string) => void stored.delete(key),
      },
    },
  };
}
const session = { id: 's-1', next: 7 };

it('[SACCT11] a page takes what the one before it in the tab kept, once, so that a copy of the tab has nothing', () => {
  const { page, stored } = aTab();
  openCarriedAccount(page).keep('an', session);
  const next = openCarriedAccount(page);
  expect([next.take('an'), next.take('an'), stored.size]).toEqual([session, null, 0]);
});

it('[SACCT11] another person takes nothing, and leaves nothing', () => {
  const { page, stored } = aTab();
  openCarriedAccount(page).keep('an', session);
  expect([openCarriedAccount(page).take('bo'), stored.size]).toEqual([null, 0]);
});

it.each(['', '{', '{"username":"an"}', 'null', '[]'])('[SACCT11] %j is nothing', (text) => {
  expect(openCarriedAccount(aTab([text]).page).take('an')).toBeNull();
});

it('[SACCT11] where the browser forbids storage, nothing is kept and nothing fails', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new Error('forbidden');
    },
  };
  const carried = openCarriedAccount(page);
  carried.keep('an', session);
  expect(carried.take('an')).toBeNull();
});
