import { useLocation } from 'react-router-dom';
import { useEarlierMoment } from '#widgets/EarlierMoment';
import { COMPARE_PATH } from './momentAddress.ts';

/** Returns the instant of A while its comparison with the shown moment is displayed, in ms since epoch; null otherwise. */
export function useComparedAt(): number | null {
  const { pathname } = useLocation();
  const { earlier } = useEarlierMoment();
  return pathname === COMPARE_PATH && earlier !== null ? earlier.at : null;
}
