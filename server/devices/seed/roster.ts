/** A row of the demo fleet. The simulator derives its behaviour from the row, not from the serial. */
export type RosterRow = readonly [
  serial: string,
  name: string,
  device_type: string,
  hardware_revision_id: string | null,
  life_cycle_stage: string,
  /** Id of the map it works on; null for a device that is not deployed. */
  map: string | null,
];

/**
 * The 24 devices of the demo by name, one row each: serial, type, hardware revision, life cycle stage, map. All eight life cycle stages
 * occur; `DV-0107` has never been seen, `XA-0006` is decommissioned.
 */
export const roster: readonly RosterRow[] = [
  ['LF-0140-23', 'Lumion 01', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'de-linde-2'],
  ['LF-0141-23', 'Lumion 02', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'de-linde-2'],
  ['XC-0031-A', 'Connect 01', 'XENION_CONNECT', 'XC-A', 'OPERATIONAL', 'de-linde-1'],
  ['DV-0102', 'Divo 02', 'DIV01', 'DV-R1', 'OPERATIONAL', 'hortus-noord-1'],
  ['XC-0032-A', 'Connect 02', 'XENION_CONNECT', 'XC-A', 'OPERATIONAL', 'de-linde-1'],
  ['LF-0153-24', 'Lumion 07', 'LUMION_FIX', 'LF-R3', 'OPERATIONAL', 'van-houte-1'],
  ['LF-0142-23', 'Lumion 03', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'de-linde-3'],
  ['LF-0143-23', 'Lumion 04', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'de-linde-3'],
  ['LF-0151-23', 'Lumion 05', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'van-houte-1'],
  ['LF-0152-23', 'Lumion 06', 'LUMION_FIX', 'LF-R2', 'OPERATIONAL', 'van-houte-2'],
  ['LF-0154-24', 'Lumion 08', 'LUMION_FIX', 'LF-R3', 'OPERATIONAL', 'van-houte-1'],
  ['LF-0160-24', 'Lumion 09', 'LUMION_FIX', 'LF-R3', 'OPERATIONAL', 'aardbei-vennen-1'],
  ['LF-0161-24', 'Lumion 10', 'LUMION_FIX', 'LF-R3', 'OPERATIONAL', 'aardbei-vennen-1'],
  ['LF-0162-24', 'Lumion 11', 'LUMION_FIX', 'LF-R3', 'COMMISSIONED', 'aardbei-vennen-1'],
  ['LF-0170-24', 'Lumion 12', 'LUMION_FIX', 'LF-R3', 'DEPLOYMENT', 'maasdijk-1'],
  ['LF-0171-24', 'Lumion 13', 'LUMION_FIX', 'LF-R3', 'TESTING', 'maasdijk-1'],
  ['XC-0038-B', 'Connect 03', 'XENION_CONNECT', 'XC-B', 'OPERATIONAL', 'maasdijk-2'],
  ['XC-0040-B', 'Connect 04', 'XENION_CONNECT', 'XC-B', 'SERVICE', 'maasdijk-2'],
  ['DV-0105', 'Divo 05', 'DIV01', 'DV-R2', 'OPERATIONAL', 'hortus-noord-1'],
  ['DV-0107', 'Divo 06', 'DIV01', 'DV-R2', 'PRODUCTION', null],
  ['UV-0009', 'Panel 01', 'UVP01', 'UVP01-R2', 'OPERATIONAL', 'fenland-1'],
  ['SP-0003', 'Sprayer 01', 'SPR01', 'SPR01-R1', 'PRE_DEPLOYMENT', 'fenland-1'],
  ['XA-0006', 'Xenion A6 01', 'XENION_A6', 'XA-R1', 'DECOMMISSIONED', null],
  ['XA-0007', 'Xenion A6 02', 'XENION_A6', 'XA-R1', 'OPERATIONAL', 'hortus-noord-1'],
];
