import {
  getConfig,
  getConfigChanges,
  getConfigCompare,
  getConfigDownload,
  postConfig,
  type ConfigParameter,
  type ConfigDifference,
  type ConfigValue,
} from '#contract/configuration';
import { safeFileName } from '#domain/fileName';
import { readChanges } from './changes.ts';
import { configAt, LATEST, parametersOf, type Configuration } from './configAt.ts';
import { setValue, type ChangeDependencies } from './setValue.ts';
import { settle } from './settle.ts';
import { seenBy, viewableBy } from './viewable.ts';
import { yamlOf } from './yaml.ts';
import { zipOf } from './zip.ts';
import { notFound } from '../platform/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import type { Principal } from '../platform/principal.ts';
import { requireDevice, scopeOf } from '../locations/visibility.ts';
import type { Registry } from '../locations/registry.ts';
import { isIgnoredPath } from '#domain/ignoredPaths';

const byKey = ({ parameters }: Configuration): ReadonlyMap<string, ConfigValue> =>
  new Map(parameters.map(({ file_name, config_name, value }) => [`${file_name}/${config_name}`, value]));

/** What differs between two configurations, by `key_value`; what one of them lacks is null. Source: FLEET-062, FLEET-063, OPEN-35. */
function differencesOf(one: Configuration, other: Configuration): ConfigDifference[] {
  const [first, second] = [byKey(one), byKey(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => first.get(key) !== second.get(key) && !isIgnoredPath(key))
    .toSorted()
    .map((key_value) => ({
      key_value,
      value_machine_1: first.get(key_value) ?? null,
      value_machine_2: second.get(key_value) ?? null,
    }));
}

/** What the calls of configuration work with. */
export interface ConfigurationDependencies extends ChangeDependencies {
  readonly registry: Registry;
}

type ConfigurationCall = 'getConfig' | 'postConfig' | 'getConfigCompare' | 'getConfigDownload' | 'getConfigChanges';

function byFile({ file_names, parameters }: Configuration): Record<string, Record<string, ConfigParameter>> {
  return Object.fromEntries(
    file_names.map((file) => [
      file,
      Object.fromEntries(
        parameters.filter(({ file_name }) => file_name === file).map(({ config_name, value, model }) => [config_name, { value, model }]),
      ),
    ]),
  );
}

function zipped({ file_names, parameters }: Configuration, serial: string, at: Date): Promise<Buffer> {
  const comment = `${serial} at ${at.toISOString()}`;
  const entries = file_names.map((file) => ({
    name: safeFileName(file, 'file.yaml'),
    text: yamlOf(
      comment,
      parameters.filter(({ file_name }) => file_name === file),
    ),
  }));
  return zipOf(entries, at);
}

/** Configuration: now, at any time, compared, and what was changed. */
export function configurationHandlers(dependencies: ConfigurationDependencies): Pick<Handlers, ConfigurationCall> {
  const { database, registry } = dependencies;
  const permitted = (caller: Principal, serial: string) => requireDevice(scopeOf(caller, registry), registry, serial);
  const seenAt = async (caller: Principal, serial: string, at: Date) => {
    await settle(dependencies, serial);
    return seenBy(caller, await configAt(database, serial, at));
  };
  return {
    getConfig: serve(getConfig, async ({ caller, params }) => {
      const seen = await seenAt(caller, permitted(caller, params.serial), LATEST);
      return { file_names: [...seen.file_names], config: byFile(seen) };
    }),
    postConfig: serve(postConfig, async ({ caller, params, body, requestId }) => {
      await setValue(dependencies, { ...body, serial: permitted(caller, params.serial), old_value: body.old_value, caller, requestId });
      return { success: true };
    }),
    getConfigCompare: serve(getConfigCompare, async ({ caller, query }) => {
      const serials = [permitted(caller, query.machine_serial_1), permitted(caller, query.machine_serial_2)] as const;
      const [one, other] = await Promise.all([
        seenAt(caller, serials[0], new Date(query.at_time_machine_1)),
        seenAt(caller, serials[1], new Date(query.at_time_machine_2)),
      ]);
      return { result: { differences: differencesOf(one, other) } };
    }),
    getConfigDownload: serveFile(getConfigDownload, async ({ caller, query }) => {
      const serial = permitted(caller, query.machine_serial);
      const at = new Date(query.at_time);
      const seen = await seenAt(caller, serial, at);
      if (seen.file_names.length === 0) throw notFound('this device had no configuration at that time');
      return { fileName: `config_${serial}.zip`, type: 'application/zip', body: await zipped(seen, serial, at) };
    }),
    getConfigChanges: serve(getConfigChanges, async ({ caller, params, query }) => {
      const serial = permitted(caller, params.serial);
      await settle(dependencies, serial);
      const parameters = (await parametersOf(database, serial)).filter(viewableBy(caller));
      return readChanges(database, { serial, parameters, page: query });
    }),
  };
}
