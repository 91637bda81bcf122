/** Handlers of configuration: current values, edit, comparison of two devices, download as a zip, and changes. */

import {
  type ConfigDifference,
  type ConfigParameter,
  type ConfigValue,
  getConfig,
  getConfigChanges,
  getConfigCompare,
  getConfigDownload,
  postConfig,
} from '#contract/devices/configuration';
import { isWithin } from '#domain/devices/ownershipPeriods';
import { safeFileNames } from '#domain/text/fileName';
import { readChanges } from './changeHistory.ts';
import { type Configuration, LATEST, NOTHING, configAt, parametersOf } from './configAt.ts';
import { type ChangeDependencies, setValue } from './setValue.ts';
import { applyConfirmedChanges } from './applyConfirmedChange.ts';
import { visibleConfiguration, viewableBy, viewableColours } from './viewable.ts';
import { type YamlLayout, yamlOf } from './yaml.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { type Handlers, serve } from '../platform/http/serve.ts';
import { groupBy } from '../platform/groupBy.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import type { Principal, Scope } from '../platform/principal.ts';
import { requireDevice, requireOwnTimes, type ReadableDevice } from '../locations/visibility.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { isSameValue } from '#domain/configuration/structuredValue';
import { isIgnoredPath } from '#domain/configuration/ignoredPaths';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  /** File name without folder. */
  readonly name: string;
  readonly text: string;
}

/** Creates a ZIP archive of text files, all with the modification time `at`. */
export async function zipOf(entries: readonly ZipEntry[], at: Date): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, text } of entries) zip.addBuffer(Buffer.from(text), name, { mtime: at, mode: 0o644 });
  zip.end();
  return buffer(zip.outputStream);
}

const byKey = ({ parameters }: Configuration): ReadonlyMap<string, ConfigValue> =>
  new Map(parameters.map(({ file_name, config_name, value }) => [`${file_name}/${config_name}`, value]));

/** Returns the differences of two configurations, sorted by `key_value`; a missing value is null. Source: FLEET-062, FLEET-063, OPEN-35. */
function differencesOf(one: Configuration, other: Configuration): ConfigDifference[] {
  const [first, second] = [byKey(one), byKey(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => !isSameValue(first.get(key) ?? null, second.get(key) ?? null) && !isIgnoredPath(key))
    .toSorted()
    .map((key_value) => ({
      key_value,
      value_machine_1: first.get(key_value) ?? null,
      value_machine_2: second.get(key_value) ?? null,
    }));
}

/** Dependencies of the configuration calls. */
export interface ConfigurationDependencies extends ChangeDependencies {
  readonly registry: OwnershipRegistry;
}

type ConfigurationCall = 'getConfig' | 'postConfig' | 'getConfigCompare' | 'getConfigDownload' | 'getConfigChanges';

function byFile({ file_names, parameters }: Configuration): Record<string, Record<string, ConfigParameter>> {
  const ofFile = groupBy(parameters, ({ file_name }) => file_name);
  return Object.fromEntries(
    file_names.map((file) => [
      file,
      Object.fromEntries((ofFile.get(file) ?? []).map(({ config_name, value, model }) => [config_name, { value, model }])),
    ]),
  );
}

function zipped(
  { file_names, parameters }: Configuration,
  serial: string,
  { at, layout }: { at: Date; layout: YamlLayout },
): Promise<Buffer> {
  const comment = `${serial} at ${at.toISOString()}`;
  const ofFile = groupBy(parameters, ({ file_name }) => file_name);
  const names = safeFileNames(file_names, 'file.yaml');
  const entries = file_names.map((file, index) => ({
    name: names[index] ?? file,
    text: yamlOf(comment, ofFile.get(file) ?? [], layout),
  }));
  return zipOf(entries, at);
}

/** Creates the handlers of configuration: current values, edit, comparison, download and change history. */
export function configurationHandlers(dependencies: ConfigurationDependencies): Pick<Handlers, ConfigurationCall> {
  const { database, registry } = dependencies;
  const permitted = (scope: Scope, serial: string) => requireDevice(scope, registry, serial);
  const readable = (scope: Scope, serial: string) => requireOwnTimes(scope, registry, serial);
  const seenAt = async (caller: Principal, serial: string, at: Date) => {
    await applyConfirmedChanges(dependencies, serial);
    return visibleConfiguration(caller, await configAt(database, serial, at));
  };
  /** At a time when the device worked for other owners, the configuration is empty; at a future time, it is the current one. */
  const seenThen = async (caller: Principal, { serial, times }: ReadableDevice, at: Date) => {
    const isReadable = times === 'all' || times.some((time) => isWithin(time, Math.min(at.getTime(), dependencies.now())));
    return isReadable ? seenAt(caller, serial, at) : NOTHING;
  };
  return {
    getConfig: serve(getConfig, async ({ caller, scope, params }) => {
      const seen = await seenAt(caller, permitted(scope, params.serial), LATEST);
      return { file_names: [...seen.file_names], config: byFile(seen) };
    }),
    postConfig: serve(postConfig, async ({ caller, scope, params, body, requestId }) => {
      const serial = permitted(scope, params.serial);
      const { times } = readable(scope, serial);
      await setValue(dependencies, { ...body, serial, times, old_value: body.old_value, caller, scope, requestId });
      return { success: true };
    }),
    getConfigCompare: serve(getConfigCompare, async ({ caller, scope, query }) => {
      const devices = [readable(scope, query.machine_serial_1), readable(scope, query.machine_serial_2)] as const;
      const [one, other] = await Promise.all([
        seenThen(caller, devices[0], new Date(query.at_time_machine_1)),
        seenThen(caller, devices[1], new Date(query.at_time_machine_2)),
      ]);
      return { result: { differences: differencesOf(one, other) } };
    }),
    getConfigDownload: serveFile(getConfigDownload, async ({ caller, scope, query }) => {
      const device = readable(scope, query.machine_serial);
      const { serial } = device;
      const at = new Date(query.at_time);
      const seen = await seenThen(caller, device, at);
      if (seen.file_names.length === 0) throw createFailure('noConfiguration');
      return {
        fileName: `config_${serial}.zip`,
        type: 'application/zip',
        body: await zipped(seen, serial, { at, layout: query.layout ?? 'plain' }),
      };
    }),
    getConfigChanges: serve(getConfigChanges, async ({ caller, scope, params, query }) => {
      const device = readable(scope, params.serial);
      await applyConfirmedChanges(dependencies, device.serial);
      const parameters = (await parametersOf(database, device.serial)).filter(viewableBy(caller));
      return readChanges(database, { device, parameters, colours: viewableColours(caller), page: query });
    }),
  };
}
