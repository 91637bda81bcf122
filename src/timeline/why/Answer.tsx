import { chakra } from '@chakra-ui/react';
import { History } from 'lucide-react';
import { ageText } from '#domain/text/duration';
import { eventText, keyText, valueText as wireText } from '#domain/text/labels';
import type { FleetEvent } from '#streams/event';
import { Age } from '#ui/Age';
import { Button } from '#ui/Button';
import { IconButton } from '#ui/IconButton';
import { KeyValues } from '#ui/KeyValues';
import { Section } from '#ui/Section';
import type { Names } from '#past/account/sessionAccount';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { type ZoneTexts, useZoneTexts } from '../zone/TimelineZone.tsx';
import type { Fact } from '#past/values/facts';
import type { ValueChange, Explanation } from '#past/values/valueSearch';

const Parts = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    pt: '12px',
  },
});
const Well = chakra('div', { base: { display: 'grid', gap: '4px', px: '16px', py: '12px', bg: 'bg.subtle', borderRadius: 'popup' } });
const Value = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 12px', fontWeight: 600 },
});
const Note = chakra('span', { base: { textStyle: 'meta', color: 'fg.muted' } });
const GoTo = chakra(Button, { base: { mt: '10px' } });
const Earlier = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(62px, auto) minmax(0, 1fr) auto',
    columnGap: '8px',
    alignItems: 'center',
    minHeight: '40px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    _last: { borderBottom: 0 },
  },
});
const When = chakra('time', { base: { textStyle: 'meta', color: 'fg.subtle', fontVariantNumeric: 'tabular-nums' } });
const From = chakra('small', { base: { display: 'block', fontSize: '12px', lineHeight: '16px', color: 'fg.subtle' } });

const NONE = 'No value';
const valueText = (text: string | null) => text ?? NONE;

/** Returns the origin of an event: the purpose of a call, otherwise the socket, the user or the log. */
const sourceTextOf = (calls: Names['calls']) => (source: string) => calls.get(source)?.summary.replace(/\.$/, '') ?? keyText(source);

interface Shown {
  readonly change: ValueChange;
  readonly found: Explanation;
  readonly askedAt: number;
  readonly sourceText: (source: string) => string;
  /** The texts of instants. */
  readonly texts: Pick<ZoneTexts, 'time' | 'dateTime'>;
}

function rowsOf({
  change,
  found: { before, newest },
  askedAt,
  sourceText,
  texts: { time },
}: Shown): readonly (readonly [string, string])[] {
  const { event, fields } = change;
  const whenText = ({ at }: FleetEvent) => `${time(at)}, ${ageText(askedAt - at)} before`;
  return [
    ['Kind', eventText(event.kind)],
    ['Source', sourceText(event.source)],
    ['Received', whenText(event)],
    ...(event.kind === 'device.stateReported' ? [['Reported', time(event.reportedAt)] as const] : []),
    ...fields.map(([name, value]) => [keyText(name), wireText(name, value)] as const),
    ['Value before', valueText(before)],
    ...(newest !== null && newest.seq !== event.seq ? [['Confirmed', whenText(newest)] as const] : []),
  ];
}

const INTERRUPTED = 'In between the console was closed; it showed the same value before and after.';
const FIRST = 'It came with the first report that this console received of the device: it may be older.';
const TOO_OLD = 'Set before the recording begins, or not held any more.';
const UNSET = 'No event that is held set it.';

/** Returns what is unknown about a value that no event set. */
function unknownText({ text, newest, heldSince }: Explanation, { dateTime }: Shown['texts']): string {
  if (heldSince !== null && text !== null) return `The same since ${dateTime(heldSince)} at least: what set it before is not known.`;
  if (text === null) return newest === null ? 'No event of it is recorded.' : UNSET;
  return TOO_OLD;
}

interface Props {
  readonly found: Explanation;
  readonly fact: Fact;
  /** The moment of the explained value, in ms since epoch. */
  readonly askedAt: number;
  /** The calls by name, with their purpose. */
  readonly calls: Names['calls'];
}

/** Renders an explanation: the value, the event that set it, and the earlier values. */
export function Answer({ found, fact, askedAt, calls }: Props) {
  const { send } = useTimeTravel();
  const texts = useZoneTexts();
  const sourceText = sourceTextOf(calls);
  const { setBy, earlier, text, interruptions } = found;
  const goTo = (at: number) => send({ kind: 'show', at });
  return (
    <Parts>
      <Well>
        <Value>
          <span>{valueText(text)}</span>
          {setBy !== null && <Age text={`for ${setBy.isFirstReport ? 'at least ' : ''}${ageText(askedAt - setBy.event.at)}`} />}
        </Value>
        {fact.rule !== undefined && <Note>{fact.rule}</Note>}
        {fact.fields.length > 1 && <Note>Made of {fact.fields.map(keyText).join(', ')}.</Note>}
        {setBy === null && <Note>{unknownText(found, texts)}</Note>}
        {setBy?.isFirstReport === true && <Note>{FIRST}</Note>}
        {interruptions > 0 && <Note>{INTERRUPTED}</Note>}
      </Well>
      {setBy !== null && (
        <Section title="The event that set it" end={`seq ${String(setBy.event.seq)}`}>
          <KeyValues rows={rowsOf({ change: setBy, found, askedAt, sourceText, texts })} />
          <GoTo variant="outline" wide onClick={() => goTo(setBy.event.at)}>
            <History aria-hidden="true" /> Go to that moment
          </GoTo>
        </Section>
      )}
      {earlier.length > 0 && <EarlierValues changes={earlier} sourceText={sourceText} texts={texts} onGo={goTo} />}
    </Parts>
  );
}

interface EarlierProps extends Pick<Shown, 'sourceText' | 'texts'> {
  readonly changes: readonly ValueChange[];
  readonly onGo: (at: number) => void;
}

function EarlierValues({ changes, sourceText, texts: { time }, onGo }: EarlierProps) {
  return (
    <Section title="Values before">
      <ul>
        {changes.map(({ event, text }) => (
          <Earlier key={event.seq}>
            <When>{time(event.at)}</When>
            <span>
              {valueText(text)}
              <From>{`${sourceText(event.source)}, seq ${String(event.seq)}`}</From>
            </span>
            <IconButton aria-label={`Go to that moment, ${time(event.at)}`} onClick={() => onGo(event.at)}>
              <History aria-hidden="true" />
            </IconButton>
          </Earlier>
        ))}
      </ul>
    </Section>
  );
}
