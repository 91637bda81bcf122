import { createContext, useContext } from 'react';
import type { Wish } from '#streams/wish';

/** Hands a wish down to the streams. */
export type GiveWish = (wish: Wish) => void;

/** Where wishes go; null in the past, where nothing can be asked. */
export const WishContext = createContext<GiveWish | null>(null);

const ignored: GiveWish = () => undefined;

/** Gives wishes: open an interest, ask once, raise an alert. In the past they go nowhere. */
export function useWish(): GiveWish {
  return useContext(WishContext) ?? ignored;
}
