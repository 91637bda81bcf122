import { selectRoute } from '#state/page';
import type { RootState } from '#state/store';
import type { RecordingInfo } from '#streams/recording/recordingInfo';
import { routes } from '../console/routes.ts';

/**
 * Returns the address, below the replay, of the screen with which a recording opens: the one from which it was saved, else the one that its person
 * looked at in the shown state. Null where neither is a screen of this console: a foreign file may name anything.
 */
export function openedScreen({ screen }: Pick<RecordingInfo, 'screen'>, state: RootState): string | null {
  const route = selectRoute(state);
  const wanted = [screen, route === null ? undefined : `${route.path}?${route.search}`];
  const isKnown = (address: string) => routes.some(({ path }) => path === address.split('?')[0]);
  return wanted.find((address) => address !== undefined && isKnown(address)) ?? null;
}
