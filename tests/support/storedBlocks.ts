import { Buffer } from 'node:buffer';

/** The reports in the stored blocks, in order. */
export const storedReports = [
  {
    serial: 'DV-1',
    receivedAt: 1_770_000_000_120,
    deviceTime: 1_770_000_000_100,
    sequence: 7,
    state: { state: 'docked', errors: [{ code: 'E-117' }], implement_functional: true },
  },
  {
    serial: 'LF-1',
    receivedAt: 1_770_000_000_105,
    deviceTime: 1_770_000_000_000,
    sequence: 41,
    state: { current_state: 'executing_task', battery_level: 61.5, controller: null, voltage: 1e300 },
  },
  {
    serial: 'LF-1',
    receivedAt: 1_770_000_001_104,
    deviceTime: 1_770_000_001_000,
    sequence: 42,
    state: { current_state: 'executing_task', battery_level: 61.4, controller: '', '7': 'x' },
  },
];

/** The reports in the stored block of version 3: the second one came ten minutes late. */
export const lateReports = storedReports.map((report, index) => (index === 1 ? { ...report, arrivedAt: 1_770_000_600_000 } : report));

const block = (...lines: readonly string[]) => Buffer.from(lines.join(''), 'base64');

/** History blocks as they are in databases; never made anew. */
export const storedBlocks = {
  version1: block(
    'bZBBSwMxEIX/y7s6K4ltXZqboJ48ipcQljU7raHZRLPZtVL2v0vaahEcBgbmffNmmAMmKEkYOLnWD1Aa9y+VBOHpsZIwhM+3CKUFSRKGkNiym7i7y1Ba1rU4',
    'hbwRVMkVrddrQ+h4cpafXc9/IVEgIUgKUbwG/hg52ALVtFiSNISNY98NUAfUUFobKok9TOFzmwus0UW74w4ntUicUkzleq0PsLFjKDxUUtaYzYVy/bvnnkNu',
    'NmOw2cXQ+jKT08gXyo4pFeZ3XbmA92zH7MK2ye2ww38tQ3htc+b01Xie2J9Hb+X16lSWR/cYcoreczrrYfS+2B0Npuhzu/3ZKvlqUT6ljZnnbw==',
  ),
  version2: block(
    'Ani7P9uqWJvJFK3kEqZrqKSj5OMGpqKjY5TAkjFKOjEQo4rBTGyBHaMUqxOjVFxcEqMUq6SjBAre/OTs1BSQOdUxSiAnxChZxSi56hoamsco1YIURSNMjYXa',
    'h+IosGUoXgKLIHwM5pbl55QkpqdCHZBnkAcxDSNq0MMGqk9JRwmWCiCOwQwaZgbOjxOPHm5OlzvPz8DAormakYmBgZnflZmBmYOBkYmJgYmJmYOJjYGJgYGJ',
    'k5HpPCcDFwMjA8ecUoYOmyfmdczcjKw8jGy8jJzZ0dVKxalFmYk5SlawUIbYYVWtZK5kpVSBYbkVIY9YmRnqmaAkAyslpdraWADZ0Yzr',
  ),
  version3: block(
    'A3i7P9uqWPvGFK3kEqZrqKSj5OMGpqKjY5TAkjFKOjEQo4rBTGyBHaMUqxOjVFxcEqMUq6SjBAre/OTs1BSQOdUxSiAnxChZxSi56hoamsco1YIURSNMjYXa',
    'h+IosGUoXgKLIHwM5pbl55QkpqdCHZBnkAcxDSNqQMabQwwg0RKIz/KgzqzAEs5QNyjpKMFSFMRjGMGso2SOGmexzAycHycePdycLneen4GBRXM1IxMDAzO/',
    'KzMDAwdD4/q+I83pDAIMYPCjHkYzczAwMDMzMDEwM3NwMbMxMDAzMDAwcTMyn+dkYuBhYGTgmFPK0GHzxLyOlZeRlY+RjZ+Jk0GAkVuQkYUpOhYA1Z6P0w==',
  ),
};
