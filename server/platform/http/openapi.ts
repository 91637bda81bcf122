import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER, type Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import { accessAnswer, accessQuestion, deviceAccessPath } from '#contract/devices/deviceAccess';
import {
  deviceDataAnswer,
  deviceDataPaths,
  deviceErrorCodesAnswer,
  deviceMetadataAnswer,
  deviceNetworkAnswer,
} from '#contract/devices/deviceData';
import { challengeAnswer, challengeRequest, deviceTokenPaths, tokenAnswer, tokenRequest } from '#contract/devices/deviceToken';
import { z } from '#contract/schema';
import { failureComponents, failureResponses } from './failureResponses.ts';

const draft = { target: 'draft-2020-12', unrepresentable: 'any' } as const;
const inward = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { ...draft, io: 'input' });

const actId = {
  name: REQUEST_ID_HEADER,
  in: 'header',
  required: false,
  description: 'The id of this act; the same id again is the same act.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
} as const;

function parametersOf(call: Call): readonly unknown[] {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = inward(call.query);
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }));
  return [...inPath, ...inQuery, ...(call.hasSideEffects ? [actId] : [])];
}

const saved = {
  description: 'A file to be saved; its name stands in Content-Disposition',
  headers: { 'Content-Disposition': { schema: { type: 'string' } } },
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
} as const;

const bodyOf = (call: Call) => ({ [call.multipart ? 'multipart/form-data' : 'application/json']: { schema: inward(call.body) } });

const answerOf = (call: Call) =>
  call.file ? saved : { description: 'Answer', content: { 'application/json': { schema: inward(call.answer) } } };

function operationOf(name: string, call: Call): object {
  return {
    operationId: name,
    summary: call.summary,
    security: call.access === 'none' ? [] : [{ bearer: [] }],
    parameters: parametersOf(call),
    ...(call.method === 'POST' ? { requestBody: { required: true, content: bodyOf(call) } } : {}),
    responses: {
      200: answerOf(call),
      ...failureResponses({ needsToken: call.access !== 'none', hasBody: call.method === 'POST' }),
    },
  };
}

const json = (schema: z.ZodMiniType) => ({ 'application/json': { schema: inward(schema) } });

/** The calls of devices and of brokers, which are on the origin of the server and need no user token. */
const deviceCalls = [
  [deviceTokenPaths.challenge, 'postDeviceTokenChallenge', 'A text that a device signs.', challengeRequest, challengeAnswer],
  [deviceAccessPath, 'postDeviceAccess', "What a broker of one's own asks about a device.", accessQuestion, accessAnswer],
  [deviceTokenPaths.token, 'postDeviceToken', 'An access token of a device, for its signature.', tokenRequest, tokenAnswer],
] as const;

/** The calls with which a device reads data, using its access token. */
const deviceReads = [
  [deviceDataPaths.overview, 'getDeviceData', 'What there is for a device, with an ETag for each part.', deviceDataAnswer],
  [deviceDataPaths.maps, 'getDeviceMap', 'The current version of a map of the location of a device, in parts on request.', null],
  [deviceDataPaths.network, 'getDeviceNetwork', 'The network of the location of a device.', deviceNetworkAnswer],
  [deviceDataPaths.metadata, 'getDeviceMetadata', 'What people entered of a device, with its secrets.', deviceMetadataAnswer],
  [deviceDataPaths.errorCodes, 'getDeviceErrorCodes', 'The texts of all error codes.', deviceErrorCodesAnswer],
] as const;

const etagHeader = { ETag: { schema: { type: 'string' } } } as const;

function deviceReadPaths(): Record<string, object> {
  return Object.fromEntries(
    deviceReads.map(([path, operationId, summary, answer]) => {
      const content = answer === null ? { 'application/json': {} } : json(answer);
      const parameters = [
        ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
        ...(answer === null ? [{ name: 'Range', in: 'header', required: false, schema: { type: 'string' } }] : []),
      ];
      const responses = {
        200: { description: 'Answer', headers: etagHeader, content },
        ...(answer === null ? { 206: { description: 'The part that was asked for', headers: etagHeader, content } } : {}),
        304: { description: 'It is as the device has it' },
        ...failureResponses({ needsToken: true, hasBody: false }),
      };
      return [path, { servers: [{ url: '/' }], get: { operationId, summary, security: [{ device: [] }], parameters, responses } }];
    }),
  );
}

function devicePaths(): Record<string, object> {
  return Object.fromEntries(
    deviceCalls.map(([path, operationId, summary, body, answer]) => {
      const responses = { 200: { description: 'Answer', content: json(answer) }, ...failureResponses({ needsToken: true, hasBody: true }) };
      const post = { operationId, summary, security: [], requestBody: { required: true, content: json(body) }, responses };
      return [path, { servers: [{ url: '/' }], post }];
    }),
  );
}

const INCIDENT_FILE =
  'The id of the incident and `.bag.gz`, `.bag`, `.mcap` or `.mcap.gz` (a recording), `.dat` (depth video) or `.mp4` (video).';
const LOG_FILE = 'The id under which the device reported the log file.';

const refusal = (description: string) => ({ description });

/** Returns a text parameter for the OpenAPI document; path parameters are required. */
const named = (name: string, place: 'path' | 'header', description: string) => ({
  name,
  in: place,
  required: place === 'path',
  description,
  schema: { type: 'string' },
});

const offset = {
  description: 'The part is stored: where the next one begins',
  content: { 'application/json': { schema: { type: 'object', properties: { offset: { type: 'integer' } }, required: ['offset'] } } },
};

const unknownFile = {
  401: refusal('No access token that counts for this device'),
  404: refusal('Nothing of this device has this name'),
};

const putFile = (operationId: string, what: string, name: string, description: string) => ({
  operationId,
  summary: `Stores a file of ${what} of the device that puts it.`,
  security: [{ device: [] }],
  parameters: [
    named(name, 'path', description),
    named('Repr-Digest', 'header', '`sha-256=:BASE64:` of the whole file; another file is refused'),
    named('Content-Range', 'header', '`bytes FROM-TO/LENGTH`: the next of at most 256 parts'),
  ],
  requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
  responses: {
    202: offset,
    204: refusal('Stored whole'),
    400: refusal('Another file than its digest says, or a range that is none'),
    ...unknownFile,
    409: refusal('The upload has ended, or another part is the next one'),
    413: refusal('Larger than 1 GiB'),
    429: refusal('Two files of the device are in progress; Retry-After says how long to wait'),
  },
});

/** Returns the operation that reads the received length of a file that is uploaded in parts. */
const getOffset = (operationId: string, name: string, description: string) => ({
  operationId,
  summary: 'Where the next part of a file begins, after a cut connection.',
  security: [{ device: [] }],
  parameters: [named(name, 'path', description)],
  responses: { 200: { ...offset, description: 'Where the next part begins' }, ...unknownFile },
});

const filePath = (put: object, get: object) => ({ servers: [{ url: '/' }], put, get });

/** Converts the contract to an OpenAPI 3.1 document. */
function openApi(title: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const path = `/${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call) };
  }
  paths['/device-files/{name}'] = filePath(
    putFile('putIncidentFile', 'an incident', 'name', INCIDENT_FILE),
    getOffset('getIncidentFileOffset', 'name', INCIDENT_FILE),
  );
  paths['/device-files/logs/{database_id}'] = filePath(
    putFile('putLogFile', 'a log', 'database_id', LOG_FILE),
    getOffset('getLogFileOffset', 'database_id', LOG_FILE),
  );
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    paths: { ...paths, ...devicePaths(), ...deviceReadPaths() },
    components: {
      responses: failureComponents(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, device: { type: 'http', scheme: 'basic' } },
    },
  };
}

/** Registers `GET /api/openapi.json`, public. The document is created at the first request: it takes a tenth of the time of a start. */
export function registerOpenApi(app: FastifyInstance, title: string): void {
  let document: object | undefined;
  app.get('/api/openapi.json', async () => (document ??= openApi(title)));
}
