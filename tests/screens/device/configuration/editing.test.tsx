import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getConfig } from '#contract/devices/configuration';
import { keyOf } from '#streams/event';
import { LeaveGuardContext, createLeaveGuard } from '#ui/form/leaveGuard';
import { reported, vanished } from '../../../state/eventsOf.ts';
import {
  cancel,
  configResponse,
  configuration,
  confirm,
  edit,
  notSaved,
  notTaken,
  others,
  row,
  saveAsked,
  saved,
  serial,
  support,
} from './aConfiguration.tsx';

const body = (config_name: string, old_value: unknown, new_value: unknown) => ({
  file_name: 'navigation.yaml',
  config_name,
  old_value,
  new_value,
});
const field = (name: string) => screen.getByRole('spinbutton', { name });

it('[DEV-089] [DEV-090] [DEV-092] [DEV-095] a float is edited in a number input and confirmed by Enter; saved, the values are asked again', async () => {
  const { user, sent, asks, learn } = configuration();
  await user.click(edit('max_speed'));
  expect(field('max_speed')).toHaveFocus();
  expect(field('max_speed')).toHaveAccessibleDescription('from 0 to 1.5 m/s');
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  expect(sent()).toEqual([body('max_speed', 0.5, 0.6)]);
  expect(row('max_speed').getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-disabled', 'true');
  learn([3, saveAsked]);
  expect(asks()).toBe(0);
  learn([4, saved]);
  expect(asks()).toBe(1);
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(edit('max_speed')).toHaveFocus();
  learn([5, configResponse({ max_speed: 0.6 })]);
  expect(row('max_speed').getByText('0.6 m/s')).toBeVisible();
});

it('[DEV-093] a bool is edited with a checkbox', async () => {
  const { user, sent } = configuration();
  await user.click(edit('use_lidar'));
  await user.click(screen.getByRole('checkbox', { name: /use_lidar/ }));
  await user.click(confirm('use_lidar'));
  expect(sent()).toEqual([body('use_lidar', false, true)]);
});

it('[EDIT6] [DEV-093] [DEV-097] a flag that the device stores as a text begins ticked; confirmed as it was, nothing is sent', async () => {
  const { user, sent } = configuration({ events: [[2, configResponse({ use_lidar: 'True' })]] });
  await user.click(edit('use_lidar'));
  expect(screen.getByRole('checkbox', { name: /use_lidar/ })).toBeChecked();
  await user.click(confirm('use_lidar'));
  expect(sent()).toEqual([]);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('[EDIT6] [DEV-093] a flag without a value is not set until it is ticked, and once unticked it is sent as false', async () => {
  const { user, sent } = configuration({ events: [[2, configResponse({ use_lidar: null })]] });
  const flag = () => screen.getByRole('checkbox', { name: /use_lidar/ });
  await user.click(edit('use_lidar'));
  expect(flag()).not.toBeChecked();
  expect(row('use_lidar').getByText('not set')).toBeVisible();
  await user.click(confirm('use_lidar'));
  expect(sent()).toEqual([]);
  await user.click(edit('use_lidar'));
  await user.click(flag());
  await user.click(flag());
  await user.click(confirm('use_lidar'));
  expect(sent()).toEqual([body('use_lidar', null, false)]);
});

it('[EDIT6] [DEV-096] [DEV-097] a number without a value has no problem until it is changed, and is not sent', async () => {
  const { user, sent } = configuration({ events: [[2, configResponse({ retries: null })]] });
  await user.click(edit('retries'));
  expect(row('retries').queryByText('Enter a whole number.')).toBeNull();
  await user.click(confirm('retries'));
  expect(sent()).toEqual([]);
  await user.click(edit('retries'));
  await user.type(field('retries'), '1.5');
  expect(row('retries').getByText('Enter a whole number.')).toBeVisible();
  expect(confirm('retries')).toBeDisabled();
});

it('[EDIT6] [EDIT3] after a failed save the first value is sent again, because the device has another one by now', async () => {
  const { user, sent, learn } = configuration();
  await user.click(edit('max_speed'));
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  learn([3, saveAsked], [4, notSaved({ status: 409, message: 'conflict: Changed' })], [5, configResponse({ max_speed: 0.7 })]);
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.5{Enter}');
  expect(sent()).toEqual([body('max_speed', 0.5, 0.6), body('max_speed', 0.7, 0.5)]);
});

it('[DEV-094] a string is edited in several lines, where Enter is a new line and Ctrl+Enter confirms', async () => {
  const { user, sent } = configuration();
  await user.click(screen.getByRole('button', { name: /^lights.yaml/ }));
  await user.click(edit('greeting'));
  await user.type(screen.getByRole('textbox', { name: 'greeting' }), '{Enter}world');
  expect(sent()).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent()).toEqual([{ file_name: 'lights.yaml', config_name: 'greeting', old_value: 'hello', new_value: 'hello\nworld' }]);
});

it.each([
  ['DEV-096', 'retries', '1.5', 'Enter a whole number.'],
  ['DEV-096', 'retries', '', 'Enter a whole number.'],
  ['DEV-095', 'max_speed', '0,6', 'Enter a number, for example 0.5.'],
  ['DEV-095] [EDIT2', 'max_speed', '2', 'The most is 1.5.'],
  ['DEV-095] [EDIT2', 'max_speed', '-1', 'The least is 0.'],
])('[%s] %s refuses "%s" with a sentence, and sends nothing', async (_, name, text, problem) => {
  const { user, sent } = configuration();
  await user.click(edit(name));
  await user.clear(field(name));
  if (text !== '') await user.type(field(name), text);
  await user.keyboard('{Enter}');
  expect(field(name)).toHaveAccessibleDescription(problem);
  expect(confirm(name)).toBeDisabled();
  expect(sent()).toEqual([]);
});

it.each(['the button', 'Escape'])(
  '[DEV-091] [DEV-092] cancelled by %s, the old value stays and the values are asked again',
  async (way) => {
    const { user, sent, asks } = configuration();
    await user.click(edit('retries'));
    await user.type(field('retries'), '4');
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(cancel('retries'));
    expect(row('retries').getByText('3')).toBeVisible();
    expect(edit('retries')).toHaveFocus();
    expect(sent()).toEqual([]);
    expect(asks()).toBe(1);
  },
);

it.each(['the button', 'Escape'])(
  '[EDIT7] a typed value that is cancelled by %s asks first, and an answer of Yes loses that one alone',
  async (way) => {
    const guard = createLeaveGuard();
    const { user, asks } = configuration({ around: (shown) => <LeaveGuardContext value={guard}>{shown}</LeaveGuardContext> });
    const leave = async (name: string) => {
      if (way === 'Escape') await user.type(field(name), '{Escape}');
      else await user.click(cancel(name));
    };
    await user.click(edit('retries'));
    await leave('retries');
    expect(guard.isPending()).toBe(false);
    await user.click(edit('max_speed'));
    await user.type(field('max_speed'), '1');
    await user.click(edit('retries'));
    await user.type(field('retries'), '4');
    await leave('retries');
    expect(guard.isPending()).toBe(true);
    act(() => guard.answer(false));
    expect(field('retries')).toHaveValue('34');
    await leave('retries');
    act(() => guard.answer(true));
    expect(row('retries').getByText('3')).toBeVisible();
    expect([guard.hasUnsaved(), asks()]).toEqual([true, 2]);
    await leave('max_speed');
    act(() => guard.answer(true));
    expect(guard.hasUnsaved()).toBe(false);
  },
);

it('[DEV-097] a value that did not change is not sent', async () => {
  const { user, sent, asks } = configuration();
  await user.click(edit('max_speed'));
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.50{Enter}');
  expect(sent()).toEqual([]);
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(asks()).toBe(1);
});

it('[EDIT3] another person was faster: their text, the draft kept, the new value beside it; confirming again goes by that one', async () => {
  const { user, sent, asks, learn } = configuration();
  await user.click(edit('max_speed'));
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  learn([3, saveAsked], [4, notSaved({ status: 409, message: 'conflict: The value is 0.7 by now' })]);
  expect(row('max_speed').getByText('The value is 0.7 by now')).toBeVisible();
  expect(field('max_speed')).toHaveValue('0.6');
  expect(asks()).toBe(1);
  learn([5, configResponse({ max_speed: 0.7 })]);
  expect(row('max_speed').getByText('0.7')).toBeVisible();
  await user.click(confirm('max_speed'));
  expect(sent()).toEqual([body('max_speed', 0.5, 0.6), body('max_speed', 0.7, 0.6)]);
});

it('[EDIT3] a concurrent change is shown, and does not change the editor’s precondition', async () => {
  const { user, sent, learn } = configuration();
  await user.click(edit('retries'));
  await user.type(field('retries'), '4');
  learn([3, configResponse({ retries: 5 })]);
  expect(row('retries').getByText('The device has now:')).toBeVisible();
  await user.click(confirm('retries'));
  expect(sent()).toEqual([body('retries', 3, 34)]);
});

it.each([
  ['a lost answer', notSaved({ status: 0, message: '' }), 'No answer came. The value may be saved all the same.'],
  ['a refusal of the device', notTaken, 'The device did not take the value.'],
  ['a broken server', notSaved({ status: 500, message: '' }), 'Something went wrong'],
  ['a lost right', notSaved({ status: 403, message: 'forbidden: no' }), 'forbidden: no'],
])('[EDIT4] after %s the draft is kept, the values are asked again, and the reason shows', async (_, events, text) => {
  const { user, asks, learn } = configuration();
  await user.click(edit('retries'));
  await user.type(field('retries'), '4{Enter}');
  learn([3, saveAsked], [4, events]);
  expect(row('retries').getByText(text)).toBeVisible();
  expect(field('retries')).toHaveValue('34');
  expect(asks()).toBe(1);
});

it('[EDIT4] one change is saved at a time, and other drafts stay', async () => {
  const { user, sent, learn } = configuration();
  await user.click(edit('retries'));
  await user.type(field('retries'), '4');
  await user.click(edit('max_speed'));
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  expect(confirm('retries')).toBeDisabled();
  learn([3, saveAsked], [4, saved]);
  expect(field('retries')).toHaveValue('34');
  await user.click(confirm('retries'));
  expect(sent()).toEqual([body('max_speed', 0.5, 0.6), body('retries', 3, 34)]);
});

it('[EDIT4] while a change is on its way nothing of it is changed, sent again or cancelled, and the focus stays', async () => {
  const { user, sent, learn } = configuration();
  await user.click(edit('use_lidar'));
  await user.click(screen.getByRole('checkbox', { name: /use_lidar/ }));
  await user.keyboard('{Enter}');
  learn([3, saveAsked]);
  await user.keyboard('{Enter} {Escape}');
  await user.click(cancel('use_lidar'));
  expect(screen.getByRole('checkbox', { name: /use_lidar/ })).toBeChecked();
  expect(sent()).toEqual([body('use_lidar', false, true)]);
  screen.getByRole('checkbox', { name: /use_lidar/ }).focus();
  learn([4, notSaved({ status: 409, message: 'conflict: Not now' })]);
  expect(screen.getByRole('checkbox', { name: /use_lidar/ })).toHaveFocus();
  expect(row('use_lidar').getByText('Not now')).toBeVisible();
});

it('[EDIT4] a field keeps the focus and takes no letters while its value is on its way', async () => {
  const { user, learn } = configuration();
  await user.click(edit('retries'));
  await user.type(field('retries'), '4{Enter}');
  learn([3, saveAsked]);
  await user.keyboard('5');
  learn([4, notTaken]);
  expect(field('retries')).toHaveValue('34');
  expect(field('retries')).toHaveFocus();
});

it('[DEV-099] a device that goes offline during an edit keeps the draft and takes no confirmation', async () => {
  const { user, sent, learn } = configuration({ who: support });
  await user.click(edit('retries'));
  await user.type(field('retries'), '4');
  learn([3, vanished(serial)]);
  expect(confirm('retries')).toBeDisabled();
  expect(row('retries').getByText('Device is not online')).toBeVisible();
  expect(field('retries')).toHaveValue('34');
  expect(sent()).toEqual([]);
});

it('[CONTROL2] editing a parameter of a device in treatment warns that it is changed during work', async () => {
  const treating = reported(serial, 2, { current_state: 'executing_task', current_task: 'uv_treatment' });
  const { user, sent } = configuration({
    events: [
      [2, configResponse()],
      [2, treating],
    ],
  });
  expect(screen.queryByText('Alba is in treatment. max_speed is changed while it works.')).toBeNull();
  await user.click(edit('max_speed'));
  screen.getByText('Alba is in treatment. max_speed is changed while it works.');
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  expect(sent()).toEqual([body('max_speed', 0.5, 0.6)]);
});

it('[CONTROL2] a value that was typed is unsaved until it is saved or dropped; an edit that only was opened is not', async () => {
  const guard = createLeaveGuard();
  const { user } = configuration({ around: (shown) => <LeaveGuardContext value={guard}>{shown}</LeaveGuardContext> });
  await user.click(edit('max_speed'));
  expect(guard.hasUnsaved()).toBe(false);
  await user.type(field('max_speed'), '1');
  // It outlives a visit to another device.
  expect([guard.hasUnsaved(), guard.hasUnsaved('subject')]).toEqual([true, false]);
  await user.click(cancel('max_speed'));
  act(() => guard.answer(true));
  expect(guard.hasUnsaved()).toBe(false);
});

it('[CONFV3] a list is edited as JSON, its items by their type; what the editor loaded goes with it', async () => {
  const { user, sent } = configuration({ events: [[2, others]] });
  await user.click(edit('ports of the broker'));
  const box = screen.getByRole('textbox', { name: 'ports of the broker' });
  expect(box).toHaveValue('[1883,8883]');
  await user.clear(box);
  await user.click(box);
  await user.paste('[1883, "x"]');
  expect(box).toHaveAccessibleDescription('Each item is to be of type int.');
  await user.clear(box);
  await user.click(box);
  await user.paste('[1884]');
  await user.click(confirm('ports of the broker'));
  expect(sent()).toEqual([{ file_name: 'mqtt.yaml', config_name: 'ports of the broker', old_value: [1883, 8883], new_value: [1884] }]);
});

it('[CONFV3] values that editing would damage are shown only: a map with a masked secret, an unknown type', () => {
  configuration({ events: [[2, others]] });
  expect(row('login').getByText('Not editable: it holds a secret')).toBeInTheDocument();
  expect(row('mode').getByText('Not editable: unknown type')).toBeInTheDocument();
  expect(edit('footprint')).toBeInTheDocument();
});

it('[CONFV3] [FEAT1] a server that does not announce them gets no list and no map', () => {
  configuration({ events: [[2, others]], features: [] });
  expect(row('footprint').getByText('Not editable here')).toBeInTheDocument();
  expect(row('footprint').getByText('[[0,1],{"a":1}]')).toBeInTheDocument();
});

it('[CONFV2] a group without a known colour is there, with a word', () => {
  configuration({ events: [[2, others]] });
  expect(screen.getAllByText('No known colour')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: /^Maße/ })).toBeInTheDocument();
  expect(edit('größe.x')).toBeInTheDocument();
});

it('[DEV-092] after a save the values are requested anew for the tab, also while an earlier request for them is in flight', async () => {
  const { user, learn, intents } = configuration();
  learn([3, { kind: 'request.started', key: keyOf({ call: getConfig.name, params: { serial }, query: {} }), call: getConfig.name }]);
  await user.click(edit('max_speed'));
  await user.clear(field('max_speed'));
  await user.type(field('max_speed'), '0.6{Enter}');
  learn([4, saveAsked], [5, saved]);
  const asked = intents.filter((intent) => intent.kind === 'query.requested' && intent.request.call === getConfig.name);
  expect(asked).toEqual([{ kind: 'query.requested', request: { call: getConfig.name, params: { serial }, query: {} } }]);
});
