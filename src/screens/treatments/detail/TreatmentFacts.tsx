import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import type { Treatment } from '#contract/fleet/treatment';
import { deviceLink } from '#domain/addresses';
import { dottedVersion } from '#domain/places/mapVersion';
import { wordText } from '#domain/text/labels';
import { MISSING, numberText, percentText } from '#domain/text/numbers';
import { yesNo } from '#domain/text/yesNo';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import { ReachedEnd } from '#widgets/ReachedEnd';
import { StartTime } from '#widgets/StartTime';
import { TimeText } from '#widgets/TimeText';

const To = chakra(Link, { base: { color: 'accent.fg', _hover: { textDecoration: 'underline' } } });

const Devices = ({ treatment: { device_serials, device_names } }: { readonly treatment: Treatment }) => (
  <span>
    {device_serials.map((serial, at) => (
      <Fragment key={serial}>
        {at > 0 && '; '}
        <To to={deviceLink(serial, 'treatments')}>{[device_names?.[at], serial].filter((part) => part).join(', ')}</To>
      </Fragment>
    ))}
  </span>
);

const mapText = ({ map_name, map_id, map_version }: Treatment) =>
  [map_name || map_id || MISSING, ...(map_version ? [dottedVersion(map_version)] : [])].join(', ');

/** Returns who counted the lanes, and the device's own count if it differs; null if nothing is known. */
function countedText({ stats }: Treatment): string | null {
  if (stats?.accurately_calculated == null) return null;
  if (!stats.accurately_calculated) return 'by the device';
  const { reported } = stats;
  const isSame = reported == null || (reported.total_treated === stats.total_treated && reported.total_asked === stats.total_asked);
  return isSame
    ? 'from the jobs'
    : `from the jobs; the device says ${numberText(reported.total_treated)}/${numberText(reported.total_asked)}`;
}

/**
 * Renders the data of a treatment: Device, Map, Treatment type, Start and Finish time, Lanes treated/asked, Coverage. Source: TRT-028,
 * TRT-029.
 */
export function TreatmentFacts({ treatment }: { readonly treatment: Treatment }) {
  const { stats } = treatment;
  return (
    <Section title="Treatment">
      <KeyValues
        rows={[
          ['Device', <Devices key="device" treatment={treatment} />],
          ['Map', mapText(treatment)],
          ['Treatment type', treatment.treatment_type == null ? null : wordText(treatment.treatment_type)],
          ['Start time', <StartTime key="start" treatment={treatment} />],
          ['Finish time', <TimeText key="finish" at={treatment.finish_time} />],
          ['Lanes treated/asked', `${numberText(stats?.total_treated)}/${numberText(stats?.total_asked)}`],
          ['Counted', countedText(treatment)],
          ['Coverage', percentText(stats?.coverage)],
          ['Reached end', <ReachedEnd key="end" treatment={treatment} />],
          ['Test mission', yesNo(treatment.test_mission)],
        ]}
      />
    </Section>
  );
}
