import { expect, it } from 'vitest';
import { dosageUnit } from '#domain/treatments/dosageUnit';

it.each([
  ['ml/m²', 'spray', 'ml/m²'],
  [' kJ/m² ', 'UV', 'kJ/m²'],
  [' ', 'UV', 'J/m²'],
  [null, 'UV', 'J/m²'],
  [null, 'spray', null],
])('[MAPV3] a treatment that names the unit %j and is of type %s has dosages in %s', (dosage_unit, treatment_type, unit) => {
  expect(dosageUnit({ treatment_type, dosage_unit }, [])).toBe(unit);
});

it.each([
  ['UV', [], 'J/m²'],
  ['uv-c', [], 'J/m²'],
  ['Night light', [], 'J/m²'],
  [null, ['uv_treatment', 'UVC treatment'], 'J/m²'],
  ['', ['far-red LED'], 'J/m²'],
  ['spray', ['spray_treatment'], null],
  ['Slightly sprayed', ['spray'], null],
  [undefined, ['uv_treatment', 'spray'], null],
  [null, ['treatment'], null],
  ['fertigation', [], null],
])('[MAPV3] a treatment %j with jobs %j has dosages in %s', (treatment_type, types, unit) => {
  const drive = { job_type: 'drive', dosage: null };
  expect(dosageUnit({ treatment_type }, [drive, ...types.map((job_type) => ({ job_type, dosage: 4 }))])).toBe(unit);
});
