import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getDeployments, getLocations } from '#contract/place';
import { dateTimeText } from '#domain/text/dates';
import { AgeText } from '#widgets/AgeText';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { FinishStatus } from '#widgets/FinishStatus';
import { LocationName } from '#screens/device/DeviceTitle';
import { OnlineMark } from '#widgets/OnlineMark';
import { SimRatePlan } from '#widgets/SimRatePlan';
import { TimeText } from '#widgets/TimeText';
import { ticked } from '../state/eventsOf.ts';
import { answered, showing } from './aConsole.tsx';

it.each([
  ['RULE-039', 18, 'red', '18 %'],
  ['RULE-042', 50, 'amber', '50 %'],
  ['RULE-045', 100, 'green', '100 %'],
])('[%s] a battery at %i is %s and reads %s', (_, level, band, text) => {
  const { container } = showing(<BatteryIcon level={level} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(container.querySelector('[data-band]')).toHaveAttribute('data-band', band);
});

it('[RULE-037] [RULE-038] a battery nobody knows is a dash without a picture', () => {
  const { container } = showing(<BatteryIcon level={-1} />);
  expect(screen.getByText('-')).toBeVisible();
  expect(container.querySelector('svg')).toBeNull();
});

it.each([
  ['RULE-065', 'fully_completed', null, 'Fully completed', 'circle-check', 'success'],
  ['RULE-066', 'partially_completed', true, 'Partially completed', 'circle-check', 'success'],
  ['RULE-067', 'partially_completed', false, 'Partially completed', 'circle-alert', 'warning'],
  ['RULE-068', 'paused', null, 'Paused', 'circle-pause', 'warning'],
  ['RULE-069', 'stopped', null, 'Stopped', 'circle-stop', 'warning'],
  ['RULE-070', 'failed', null, 'Failed', 'circle-x', 'danger'],
  ['RULE-071', '', null, 'Running', 'loader-circle', 'running'],
])('[%s] the finish %j, reached_end %s reads %s', (_, status, reached, label, icon, tone) => {
  const { container } = showing(<FinishStatus finish_status={status} reached_end={reached} />);
  expect(screen.getByText(label)).toBeVisible();
  expect(container.querySelector(`.lucide-${icon}`)).not.toBeNull();
  expect(container.querySelector(`[data-tone=${tone}]`)).not.toBeNull();
});

it('[AGE1] an age follows the clock of the log, and warns once it is stale', () => {
  const { container, learn } = showing(<AgeText at={2_000} staleAfterMs={30_000} />, { events: [[2, ticked]] });
  expect(screen.getByText('0 s old')).toBeVisible();
  learn([31, ticked]);
  expect(screen.getByText('29 s old')).toBeVisible();
  expect(container.querySelector('svg')).toBeNull();
  learn([62, ticked]);
  expect(screen.getByText('1 min old')).toBeVisible();
  expect(container.querySelector('.lucide-clock-alert')).not.toBeNull();
});

it('[AGE1] ages of the wire count by the clock of the server, ages of answers by our own', () => {
  const events = [[59, { kind: 'clock.offsetMeasured', offsetMs: 5_000 }] as const, [60, ticked] as const];
  showing(
    <>
      <AgeText at={50_000} />
      <AgeText at={50_000} clock="console" />
    </>,
    { events },
  );
  expect(screen.getByText('15 s old')).toBeVisible();
  expect(screen.getByText('10 s old')).toBeVisible();
});

it('[RULE-030] online and offline differ in word and age, not in colour alone', () => {
  const { unmount } = showing(<OnlineMark status="offline" seenAt={0} />, { events: [[48, ticked]] });
  expect(screen.getByText('Offline')).toBeVisible();
  expect(screen.getByText('48 s old')).toBeVisible();
  unmount();
  showing(<OnlineMark status="online" />);
  expect(screen.getByText('Online')).toBeVisible();
  expect(screen.queryByText('Offline')).toBeNull();
});

it('[STAT1] a status that the console does not know is a word of its own, with the age of the last report', () => {
  showing(<OnlineMark status="unknown" seenAt={0} />, { events: [[48, ticked]] });
  expect(screen.getByText('Unknown')).toBeVisible();
  expect(screen.getByText('48 s old')).toBeVisible();
});

it('[RULE-030] a device that never connected is offline and never seen', () => {
  showing(<OnlineMark status="offline" seenAt={null} />);
  expect(screen.getByText('never seen')).toBeVisible();
});

it.each([
  ['DEV-040', 'EU Keep Alive', true],
  ['FLEET-050', 'Keep Alive 1 MB', true],
  ['DEV-040', 'EU 10 GB', false],
])('[%s] the rate plan %s warns: %s', (_, plan, warns) => {
  const { container } = showing(<SimRatePlan rate_plan={plan} />);
  expect(screen.getByText(plan)).toBeVisible();
  expect(container.querySelector('.lucide-triangle-alert') !== null).toBe(warns);
});

it('[MSG-013] a rate plan and a time nobody knows are dashes', () => {
  showing(
    <>
      <SimRatePlan rate_plan={null} />
      <TimeText at={undefined} />
    </>,
  );
  expect(screen.getAllByText('-')).toHaveLength(2);
});

it('[RULE-053] a time is written for people and for machines', () => {
  const at = '2026-03-04T13:05:09.000Z';
  showing(<TimeText at={at} />);
  expect(screen.getByText(dateTimeText(at))).toHaveAttribute('dateTime', at);
});

it('[OPEN-109] [MSG-090] the place of a device, and of one that has none', () => {
  const creation_date = '2026-03-04T13:05:09Z';
  const deployments = { total: 1, results: [{ id: 'd', device_serial: 'LF-01', location_id: 'a', creation_date }] };
  const locations = { total: 1, results: [{ id: 'a', name: 'Kortrijk', owned_by: 'o', timezone: 'Europe/Brussels' }] };
  const events = [[1, answered(getDeployments, deployments)] as const, [1, answered(getLocations, locations)] as const];
  showing(
    <ul>
      <li>
        <LocationName serial="LF-01" />
      </li>
      <li>
        <LocationName serial="LF-02" />
      </li>
    </ul>,
    { events },
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Kortrijk', 'Not Deployed']);
});
