import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import type { ServerFeature } from '#contract/config';
import { getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { answered, showing } from '../../widgets/aConsole.tsx';

export const stages = answered(getAllLifeCycleStages, {
  result: [
    { id: 'PRODUCTION', name: 'Production' },
    { id: 'OPERATIONAL', name: 'Operational' },
    { id: 'DECOMMISSIONED', name: 'Decommissioned' },
    { id: 'ON_LOAN', name: 'On loan' },
  ],
} satisfies AnswerOf<typeof getAllLifeCycleStages>);

export const types = answered(getAllDeviceTypes, {
  result: [
    { id: 'DIV01', name: 'Divo', revisions: [{ revision_id: 'DV-R1' }] },
    { id: 'KOMPANO', name: 'Kompano', revisions: [] },
    { id: 'LUMION_FIX', name: 'Lumion Fix', metadata_schema: {}, revisions: [{ revision_id: 'LF-R1' }, { revision_id: 'LF-R2' }] },
  ],
} satisfies AnswerOf<typeof getAllDeviceTypes>);

/** Somebody of this role is signed in; `rights` are those that the server announces, none unless given. */
export const signedIn = (role: string, rights: readonly string[] | null = null): EventPayload => ({
  kind: 'session.opened',
  profile: {
    username: 'anna',
    email: 'anna@example.org',
    groups: [`user_type:${role}`],
    second_factor: true,
    ...(rights === null ? {} : { rights: [...rights] }),
  },
});

type Params = Readonly<Record<string, string>>;

/** The question of an act is on its way, and what came of it. */
export function actOf(call: Call, params: Params, query: Readonly<Record<string, string>> = {}) {
  const key = keyOf({ call: call.name, params, query });
  const onItsWay: EventPayload = { kind: 'request.started', key, call: call.name };
  return {
    onItsWay,
    gave: (answer: unknown): readonly EventPayload[] => [onItsWay, { kind: 'request.succeeded', key, call: call.name, answer }],
    refused: (status: number, message: string): readonly EventPayload[] => [
      onItsWay,
      { kind: 'request.failed', key, call: call.name, failure: { status, message } },
    ],
  };
}

interface Options {
  readonly address: string;
  readonly events?: readonly EventPayload[];
  readonly isPast?: boolean;
  /** The features that the server announces beyond the documents; all unless given. */
  readonly features?: readonly ServerFeature[] | undefined;
}

/** A screen of the group with what is known, what it wished, and the way to tell it more. */
export function managing(
  view: ReactElement,
  { address, events = [stages, types, signedIn('system_admin')], isPast = false, features }: Options,
) {
  const intents: Intent[] = [];
  const shown = showing(view, {
    address,
    events: events.map((one): TimedEvent => [1, one]),
    ...(isPast ? {} : { intents }),
    ...(features === undefined ? {} : { features }),
  });
  let second = 1;
  const learn = (...payloads: readonly EventPayload[]) => {
    second += 1;
    shown.learn(...payloads.map((one): TimedEvent => [second, one]));
  };
  /** A second of the clock has come. */
  const tickAt = (at: number) => {
    second = at;
    shown.learn([at, { kind: 'clock.ticked' }]);
  };
  const alerts = () => intents.flatMap((intent) => (intent.kind === 'alert.raised' ? [`${intent.tone}: ${intent.text}`] : []));
  const given = () =>
    intents.flatMap((intent) =>
      intent.kind === 'query.requested' ? [{ call: intent.request.call, params: intent.request.params, body: intent.body }] : [],
    );
  /** The actions among them: the requests with a body. */
  const acts = () => given().filter(({ body }) => body !== undefined);
  return { ...shown, intents, learn, tickAt, alerts, given, acts, user: userEvent.setup() };
}
