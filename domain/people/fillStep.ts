import { screenAddress } from '../addresses.ts';
import { type Role, seesEverything } from './rights.ts';

/** The lists that are empty until people fill them. */
export type FilledList = 'organisations' | 'locations' | 'greenhouses' | 'maps' | 'devices' | 'people' | 'deviceTypes' | 'errorCodes';

/** The way to fill an empty list: a sentence and, for readers who may fill it, the action. Without `to`, the action is on the screen of the list. */
interface FillStep {
  readonly text: string;
  readonly word?: string;
  readonly to?: string;
}

/** The conditions of a step: the role of the reader, and whether the parent exists. An unknown parent is assumed to exist. */
interface Known {
  readonly role: Role | null;
  readonly hasOrganisations?: boolean;
  readonly hasLocations?: boolean;
  /** Whether the reader may invite people to the list. */
  readonly mayInvite?: boolean;
  /** Whether people are added only at an external identity provider. */
  readonly isElsewhere?: boolean;
}

const STAFF = 'Ask the staff of the provider.';

/** One row per list. An unknown role (a server without `me`) may do everything. */
const steps: Readonly<Record<FilledList, (known: Known & { readonly isStaff: boolean }) => FillStep>> = {
  organisations: ({ isStaff }) =>
    isStaff ? { text: 'No organisation yet.', word: 'Create Organisation' } : { text: `No organisation is shown to you yet. ${STAFF}` },
  locations: ({ isStaff, hasOrganisations = true }) => {
    if (hasOrganisations) return { text: 'No location yet.', word: 'Create Location' };
    if (!isStaff) return { text: `A location belongs to an organisation, and none is shown to you yet. ${STAFF}` };
    return {
      text: 'A location belongs to an organisation: create that first.',
      word: 'Organisations',
      to: screenAddress('/maps/organisations'),
    };
  },
  greenhouses: ({ hasLocations = true }) =>
    hasLocations
      ? { text: 'No greenhouse yet.', word: 'Create Greenhouse' }
      : { text: 'A greenhouse stands at a location: create that first.', word: 'Locations', to: screenAddress('/maps/locations') },
  maps: () => ({ text: 'No map yet. The first one is uploaded below.' }),
  devices: ({ isStaff }) =>
    isStaff
      ? { text: 'No device yet.', word: 'Add Device', to: screenAddress('/management/add') }
      : { text: `No device works for your organisation yet. ${STAFF}` },
  deviceTypes: ({ isStaff }) =>
    isStaff ? { text: 'No device type yet.', word: 'Add Device Type' } : { text: `No device type yet. ${STAFF}` },
  errorCodes: ({ isStaff }) => (isStaff ? { text: 'No error code yet.', word: 'Add Error Code' } : { text: `No error code yet. ${STAFF}` }),
  people: ({ mayInvite = true, isElsewhere = false }) => {
    if (isElsewhere) return { text: 'Nobody yet. People are added at the identity provider.' };
    return mayInvite
      ? { text: 'Nobody yet.', word: 'Invite User', to: screenAddress('/users', { tab: 'manage_users' }) }
      : { text: 'Nobody yet. Ask a system admin to invite somebody.' };
  },
};

/** Returns the step that fills an empty list, for the reader. Source: EMPTY2. */
export const fillStep = (list: FilledList, known: Known): FillStep =>
  steps[list]({ ...known, isStaff: known.role === null || seesEverything(known.role) });
