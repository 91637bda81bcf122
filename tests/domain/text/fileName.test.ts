import { expect, it } from 'vitest';
import { safeFileName, safeFileNames } from '#domain/text/fileName';

it.each([
  ['lanes 2026-03-04.csv', 'lanes 2026-03-04.csv'],
  ['Kas 3 – café.csv', 'Kas 3 – café.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
  ['.hidden', 'hidden'],
  ['report.csv. . ', 'report.csv'],
  ['a\r\nSet-Cookie: b.csv', 'a__Set-Cookie_ b.csv'],
  ['photo‮gpj.exe', 'photo_gpj.exe'],
  ['con.txt', '_con.txt'],
  ['LPT1', '_LPT1'],
  ['console.txt', 'console.txt'],
  ['', 'download'],
  [' .. ', 'download'],
  ['///', 'download'],
  ['half \uD83D.txt', 'half _.txt'],
  [`${'😀'.repeat(60)}.txt`, `${'😀'.repeat(58)}.txt`],
  [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(117)}.gz`],
])('[FILE1] %j is saved as %j', (input, saved) => {
  expect(safeFileName(input, 'download')).toBe(saved);
});

it.each([
  [
    ['nav/params.yaml', 'nav:params.yaml', 'nav_params.yaml'],
    ['nav_params.yaml', 'nav_params (2).yaml', 'nav_params (3).yaml'],
  ],
  [
    ['drive.yaml', 'Drive.yaml', 'DRIVE (2).yaml'],
    ['drive.yaml', 'Drive (2).yaml', 'DRIVE (2) (2).yaml'],
  ],
  [
    ['..', '__', 'a'],
    ['file.yaml', 'file (2).yaml', 'a'],
  ],
  [[], []],
])('[FILE12] %j are saved in one folder as %j', (names, saved) => {
  expect(safeFileNames(names, 'file.yaml')).toEqual(saved);
});
