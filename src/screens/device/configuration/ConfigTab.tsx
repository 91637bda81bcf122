import { chakra } from '@chakra-ui/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { getConfig } from '#contract/devices/configuration';
import { editRefusal, valueRefusal } from '#domain/configuration/configEdit';
import { shownFiles, type ShownParameter } from '#domain/configuration/configList';
import { configRightsOf } from '#domain/configuration/configRights';
import { useFeature } from '#hooks/features';
import { useIsPast } from '#hooks/IntentContext';
import { selectDeviceStatus } from '#state/referenceData';
import { selectProfile } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { SearchField } from '#ui/SearchField';
import { AgeText } from '#widgets/AgeText';
import { RefreshButton } from '#widgets/RefreshButton';
import { NoAnswer } from '../NoAnswer.tsx';
import { ConfigFiles } from './ConfigFiles.tsx';
import { placeKey } from './parameterEdit.ts';
import { ParameterRow } from './ParameterRow.tsx';
import type { ConfigEdits } from './useConfigEdits.ts';

/** These values are not polled; from this age on, they are shown as stale. */
const STALE_AFTER_MS = 300_000;

const Head = chakra('div', { base: { display: 'flex', gap: '8px', mb: '16px' } });
const Search = chakra('div', { base: { flex: { base: 1, md: '0 0 320px' } } });

const NO_GROUPS: readonly string[] = [];

interface Props {
  readonly serial: string;
  readonly edits: ConfigEdits;
}

/** Renders the Configuration tab: search, refresh, age, config files with the parameters visible to this user. Source: DEV-087..101. */
export function ConfigTab({ serial, edits }: Props) {
  const [search, setSearch] = useState('');
  // Thousands of parameters are drawn after the letter that was typed.
  const shownSearch = useDeferredValue(search);
  const { query, files, isPossible, refusalOf } = useShownFiles(serial, shownSearch);
  return (
    <>
      <Head>
        <Search>
          <SearchField label="Search parameters" placeholder="Search all parameters" value={search} onValue={setSearch} />
        </Search>
        <RefreshButton variant="ghost" isPending={query.isPending} onRefresh={query.refresh} />
        {query.at !== undefined && (
          <chakra.span hideBelow="md" alignSelf="center" ms="auto">
            <AgeText at={query.at} clock="console" staleAfterMs={STALE_AFTER_MS} />
          </chakra.span>
        )}
      </Head>
      {/* A failure is silent here, because the top bar shows it. */}
      {files === undefined && query.failure === undefined && <NoAnswer {...query} />}
      {files !== undefined && (
        <ConfigFiles
          files={files}
          isSearch={shownSearch.trim() !== ''}
          onChoose={() => setSearch('')}
          row={(parameter) => (
            <ParameterRow
              key={placeKey({ serial, ...parameter })}
              serial={serial}
              parameter={parameter}
              refusal={refusalOf(parameter)}
              isPossible={isPossible}
              edits={edits}
            />
          )}
        />
      )}
    </>
  );
}

/** Returns the parameters of a device visible to this user, and whether they are editable. `files` is undefined before the first response. */
function useShownFiles(serial: string, search: string) {
  const query = useAnswer(getConfig, { serial });
  const groups = useAppSelector(selectProfile)?.groups ?? NO_GROUPS;
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  const isPossible = !useIsPast();
  const rights = useMemo(() => configRightsOf(groups), [groups]);
  const { answer } = query;
  const files = useMemo(() => answer && shownFiles(answer, rights, search), [answer, rights, search]);
  const takesStructures = useFeature('config_structures');
  const refusalOf = (parameter: ShownParameter) =>
    editRefusal(rights, parameter.model.group, status) ?? valueRefusal(parameter, { takesStructures });
  return { query, files, isPossible, refusalOf };
}
