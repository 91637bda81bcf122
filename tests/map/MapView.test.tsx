import { ChakraProvider } from '@chakra-ui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MapTable } from '#map/MapTable';
import { MapView } from '#map/MapView';
import { theme } from '#ui/theme';
import { aPlan } from '../support/aPlan.ts';

const plan = aPlan();
const show = (over: Partial<Parameters<typeof MapView>[0]> = {}) =>
  render(
    <ChakraProvider value={theme}>
      <MapView label="Current Location" plan={plan} {...over} />
    </ChakraProvider>,
  );
const frame = () => screen.getByRole('group', { name: /^Current Location: arrow keys/ });

describe('MapView', () => {
  it('[MAP-044] [CONST-034] is at most 900 px high unless given another height', () => {
    const { unmount } = show();
    expect(frame().style.getPropertyValue('--plan-height')).toBe('900px');
    unmount();
    show({ heightPx: 480 });
    expect(frame().style.getPropertyValue('--plan-height')).toBe('480px');
  });

  it('[MAP-032] [MAP-033] [MAP-034] [MAP-035] has a switch for lanes, walkways, gutters and obstacles', async () => {
    show();
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Lane',
      'Walkway',
      'Gutter',
      'Obstacle',
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Gutter' }));
    expect(screen.getByRole('checkbox', { name: 'Gutter' })).not.toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Lane' })).toBeChecked();
  });

  it('[MAP-036] offers the crop state where it is asked for, switched off', () => {
    show({ offered: ['lane', 'crop'] });
    expect(screen.getByRole('checkbox', { name: 'Crop state' })).not.toBeChecked();
  });

  it('[MAP-043] [CONST-033] zooming in ends at 7, where half a metre is 64 pixels wide', async () => {
    show();
    const zoomIn = screen.getByRole('button', { name: 'Zoom in' });
    for (let press = 0; press < 12; press++) await userEvent.click(zoomIn);
    expect(zoomIn).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('0.5 m')).toBeVisible();
  });

  it('[MAP-042] [CONST-033] zooming out ends at 2, where 20 m are 80 pixels wide', async () => {
    show();
    frame().focus();
    await userEvent.keyboard('++');
    expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'false');
    await userEvent.keyboard('-------');
    expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('20 m')).toBeVisible();
  });

  it('[MAP-045] [MSG-070] says so where a map cannot be drawn, as in this place without WebGL', async () => {
    show();
    expect(await screen.findByText('Map could not be generated')).toBeVisible();
  });
});

describe('MapTable', () => {
  it('[DEV-050] shows node, X, Y, theta and velocity, and what is not known as a dash', () => {
    render(
      <ChakraProvider value={theme}>
        <MapTable devices={[{ serial: 'LF-01', name: 'Lumion 01', node: 'n101', x: 1.234, y: -5, theta: 0, velocity: null }]} />
      </ChakraProvider>,
    );
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Node', 'X', 'Y', 'Theta', 'Velocity']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['n101', '1.23 m', '-5.00 m', '0.00 rad', '-']);
  });
});
