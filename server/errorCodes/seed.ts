/** The demo's error codes with their texts. */

type Row = readonly [code: string, development: string, en: string, nl: string];

const rows: readonly Row[] = [
  ['0x01000001', 'safety: emergency stop input open', 'The emergency stop is pressed.', 'De noodstop is ingedrukt.'],
  ['0x01000002', 'safety: bumper front closed', 'The front bumper touched something.', 'De voorste bumper heeft iets geraakt.'],
  ['0x01000003', 'safety: bumper rear closed', 'The rear bumper touched something.', 'De achterste bumper heeft iets geraakt.'],
  [
    '0x01000004',
    'safety: lidar protective field violated > 10 s',
    'Somebody or something stands in the way.',
    'Er staat iemand of iets in de weg.',
  ],
  ['0x01000011', 'safety: plc heartbeat lost', 'The safety controller does not answer.', 'De veiligheidssturing antwoordt niet.'],
  ['0x02000001', 'battery: soc below 10 %', 'The battery is nearly empty.', 'De batterij is bijna leeg.'],
  ['0x02000002', 'battery: cell imbalance > 80 mV', 'The battery needs service.', 'De batterij heeft onderhoud nodig.'],
  ['0x02000003', 'battery: temperature above 55 C', 'The battery is too hot.', 'De batterij is te warm.'],
  [
    '0x02000010',
    'charger: contact made but no current',
    'The robot stands at the charger but does not charge.',
    'De robot staat aan de lader maar laadt niet.',
  ],
  ['0x02000011', 'charger: contact lost while charging', 'Charging was interrupted.', 'Het laden werd onderbroken.'],
  ['0x03000101', 'drive: left motor overcurrent', 'A wheel is blocked on the left.', 'Een wiel aan de linkerkant is geblokkeerd.'],
  ['0x03000102', 'drive: right motor overcurrent', 'A wheel is blocked on the right.', 'Een wiel aan de rechterkant is geblokkeerd.'],
  ['0x03000110', 'drive: encoder mismatch left/right > 5 %', 'The wheels do not turn alike.', 'De wielen draaien niet gelijk.'],
  ['0x03000117', 'drive: wheel slip on rail, no progress for 20 s', 'The robot slips on the rail.', 'De robot slipt op de buisrail.'],
  [
    '0x03000118',
    'drive: rail entry missed after 3 attempts',
    'The robot could not drive onto the rail.',
    'De robot raakt niet op de buisrail.',
  ],
  ['0x03000121', 'drive: steering angle out of range', 'The steering is stuck.', 'De besturing zit vast.'],
  ['0x04000001', 'localisation: covariance too large', 'The robot does not know where it is.', 'De robot weet niet waar hij is.'],
  ['0x04000002', 'localisation: no marker seen for 15 m', 'No marker was seen for a while.', 'Er werd al een tijd geen merkteken gezien.'],
  ['0x04000003', 'localisation: pose jump > 1.5 m', 'The position is not reliable.', 'De positie is niet betrouwbaar.'],
  ['0x04000010', 'imu: bias not converged', 'The motion sensor needs calibration.', 'De bewegingssensor moet gekalibreerd worden.'],
  ['0x05000001', 'map: lane not in site version', 'The lane is not on the map.', 'Het pad staat niet op de kaart.'],
  ['0x05000002', 'map: checksum mismatch', 'The map on the robot is damaged.', 'De kaart op de robot is beschadigd.'],
  ['0x05000003', 'map: no route between nodes', 'There is no way to the lane.', 'Er is geen weg naar het pad.'],
  ['0x06000001', 'camera: front stream lost', 'The front camera gives no image.', 'De voorste camera geeft geen beeld.'],
  ['0x06000002', 'camera: rear stream lost', 'The rear camera gives no image.', 'De achterste camera geeft geen beeld.'],
  ['0x06000005', 'camera: depth invalid > 60 % of pixels', 'A camera lens is dirty.', 'Een cameralens is vuil.'],
  ['0x06000101', 'lidar: no scan for 2 s', 'The distance sensor does not answer.', 'De afstandssensor antwoordt niet.'],
  ['0x07000001', 'uv: lamp current below limit', 'A UV lamp does not burn.', 'Een uv-lamp brandt niet.'],
  ['0x07000002', 'uv: ballast temperature above 80 C', 'The UV lamps are too hot.', 'De uv-lampen zijn te warm.'],
  ['0x07000003', 'uv: door switch open while on', 'The lamp housing is open.', 'De behuizing van de lampen staat open.'],
  ['0x07000004', 'uv: dose below setpoint after lane', 'The lane got too little UV.', 'Het pad kreeg te weinig uv.'],
  ['0x08000001', 'sideshift: end stop not reached', 'The side shift is stuck.', 'De zijverstelling zit vast.'],
  ['0x08000002', 'sideshift: position lost', 'The side shift must be set up again.', 'De zijverstelling moet opnieuw ingesteld worden.'],
  ['0x09000001', 'implement: not detected', 'The implement is not connected.', 'Het werktuig is niet aangesloten.'],
  ['0x09000002', 'implement: left and right types differ', 'The implements do not match.', 'De werktuigen passen niet bij elkaar.'],
  ['0x09000007', 'implement: bus timeout', 'The implement does not answer.', 'Het werktuig antwoordt niet.'],
  ['0x0A010001', 'software: process died and was restarted', 'The software was restarted.', 'De software werd herstart.'],
  ['0x0A010002', 'software: NUC and RPI versions differ', 'The software versions do not match.', 'De softwareversies komen niet overeen.'],
  [
    '0x0A010023',
    'gateway: device interface not reachable over CAN',
    'The drive unit does not answer.',
    'De aandrijfeenheid antwoordt niet.',
  ],
  ['0x0A010030', 'disk: less than 500 MB free', 'The storage of the robot is full.', 'De opslag van de robot is vol.'],
  ['0x0B000001', 'network: 4G modem not registered', 'There is no mobile network.', 'Er is geen mobiel netwerk.'],
  ['0x0B000002', 'network: wifi handover failed', 'The connection is unstable.', 'De verbinding is onstabiel.'],
];

/** The demo's catalogue: texts for engineers (`development`), in English and in Dutch. */
export const errorCodes = Object.fromEntries(
  rows.map(([code, development, en, nl]) => [code, { description: { development, en, nl } }] as const),
);
