import { selectRoute } from '#state/page';
import type { RootState } from '#state/store';
import type { RecordingInfo } from '#streams/recording/recordingInfo';
import { routes } from '../console/routes.ts';

/**
 * Returns the URL, below the replay, of the screen with which a recording opens: the screen from which it was saved, otherwise the one that its user viewed in
 * the shown state. Null if neither is a screen of this console, because a file from elsewhere may contain any path.
 */
export function openedScreen({ screen }: Pick<RecordingInfo, 'screen'>, state: RootState): string | null {
  const route = selectRoute(state);
  const wanted = [screen, route === null ? undefined : `${route.path}?${route.search}`];
  const isKnown = (address: string) => routes.some(({ path }) => path === address.split('?')[0]);
  return wanted.find((address) => address !== undefined && isKnown(address)) ?? null;
}
