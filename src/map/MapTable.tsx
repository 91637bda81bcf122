import { chakra } from '@chakra-ui/react';
import { poseText } from '#domain/devices/pose';
import type { MapDevice } from './drawing/mapDevice.ts';

const Table = chakra('table', { base: { width: '100%', borderCollapse: 'collapse' } });
const aligned = { isNumber: { false: { textAlign: 'left' }, true: { textAlign: 'right' } } } as const;
const Head = chakra('th', {
  base: { textStyle: 'label', color: 'fg.muted', fontWeight: 500, height: '34px' },
  variants: aligned,
  defaultVariants: { isNumber: false },
});
const Cell = chakra('td', { base: { height: '36px', borderTop: '1px solid', borderColor: 'border.muted' }, variants: aligned });

interface Props {
  /** The devices to list; null for an unknown pose. */
  readonly devices: readonly MapRow[];
}
/** A device in the table: as on a map, but each value may be missing. */
export type MapRow = Pick<MapDevice, 'serial' | 'name' | 'node' | 'velocity'> & {
  readonly x: number | null;
  readonly y: number | null;
  readonly theta: number | null;
};

/** Renders the devices of a plan as a table: Device, Node, X, Y, Theta, Velocity. The table replaces the plan if WebGL is not available. */
export function MapTable({ devices }: Props) {
  return (
    <Table>
      <thead>
        <tr>
          {devices.length > 1 ? <Head scope="col">Device</Head> : null}
          <Head scope="col">Node</Head>
          {['X', 'Y', 'Theta', 'Velocity'].map((name) => (
            <Head key={name} scope="col" isNumber>
              {name}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {devices.map(({ serial, name, node, x, y, theta, velocity }) => (
          <tr key={serial} data-of={serial}>
            {devices.length > 1 ? <Cell>{name}</Cell> : null}
            <Cell data-shows="current_node" data-head="Node">
              {node ?? '-'}
            </Cell>
            <Cell isNumber data-shows="current_pose_x" data-head="X">
              {poseText('current_pose_x', x)}
            </Cell>
            <Cell isNumber data-shows="current_pose_y" data-head="Y">
              {poseText('current_pose_y', y)}
            </Cell>
            <Cell isNumber data-shows="current_pose_theta" data-head="Theta">
              {poseText('current_pose_theta', theta)}
            </Cell>
            <Cell isNumber data-shows="current_velocity" data-head="Velocity">
              {poseText('current_velocity', velocity)}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
