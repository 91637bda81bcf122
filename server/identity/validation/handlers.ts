import { getValidate, getValidationResults, validationType } from '#contract/validation';
import { createFailure } from '../../platform/failure/catalogue.ts';
import { forbidden } from '../../platform/failure/failure.ts';
import { serve, type CallRequest, type Handlers } from '../../platform/http/serve.ts';
import type { Principal } from '../../platform/principal.ts';
import { createValidate, type ValidateDependencies } from './runValidation.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';

/** Returns the requested validation type. Throws 403 for callers other than a system_admin, 404 for an unknown type. Source: GAP-51. */
function typeFor({ caller, params }: { readonly caller: Principal; readonly params: { readonly x: string } }) {
  if (caller.role !== 'system_admin') throw forbidden('validation is for system admins');
  const type = validationType.safeParse(params.x);
  if (!type.success) throw createFailure('noValidation');
  return type.data;
}

async function readResults({ database }: ValidateDependencies, request: CallRequest<typeof getValidationResults>) {
  const type = typeFor(request);
  const { validation_id } = request.query;
  const ofType = database.selectFrom('validation').select(['number', 'at']).where('type', '=', type).orderBy('number', 'desc').limit(1);
  const found = await (validation_id === undefined ? ofType : ofType.where('id', '=', validation_id)).executeTakeFirst();
  if (found === undefined) {
    if (validation_id !== undefined) throw createFailure('noValidation');
    return { total: 0, results: [] };
  }
  const { limit, offset } = windowOf(request.query);
  const results = database.selectFrom('validation_result').where('validation', '=', found.number);
  const [{ total }, rows] = await Promise.all([
    results.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    results.select(['severity', 'error_message', 'resource_name', 'nimbus_id']).orderBy('place').limit(limit).offset(offset).execute(),
  ]);
  return { total, results: rows.map((row) => ({ ...row, validation_time: found.at.toISOString() })) };
}

/** Creates the handlers of the Validation screens: run a validation, read its results. */
export function validationHandlers(dependencies: ValidateDependencies): Pick<Handlers, 'getValidate' | 'getValidationResults'> {
  const validate = createValidate(dependencies);
  return {
    getValidate: serve(getValidate, async (request) => {
      const type = typeFor(request);
      return { validation_id: await validate({ type, requestId: request.requestId, by: request.caller.username }) };
    }),
    getValidationResults: serve(getValidationResults, (request) => readResults(dependencies, request)),
  };
}
