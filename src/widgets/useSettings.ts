import { useState } from 'react';
import { type Device, postUpdateDevice } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { isDecommissioned } from '#domain/devices/deviceList';
import { deviceName, deviceNameProblem } from '#domain/devices/deviceSettings';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { useUnsaved } from '#ui/form/leaveGuard';
import { type DeviceAnswers, useDeviceAnswers } from './useDeviceAnswers.ts';
import { useRenews } from './useRenews.ts';

/** The editable settings of a device. */
export type SettingName = 'name' | 'life_cycle_stage';

/** One setting: its value, and its draft while it is edited. */
export interface Setting {
  readonly value: string;
  /** The draft; null while the setting is not edited. */
  readonly draft: string | null;
  /** The validation problem of the draft, or the reason why saving failed. */
  readonly problem: string | undefined;
  /** The stored value that another user saved since the edit began; undefined if there is none. */
  readonly othersValue: string | undefined;
  /** The consequence of saving the draft; null if there is none. */
  readonly ends: string | null;
  readonly isSaving: boolean;
  /** Whether the draft may be saved now. */
  readonly canSave: boolean;
  /** Whether settings can be changed; false in the past. */
  readonly isPossible: boolean;
  readonly put: (draft: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/** A saved value, shown until the record of the device is received again. */
interface Saved {
  readonly name: SettingName;
  readonly value: string;
  readonly recordAt: number | undefined;
}

/** A draft, the value at the start of its edit, and whether it was changed: an edit that was only opened is not saved. Source: FORM1. */
interface SettingDraft {
  readonly draft: string;
  readonly begun: string;
  readonly isTouched: boolean;
}

type Drafts = Readonly<Record<SettingName, SettingDraft | null>>;
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

/** Returns functions that save one setting at a time, and the state of the sent one. */
function useSaveSetting(device: Device, { at, refresh }: DeviceAnswers, onSaved: (name: SettingName) => void) {
  const [sent, setSent] = useState<Saved | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const { save, isSaving, alert, isPossible } = useSave(postUpdateDevice, {
    saved: 'The change is saved',
    onSaved: () => {
      if (sent === null) return;
      setSaved({ ...sent, recordAt: at });
      onSaved(sent.name);
    },
    // The record may have changed even without a response.
    onSettled: refresh,
    failsAs: 'toast',
  });
  return {
    isSaving,
    isPossible,
    isOfSent: (name: SettingName) => sent?.name === name,
    alertOf: (name: SettingName) => (sent?.name === name ? alert : undefined),
    valueOf: (name: SettingName) => (saved?.name === name && saved.recordAt === at ? saved.value : device[name]),
    send: (name: SettingName, value: string) => {
      setSent({ name, value, recordAt: at });
      save({ params: { serial: device.serial }, body: { [name]: value } });
    },
    /** Discards the result of the last save when its draft is discarded. */
    forget: (name: SettingName) => {
      if (sent?.name === name && !isSaving) setSent(null);
    },
  };
}

/**
 * Returns the function that returns a setting of a device. A setting is edited, then saved or cancelled; after a save, the record of the device is requested
 * again. Only changed values are sent. Source: DEV-143.
 */
export function useSettings(device: Device): (name: SettingName) => Setting {
  const answers = useDeviceAnswers(device.serial);
  const label = useDeviceLabel(device.serial);
  const renews = useRenews(device);
  const [drafts, setDrafts] = useState<Drafts>(NOTHING_EDITED);
  const close = (name: SettingName) => setDrafts((known) => ({ ...known, [name]: null }));
  const end = (name: SettingName) => {
    close(name);
    answers.refresh();
  };
  const post = useSaveSetting(device, answers, close);
  const isChanged = (name: SettingName) => {
    const edit = drafts[name];
    return edit?.isTouched === true && cleanOf(name, edit.draft) !== post.valueOf(name);
  };
  const leave = { name: useUnsaved(isChanged('name')), life_cycle_stage: useUnsaved(isChanged('life_cycle_stage')) };
  return (name) => {
    const edit = drafts[name];
    const draft = edit?.draft ?? null;
    const value = post.valueOf(name);
    const wrong = name === 'name' && draft !== null && isChanged(name) ? deviceNameProblem(draft) : undefined;
    const now = { name: post.valueOf('name'), life_cycle_stage: post.valueOf('life_cycle_stage') };
    const canSave = draft !== null && wrong === undefined && !post.isSaving && post.isPossible;
    return {
      value,
      draft,
      problem: wrong ?? post.alertOf(name),
      othersValue: edit !== null && edit.begun !== value ? value : undefined,
      ends: draft === null || !isChanged(name) ? null : endsOf(now, { name, next: cleanOf(name, draft), label, renews }),
      isSaving: post.isSaving && post.isOfSent(name),
      canSave,
      isPossible: post.isPossible,
      put: (next) =>
        setDrafts((known) => ({ ...known, [name]: { draft: next, begun: known[name]?.begun ?? value, isTouched: known[name] !== null } })),
      save: () => {
        if (!canSave) return;
        const next = cleanOf(name, draft);
        if (!isChanged(name)) end(name);
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
