import { chakra } from '@chakra-ui/react';
import { poseText } from '#domain/devices/pose';
import type { MapDevice } from './drawing/mapDevice.ts';

const Table = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': { textStyle: 'label', color: 'fg.muted', textAlign: 'left', fontWeight: 500, height: '34px' },
    '& td': { height: '36px', borderTop: '1px solid', borderColor: 'border.muted' },
    '& .number': { textAlign: 'right' },
  },
});

interface Props {
  /** The devices to list; an unknown pose is null. */
  readonly devices: readonly MapRow[];
}
/** A device of the table: as on a map, but each value may be missing. */
export type MapRow = Pick<MapDevice, 'serial' | 'name' | 'node' | 'velocity'> & {
  readonly x: number | null;
  readonly y: number | null;
  readonly theta: number | null;
};

/** Renders the devices of a plan as a table: Device, Node, X, Y, Theta, Velocity; alone where WebGL is missing. */
export function MapTable({ devices }: Props) {
  return (
    <Table>
      <thead>
        <tr>
          {devices.length > 1 ? <th scope="col">Device</th> : null}
          <th scope="col">Node</th>
          {['X', 'Y', 'Theta', 'Velocity'].map((name) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {devices.map(({ serial, name, node, x, y, theta, velocity }) => (
          <tr key={serial} data-of={serial}>
            {devices.length > 1 ? <td>{name}</td> : null}
            <td data-shows="current_node" data-head="Node">
              {node ?? '-'}
            </td>
            <td className="number" data-shows="current_pose_x" data-head="X">
              {poseText('current_pose_x', x)}
            </td>
            <td className="number" data-shows="current_pose_y" data-head="Y">
              {poseText('current_pose_y', y)}
            </td>
            <td className="number" data-shows="current_pose_theta" data-head="Theta">
              {poseText('current_pose_theta', theta)}
            </td>
            <td className="number" data-shows="current_velocity" data-head="Velocity">
              {poseText('current_velocity', velocity)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
