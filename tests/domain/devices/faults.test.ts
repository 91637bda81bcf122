import { expect, it } from 'vitest';
import { type ReportedState, tagState } from '#contract/fleet/reportedState';
import { faultLine, faultsOf, listedFaults } from '#domain/devices/faults';

const state = (others: object, over: Partial<ReportedState> = {}): ReportedState =>
  tagState({ current_state: 'error', ...over, other_fields: JSON.stringify(others) });
const fault = (name: string, over: object = {}) => ({ name, severity: null, part: null, text: null, hint: null, ...over });

it.each([
  ['texts', { errors: ['no water', ' pump stuck '] }, [fault('no water'), fault('pump stuck')]],
  ['numbers', { fault_codes: [], faults: [117, 12] }, [fault('117'), fault('12')]],
  [
    'objects with code, severity, part and hint',
    { errors: [{ code: '0117', severity: 'warning', part: 'camera', hint: 'Wipe the lens' }] },
    [fault('0117', { severity: 'warning', part: 'camera', hint: 'Wipe the lens' })],
  ],
  [
    'VDA 5050',
    {
      errors: [
        {
          errorType: 'noRouteError',
          errorLevel: 'CRITICAL',
          errorDescription: 'no route to the node',
          errorHint: 'Clear the lane',
          errorReferences: [{ referenceKey: 'nodeId', referenceValue: 'N1' }],
        },
      ],
    },
    [fault('noRouteError', { severity: 'CRITICAL', part: 'nodeId N1', text: 'no route to the node', hint: 'Clear the lane' })],
  ],
  [
    'objects of another maker',
    { Alarms: [{ 'Error-Code': 'E7', Level: 3, Module: 'Arm', Message: 'stuck' }] },
    [fault('E7', { severity: '3', part: 'Arm', text: 'stuck' })],
  ],
  ['a text alone', { errors: [{ message: 'stuck' }] }, [fault('stuck')]],
  [
    'by code',
    { faults: { E12: { severity: 'error' }, E7: 'no water', E8: true, E9: false } },
    [fault('E12', { severity: 'error' }), fault('E7', { text: 'no water' }), fault('E8')],
  ],
  ['one, without a list', { error: { code: 'E1', text: 'stuck' } }, [fault('E1', { text: 'stuck' })]],
  ['deeper', { status: { active_faults: ['E1'] } }, [fault('E1')]],
  ['warnings', { warnings: ['low tank'] }, [fault('low tank', { severity: 'warning' })]],
  [
    'what is over',
    {
      faults: [
        { code: 'E1', active: false },
        { code: 'E2', active: true },
      ],
    },
    [fault('E2')],
  ],
  [
    'nothing that is one',
    { errors: [null, {}, [], '', 'none'], error_count: 3, faults: 0, failure: false, warning: 'OK', errorless: 'x' },
    [],
  ],
])('[FAULTS1] all faults of a report are found, whatever their form: %s', (_, others, expected) => {
  expect(faultsOf(state(others))).toEqual(expected);
});

it('[FAULTS1] the fault of the error code is the first, then the worst; those behind it are counted', () => {
  const errors = [
    { code: 'low tank', severity: 'warning' },
    { code: 'arm', severity: 'FATAL' },
    { code: '0xA1', severity: 'error', hint: 'Press reset' },
  ];
  const inError = state({ errors }, { error_code: '0x000000a1' });
  expect(faultsOf(inError).map(({ name }) => name)).toEqual(['0xA1', 'arm', 'low tank']);
  expect(listedFaults(inError)).toMatchObject({ first: null, further: [{ name: 'arm' }, { name: 'low tank' }] });
  expect(listedFaults(state({ errors }))).toMatchObject({ first: { name: 'arm' }, further: [{ name: '0xA1' }, { name: 'low tank' }] });
});

it('[FAULTS1] faults of a device that is not in error are on its page, and in no list', () => {
  const charging = state({ errors: ['dirty'] }, { current_state: 'waiting_for_task' });
  expect(faultsOf(charging)).toHaveLength(1);
  expect(listedFaults(charging)).toEqual({ first: null, further: [] });
  expect(faultsOf(undefined)).toEqual([]);
});

it('[FAULTS1] at most a hundred are shown, and each has a line', () => {
  expect(faultsOf(state({ errors: Array.from({ length: 500 }, (_, at) => `E${at}`) }))).toHaveLength(100);
  expect(faultLine(fault('E1', { severity: 'error', part: 'arm', text: 'stuck' }))).toBe('E1, error, arm: stuck');
  expect(faultLine(fault('E1'))).toBe('E1');
});
