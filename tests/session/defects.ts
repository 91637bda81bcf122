import { MINUTE_MS } from '#domain/text/timeUnits';
import type { Fold } from '#session/gate';
import { selectDevice } from '#state/fleet';
import { reduceLog, type RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';

/** The change of a defect to the state after an event. */
type Defect = (after: RootState, before: RootState, event: FleetEvent) => RootState;

const foldWith =
  (defect: Defect): Fold =>
  (state, events) =>
    events.reduce((before, event) => defect(reduceLog(before, [event]), before, event), reduceLog(state, []));

const only =
  (kind: FleetEvent['kind'], defect: Defect): Fold =>
  (state, events) =>
    foldWith((after, before, event) => (event.kind === kind ? defect(after, before, event) : after))(state, events);

/** Defects as they are made in reducers, each with a recorded session in which it shows. */
export const defects: Readonly<Record<string, { readonly session: string; readonly fold: Fold }>> = {
  'a device never changes its error': {
    session: 'device-in-error',
    fold: (state, events) =>
      events.reduce(
        (before, event) => {
          if (event.kind !== 'device.stateReported') return reduceLog(before, [event]);
          const error_code = selectDevice(before, event.serial)?.state.error_code ?? null;
          return reduceLog(before, [{ ...event, state: { ...event.state, error_code } }]);
        },
        reduceLog(state, []),
      ),
  },
  'a device that left the list stays in it': { session: 'device-in-error', fold: only('device.removed', (_, before) => before) },
  'lists show the devices of the first second': {
    session: 'calm-shift',
    fold: only('clock.ticked', (after, { fleet }) =>
      fleet.perSecondSnapshot.chunks.length === 0
        ? after
        : { ...after, fleet: { ...after.fleet, perSecondSnapshot: fleet.perSecondSnapshot } },
    ),
  },
  'a refused command looks sent': {
    session: 'take-over',
    fold: only('command.rejected', (after) => ({ ...after, commands: after.commands.map((own) => ({ ...own, phase: 'sent' })) })),
  },
  'the reason of a refusal is lost': {
    session: 'take-over',
    fold: only('command.rejected', (after) => ({ ...after, commands: after.commands.map((own) => ({ ...own, failure: null })) })),
  },
  'an alert is never closed': {
    session: 'take-over',
    fold: only('clock.ticked', (after, { alerts }) => ({ ...after, alerts })),
  },
  'a confirmed response looks old': {
    session: 'lost-socket',
    fold: only('request.unchanged', (after, { answers }) => ({ ...after, answers })),
  },
  'a push does not make the data fresh': {
    session: 'lost-socket',
    fold: only('device.stateReported', (after, { health }) => ({ ...after, health })),
  },
  'the first screen stays the shown one': {
    session: 'take-over',
    fold: only('route.entered', (after, { page }) => (page.route === null ? after : { ...after, page })),
  },
  'the clock stands still in the hour of the clock change': {
    session: 'clock-change',
    fold: only('clock.ticked', (after, { clock }, { at }) => (Math.floor(at / MINUTE_MS) % 60 === 0 ? { ...after, clock } : after)),
  },
};
