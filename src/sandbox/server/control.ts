import { ConfigurationError, invalidOption } from '../../client/errors/index.ts';
import { packageVersion } from '../../client/runtime/runtime.ts';
import { actions } from '../actions/actions.ts';
import { sandboxHeader } from '../connect.ts';
import { bytesResponse, jsonResponse, parseJson } from '../json.ts';
import { UnknownCallbackError } from '../outbound/callbacks.ts';
import { controlPath } from '../paths.ts';
import { PurchaseError } from '../purchases/purchases.ts';
import { type Handler, on } from '../router.ts';
import type { Service } from '../service.ts';
import { DataFileError } from '../store/data-file.ts';
import { showSeed, showState } from '../store/show-state.ts';
import { logFailure } from './failure.ts';
import type { HostCheck } from './local-only.ts';

/** What can be read, beside the actions. */
const reads: Readonly<Record<string, (service: Service) => Response>> = {
  state: (service) => jsonResponse(200, showState(service)),
  // A seed file, indented: people edit it.
  seed: ({ context }) =>
    bytesResponse(200, Buffer.from(`${JSON.stringify(showSeed(context.store), null, 2)}\n`)),
};

const paths = [
  ...actions.map(({ path }) => `POST ${controlPath}${path}`),
  ...Object.keys(reads).map((name) => `GET ${controlPath}${name}`),
].join(', ');

/** The handlers of the control endpoint. */
export function createControlHandlers(service: Service, checkHost: HostCheck): Handler[] {
  const guarded = async (
    request: Request,
    respond: () => Response | Promise<Response>,
  ): Promise<Response> => {
    let response = checkHost(request);
    try {
      response ??= await respond();
    } catch (error) {
      response = errorResponse(request, error);
    }
    response.headers.set(sandboxHeader, packageVersion);
    return response;
  };
  return [
    ...actions.map(({ path, perform }) =>
      on('POST', controlPath + path, ({ request, params }) =>
        guarded(request, async () => {
          const body = readObject(await request.text());
          return jsonResponse(200, await perform(service, { ...body, ...params }));
        }),
      ),
    ),
    ...Object.entries(reads).map(([name, read]) =>
      on('GET', controlPath + name, ({ request }) => guarded(request, () => read(service))),
    ),
    on('ALL', `${controlPath}*`, ({ request }) =>
      guarded(request, () =>
        jsonResponse(404, { message: `Unknown path. The control endpoint has: ${paths}` }),
      ),
    ),
  ];
}

function errorResponse(request: Request, error: unknown): Response {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ConfigurationError) {
    return jsonResponse(400, { message, field: error.option, rule: error.rule });
  }
  if (error instanceof PurchaseError) {
    const { code, state } = error;
    return jsonResponse(code === 'purchase_not_found' ? 404 : 409, { message, code, state });
  }
  if (error instanceof UnknownCallbackError) return jsonResponse(404, { message, code: error.code });
  // Its own line is on stderr.
  if (!(error instanceof DataFileError)) logFailure(request, error);
  return jsonResponse(500, { message });
}

function readObject(json: string): object {
  if (json === '') return {};
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidOption('body', 'must be a JSON object');
  }
  return value;
}
