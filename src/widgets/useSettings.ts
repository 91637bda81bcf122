import { useState } from 'react';
import { type Device, getAllDevices, postUpdateDevice } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { isDecommissioned } from '#domain/devices/deviceList';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import { useSave } from '#hooks/useSave';
import { useUnsaved } from '#ui/form/leaveGuard';
import { useRenews } from './useRenews.ts';

/** The editable settings of a device. */
export type SettingName = 'name' | 'life_cycle_stage';

/** One setting: its value, and its draft while it is edited. */
export interface Setting {
  readonly value: string;
  /** Null while the setting is not edited. */
  readonly draft: string | null;
  /** The validation problem of the draft, or why saving failed. */
  readonly problem: string | undefined;
  /** The consequence of saving the draft; null if there is none. */
  readonly ends: string | null;
  readonly isSaving: boolean;
  /** True when the draft may be saved now. */
  readonly canSave: boolean;
  /** False in the past, where nothing can be changed. */
  readonly isPossible: boolean;
  readonly put: (draft: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** A saved value, shown until the next response of the device list. */
interface Saved {
  readonly name: SettingName;
  readonly value: string;
  readonly listedAt: number | undefined;
}

type Drafts = Readonly<Record<SettingName, string | null>>;
const NOTHING_EDITED: Drafts = { name: null, life_cycle_stage: null };

/** Returns the consequence of a changed setting: a device that becomes decommissioned is cut off. Source: ENDS1. */
function endsOf(
  device: Pick<Device, SettingName>,
  { name, next, label, renews }: { readonly name: SettingName; readonly next: string; readonly label: string; readonly renews: boolean },
): string | null {
  const isCutOff = !isDecommissioned(device) && isDecommissioned({ ...device, [name]: next });
  return isCutOff ? endings.decommission(label, renews) : null;
}

const cleanOf = (name: SettingName, draft: string): string => (name === 'name' ? deviceName(draft) : draft);

/** Saves one setting at a time and keeps which one was sent. */
function useSaveSetting(device: Device, listed: Answered<unknown>, onSaved: (name: SettingName) => void) {
  const [sent, setSent] = useState<Saved | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const { save, isSaving, alert, isPossible } = useSave(postUpdateDevice, {
    saved: 'The change is saved',
    onSaved: () => {
      if (sent === null) return;
      setSaved({ ...sent, listedAt: listed.at });
      onSaved(sent.name);
    },
    isSaved: ({ result }) => result,
    failsAs: 'toast',
  });
  return {
    isSaving,
    isPossible,
    isOfSent: (name: SettingName) => sent?.name === name,
    alertOf: (name: SettingName) => (sent?.name === name ? alert : undefined),
    valueOf: (name: SettingName) => (saved?.name === name && saved.listedAt === listed.at ? saved.value : device[name]),
    send: (name: SettingName, value: string) => {
      setSent({ name, value, listedAt: listed.at });
      save({ params: { serial: device.serial }, body: { [name]: value } });
    },
    /** Discards the result of the last save together with its draft. */
    forget: (name: SettingName) => {
      if (sent?.name === name && !isSaving) setSent(null);
    },
  };
}

/**
 * Returns the settings of a device. A setting is edited, then saved or cancelled, after which the device list is requested again. Only changed values are
 * sent. Source: DEV-143.
 */
export function useSettings(device: Device): (name: SettingName) => Setting {
  const listed = useAnswer(getAllDevices, {});
  const label = useDeviceLabel(device.serial);
  const renews = useRenews(device);
  const [drafts, setDrafts] = useState<Drafts>(NOTHING_EDITED);
  const end = (name: SettingName) => {
    setDrafts((known) => ({ ...known, [name]: null }));
    listed.refresh();
  };
  const post = useSaveSetting(device, listed, end);
  const isChanged = (name: SettingName) => drafts[name] !== null && cleanOf(name, drafts[name]) !== post.valueOf(name);
  const leave = { name: useUnsaved(isChanged('name')), life_cycle_stage: useUnsaved(isChanged('life_cycle_stage')) };
  return (name) => {
    const draft = drafts[name];
    const value = post.valueOf(name);
    const wrong = name === 'name' && draft !== null ? deviceNameProblem(draft) : undefined;
    const now = { name: post.valueOf('name'), life_cycle_stage: post.valueOf('life_cycle_stage') };
    const canSave = draft !== null && wrong === undefined && !post.isSaving && post.isPossible;
    return {
      value,
      draft,
      problem: wrong ?? post.alertOf(name),
      ends: draft === null ? null : endsOf(now, { name, next: cleanOf(name, draft), label, renews }),
      isSaving: post.isSaving && post.isOfSent(name),
      canSave,
      isPossible: post.isPossible,
      put: (next) => setDrafts((known) => ({ ...known, [name]: next })),
      save: () => {
        if (!canSave) return;
        const next = cleanOf(name, draft);
        if (next === value) end(name);
        else post.send(name, next);
      },
      cancel: () =>
        leave[name](() => {
          post.forget(name);
          end(name);
        }),
    };
  };
}
