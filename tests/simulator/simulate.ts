import type { StateMessage } from '#contract/messages/deviceMessage';
import { demoCompany } from '#server/app/company';
import { seededRandom } from '#domain/random/seededRandom';
import type { RobotMessage } from '#server/simulator/simulation/robotMessage';
import { initialSimulation } from '#server/simulator/simulation/initialSimulation';
import { step, type Simulation } from '#server/simulator/simulation/step';

/** The instant at which every world of these tests begins. */
export const NOON = Date.parse('2026-03-04T12:00:00Z');

/** A company as the demo has it, or larger. */
export const aCompany = (devices = 24) => demoCompany({ devices, seed: 7, now: NOON });

/** A world of the demo's robots and its random numbers. */
export function aWorld(seed = 11, devices = 24) {
  const random = seededRandom(seed);
  return { world: initialSimulation({ company: aCompany(devices), at: NOON, random }), random };
}

/** The world after `seconds`, one step each, with everything reported until then; `each` is called with every world in between. */
export function simulate(
  seconds: number,
  { seed = 11, each = () => undefined }: { seed?: number; each?: (world: Simulation) => void } = {},
) {
  const { world: start, random } = aWorld(seed);
  const messages: RobotMessage[] = [];
  let world = start;
  for (let second = 0; second < seconds; second += 1) {
    const turned = step(world, 1_000, random);
    world = turned.world;
    messages.push(...turned.messages);
    each(world);
  }
  return { world, messages };
}

/** Whether a message is a state from before the beginning. */
export const isKeptState = ({ kind, body }: RobotMessage) => kind === 'state' && Date.parse(body.time) < NOON - 480_000;

/** The states that each robot reported since the beginning, in order. */
export function statesBySerial(messages: readonly RobotMessage[]) {
  const bySerial = new Map<string, StateMessage[]>();
  for (const message of messages) {
    if (message.kind === 'state' && !isKeptState(message))
      (bySerial.get(message.serial) ?? bySerial.set(message.serial, []).get(message.serial))?.push(message.body);
  }
  return bySerial;
}
