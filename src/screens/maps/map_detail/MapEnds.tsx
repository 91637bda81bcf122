import { incidentsOfMapLink, screenAddress } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { Undo2 } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { postDeleteMap, postDeleteMapVersion } from '#contract/archive';
import { getAllMaps, getMapIds } from '#contract/map';
import { dottedVersion } from '#domain/places/mapVersion';
import { seesEverything } from '#domain/people/rights';
import { endings } from '#domain/text/endings';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { ArchiveAction } from '#widgets/ArchiveAction';
import { EndAction } from '#widgets/EndAction';
import { RemoveAction } from '#widgets/RemoveAction';
import { UnderlinedLink } from '#widgets/UnderlinedLink';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '24px',
    alignItems: 'start',
    pt: '16px',
    mt: '16px',
    borderTop: '1px solid',
    borderColor: 'border.muted',
  },
});
const Links = chakra('span', { base: { display: 'inline-flex', flexWrap: 'wrap', gap: '0 12px' } });

const WHOLE_LIST = { allPages: true };

interface Props {
  readonly map: {
    readonly id: string;
    readonly name: string;
    readonly archived?: boolean | null | undefined;
    readonly versions: readonly string[];
  };
  /** Refreshes the map. */
  readonly onChanged: () => void;
}

/**
 * Renders the actions of the staff that remove the newest version of a map, remove the map, or archive it. Nothing for other users. Source: MAPDEL3, ARCHIVE6.
 */
export function MapEnds({ map: { versions, ...map }, onChanged }: Props) {
  const isOffered = useFeature('archives');
  const isStaff = useAppSelector((s) => seesEverything(selectRole(s)));
  const lists = [useAnswer(getAllMaps, {}, {}, WHOLE_LIST), useAnswer(getMapIds, {})];
  const navigate = useNavigate();
  if (!isOffered || !isStaff) return null;
  const { id, name } = map;
  const refresh = () => lists.forEach((list) => list.refresh());
  const newest = versions.length > 1 ? dottedVersion(versions.at(-1) ?? '') : null;
  const uses = (
    <Links>
      <UnderlinedLink to={screenAddress('/maps/greenhouses')}>Greenhouses</UnderlinedLink>
      <UnderlinedLink to={screenAddress('/treatments/all')}>Treatments</UnderlinedLink>
      <UnderlinedLink to={incidentsOfMapLink(id)}>Incidents</UnderlinedLink>
      <UnderlinedLink to={screenAddress('/management/overview')}>Devices</UnderlinedLink>
    </Links>
  );
  const refreshAll = () => {
    refresh();
    onChanged();
  };
  return (
    <Line>
      {newest !== null && (
        <EndAction
          key={newest}
          call={postDeleteMapVersion}
          request={{ params: { id, version: newest }, body: {} }}
          uses={uses}
          refresh={refreshAll}
          words={{
            icon: Undo2,
            label: `Take Back Version ${newest}`,
            doing: 'Taking Back',
            question: `Version ${newest} of ${name} will be removed for good. ${endings.removeMapVersion(newest)}`,
            saved: `Version ${newest} is taken back`,
            unsure: `Version ${newest} may be taken back`,
          }}
        />
      )}
      <ArchiveAction kind="map" thing={map} uses={uses} refresh={refreshAll} />
      <RemoveAction
        feature="archives"
        call={postDeleteMap}
        request={{ params: { id }, body: {} }}
        name={name}
        ends={endings.removeMap()}
        uses={uses}
        refresh={refresh}
        onClose={() => void navigate(screenAddress('/maps/maps'))}
      />
    </Line>
  );
}
