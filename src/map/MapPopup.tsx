import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { IconButton } from '#ui/IconButton';
import type { Popup } from './popup.ts';
import type { Position } from './drawing/position.ts';
import type { Size } from './planView.ts';
import { popupPlacement } from './popupPlacement.ts';

const Card = chakra('div', {
  base: {
    position: 'absolute',
    display: 'flex',
    gap: '3',
    alignItems: 'flex-start',
    bg: 'bg.raised',
    borderRadius: 'popup',
    border: '1px solid',
    borderColor: 'border',
    boxShadow: 'popup',
    pl: '3',
    py: '2',
    width: 'max-content',
    overflowY: 'auto',
    // The popup is above the scale bar and the zoom buttons.
    zIndex: 2,
    textStyle: 'meta',
  },
});
const Title = chakra('b', { base: { fontWeight: 600 } });
const Line = chakra('p', { base: { color: 'fg.muted', overflowWrap: 'anywhere' } });
const To = chakra(Link, {
  base: { color: 'accent.fg', display: 'inline-flex', alignItems: 'center', minHeight: { base: '44px', lg: '24px' } },
});

/** Calls `onOpen` instead of following a link; a click with a modifier key, e.g. for another tab, follows the link. */
function openInstead(event: MouseEvent, onOpen: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  onOpen();
}

interface Props {
  readonly popup: Popup;
  /** The position to which the popup points, in pixels from the top left of the map. */
  readonly at: Position;
  /** The size of the map in pixels; the popup stays within it. */
  readonly size: Size;
  readonly onClose: () => void;
}

/** Renders the popup of the clicked feature beside its position, within the map. Its lines change with each report of a device. Source: ARIA1. */
export function MapPopup({ popup, at, size, onClose }: Props) {
  return (
    <Card role="status" aria-atomic="false" style={popupPlacement(at, size)}>
      <div>
        <Title>{popup.title}</Title>
        {popup.links?.map(({ to, label, onOpen }) => (
          <Line key={to}>
            <To to={to} onClick={onOpen === undefined ? undefined : (event) => openInstead(event, onOpen)}>
              {label}
            </To>
          </Line>
        ))}
        <div aria-live="off">
          {popup.lines.map((line) => (
            <Line key={line}>{line}</Line>
          ))}
        </div>
      </div>
      <IconButton size="sm" aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </Card>
  );
}
