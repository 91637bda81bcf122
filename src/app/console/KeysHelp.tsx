import { chakra } from '@chakra-ui/react';
import { Button } from '#ui/Button';
import { useCharacterKeys } from '#ui/characterKeys';
import { Dialog } from '#ui/Dialog';
import { Switch } from '#ui/Switch';

type Line = readonly [keys: readonly string[], meaning: string];

/** The keyboard shortcuts and gestures by place: the only list that users see. */
export const KEY_GROUPS: readonly (readonly [where: string, lines: readonly Line[]])[] = [
  [
    'Why does it say that?',
    [
      [['Right-click'], 'On a value of a device: which event set it, and when'],
      [['Long press'], 'The same with a finger'],
      [['W'], 'Go to a value; arrows to the next one, Enter or W asks'],
    ],
  ],
  [
    'On every screen',
    [
      [['T'], 'Open and close the timeline'],
      [['B'], 'Note on the shown moment'],
      [['?'], 'These keys'],
      [['Tab'], 'First on a page: skip to the content, or to the menu'],
    ],
  ],
  ['At a page of a device', [[['←', '→'], 'Previous and next device']]],
  [
    'Review List',
    [
      [['Enter'], 'Open the moment of an episode; Esc leads back'],
      [['R'], 'Reviewed, or not'],
    ],
  ],
  [
    'At an incident',
    [
      [[',', '.'], 'Step by a picture of the video, without one by a report'],
      [['←', '→'], 'At its playhead, step by a second; with Shift by 10 s'],
    ],
  ],
  [
    'Timeline',
    [
      [['Space'], 'Play and pause'],
      [['←', '→'], 'Step; with Shift by 10 s'],
      [[',', '.'], 'Previous and next mark, of the device on its pages'],
      [['Home'], 'Begin of the track'],
      [['+', '−', '0'], 'Zoom in, zoom out, everything; Ctrl and wheel, or two fingers, on the track'],
      [['1', '…', '5'], 'Speed: 1x, 4x, 16x, 60x, 100x'],
      [['L', 'Esc', 'End'], 'Return to now'],
    ],
  ],
];

const Place = chakra('h3', { base: { fontWeight: 600, mt: '16px', mb: '4px' } });
const Lines = chakra('dl', {
  base: { display: 'grid', gridTemplateColumns: { base: '92px minmax(0, 1fr)', sm: '120px minmax(0, 1fr)' }, gap: '6px 12px' },
});
const Meaning = chakra('dd', { base: { color: 'fg.muted' } });
const Key = chakra('kbd', {
  base: {
    display: 'inline-block',
    minWidth: '24px',
    px: '6px',
    me: '4px',
    border: '1px solid',
    borderColor: 'border.control',
    borderRadius: 'check',
    textAlign: 'center',
    fontFamily: 'inherit',
    fontSize: '13px',
    lineHeight: '20px',
    whiteSpace: 'nowrap',
  },
});

/** Renders the switch for the single-character shortcuts. Source: KEYS12. */
function CharacterKeys() {
  const [isOn, switchTo] = useCharacterKeys();
  return (
    <chakra.section mt="16px">
      <Switch isOn={isOn} onSwitch={switchTo}>
        Keys of one character
      </Switch>
      <Meaning as="p">Off, letters, digits and signs do nothing, as for speech input. Kept in this browser.</Meaning>
    </chakra.section>
  );
}

/** Renders the keyboard shortcuts and how to request the origin of a value; "?" and the account menu open it. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      title="Keys"
      width={520}
      onClose={onClose}
      actions={
        <Button variant="raised" size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      {KEY_GROUPS.map(([where, lines]) => (
        <section key={where}>
          <Place>{where}</Place>
          <Lines>
            {lines.map(([keys, meaning]) => [
              <dt key={`${meaning} keys`}>
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dt>,
              <Meaning key={meaning}>{meaning}</Meaning>,
            ])}
          </Lines>
        </section>
      ))}
      <CharacterKeys />
    </Dialog>
  );
}
