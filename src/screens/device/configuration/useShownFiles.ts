import { useContext, useMemo } from 'react';
import { getConfig } from '#contract/configuration';
import { editRefusal } from '#domain/configEdit';
import { shownFiles } from '#domain/configList';
import { configRightsOf } from '#domain/configRights';
import { selectLive } from '#state/referenceData';
import { selectProfile } from '#state/session';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { IntentContext } from '#state/IntentContext';

const NO_GROUPS: readonly string[] = [];

/** What this person sees of the configuration of a device, and whether they may change it. `files` is undefined before the first answer. */
export function useShownFiles(serial: string, search: string) {
  const asked = useAnswer(getConfig, { serial });
  const groups = useAppSelector(selectProfile)?.groups ?? NO_GROUPS;
  const isOnline = useAppSelector((s) => selectLive(s, serial));
  const isPossible = useContext(IntentContext) !== null;
  const rights = useMemo(() => configRightsOf(groups), [groups]);
  const { answer } = asked;
  const files = useMemo(() => answer && shownFiles(answer, rights, search), [answer, rights, search]);
  return { asked, files, isPossible, refusalOf: (modelGroup: string) => editRefusal(rights, modelGroup, isOnline) };
}
