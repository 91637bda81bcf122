import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { deviceTypes } from '#domain/devices/deviceTypes';
import { countText, eventText, isLabelled, keyText, pathText, valueText, wordText } from '#domain/text/labels';
import { lifeCycleStages } from '#domain/devices/deviceList';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Words that only devices and their brokers read and send: none of them is shown to people. */
const BETWEEN_MACHINES = ['contract/fleet/notice.ts', 'contract/devices/deviceAccess.ts', 'contract/devices/deviceData.ts'];
const contract = globSync('contract/**/*.ts', { cwd: root })
  .filter((file) => !BETWEEN_MACHINES.includes(file))
  .map((file) => readFileSync(`${root}${file}`, 'utf8'))
  .join('\n');
const wordsOf = (text: string) => [...text.matchAll(/'([^']+)'/g)].flatMap(([, word]) => (word === undefined ? [] : [word]));
const enumWords = [...contract.matchAll(/z\.enum\(\[([^\]]*)\]/g)].flatMap(([, list = '']) => wordsOf(list));
/** Words that devices and servers send where the contract has a plain text. */
const FREE = [
  'executing_task',
  'finishing_current',
  'drive_task',
  'uv_treatment',
  'treating',
  'idle',
  'QUEUED',
  'COMPLETED',
  'FAILED',
  'ACTIVE',
  'INVITED',
];
/** A designation like DIV01 is its own label. */
const isDesignation = (word: string) => /^[A-Z]{3}\d\d$/.test(word);

it('[LABEL1] every word of the contract, every stage, type and state has a label', () => {
  expect(enumWords.length).toBeGreaterThan(40);
  const words = [...enumWords, ...lifeCycleStages, ...Object.keys(deviceTypes), ...FREE];
  expect(words.filter((word) => !isLabelled(word) && !isDesignation(word))).toEqual([]);
  expect(words.map(wordText).filter((text) => text.includes('_'))).toEqual([]);
});

it.each([
  ['finishing_current', 'Finishing Current Lane'],
  ['PRE_DEPLOYMENT', 'Pre Deployment'],
  ['OPERATIONAL', 'Operational'],
  ['XENION_CONNECT', 'Xenion Connect'],
  ['ACTIVE', 'Active'],
  ['Active', 'Active'],
  ['some_new_word', 'some new word'],
  ['DIV01', 'DIV01'],
  ['constructor', 'constructor'],
])('[LABEL1] the word %s reads %s', (word, text) => {
  expect(wordText(word)).toBe(text);
});

it.each([
  ['mission_id', 'Mission ID'],
  ['no_recovery_reason', 'No recovery reason'],
  ['hardware_revision_id', 'Hardware revision ID'],
  ['created_at', 'Created at'],
  ['metadata.wifi.ssid', 'Metadata, WiFi, SSID'],
  ['constructor', 'Constructor'],
  ['0', '0'],
  ['<b>name</b>', '<b>name</b>'],
])('[LABEL1] the key %s reads %s', (key, text) => {
  expect(keyText(key)).toBe(text);
});

it.each([
  ['finish_status', 'stopped', 'Stopped'],
  ['current_state', 'executing_task', 'Executing a task'],
  ['no_recovery_reason', 'wheel_slip', 'wheel slip'],
  ['created_at', '2026-11-26T04:40:16.305Z', '26/11/2026, 05:40:16'],
  ['hardware_revision_id', null, '-'],
  ['metadata_valid', false, 'No'],
  ['count', 0, '0'],
  ['wifi_ssid', 'my_net', 'my_net'],
  ['name', 'ACTIVE', 'ACTIVE'],
])('[LABEL1] %s %j reads %s', (key, value, text) => {
  expect(valueText(key, value)).toBe(text);
});

it.each([
  ['device.stateReported', 'Device state reported'],
  ['page.offline', 'Page offline'],
])('[LABEL1] the event %s reads %s', (kind, text) => {
  expect(eventText(kind)).toBe(text);
});

it('[LABEL1] the keys of a path are labelled, names chosen by people stay', () => {
  expect(pathText(['map_data', 'available_maps', '3f-a1', 'navigation.yaml', 'version'])).toBe(
    'Map data, Available maps, 3f-a1, navigation.yaml, Version',
  );
});

it('[LABEL1] no key of the contract is shown with underscores', () => {
  const keys = [...contract.matchAll(/^\s+([a-z][a-z0-9_]*): /gm)].flatMap(([, key]) => (key === undefined ? [] : [key]));
  expect(keys.length).toBeGreaterThan(200);
  expect(keys.map(keyText).filter((text) => text.includes('_'))).toEqual([]);
});

it('[LABEL2] one thing is counted in the singular', () => {
  expect([0, 1, 2].map((count) => countText(count, 'greenhouse'))).toEqual(['0 greenhouses', '1 greenhouse', '2 greenhouses']);
  expect([1, 2].map((count) => countText(count, 'is', 'are'))).toEqual(['1 is', '2 are']);
});
