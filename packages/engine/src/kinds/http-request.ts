import type { ConnectorPackage, HttpRequestStep } from '@tallyhook/schemas';
import { ActionError, type AccountValues, type Turns } from '@tallyhook/sdk';
import { callWithAccount, openAccountOfStep } from '../account/account-of-step.ts';
import { turnsOfAccount } from '../account/turns-of-account.ts';
import { idempotencyKeyOf } from '../activities/read-step.ts';
import { sendOnce } from './action.ts';
import type { StepWork } from './work.ts';

/** The values of a request, with its templates filled in. */
interface RequestValues {
  method: NonNullable<HttpRequestStep['method']>;
  url: string;
  headers: Record<string, unknown>;
  json?: unknown;
  text?: unknown;
  form?: unknown;
}

const connectorId = 'http';
const actionName = 'request';

/** Sends the request as an action, so that the rules for hosts, answers and sending again are the same. */
export const httpRequest: StepWork<HttpRequestStep> = {
  async run(deps, running) {
    const { step, fillIn, keepInput, run, key } = running;
    const { method = 'GET', url, headers = {}, json, text, form, account } = step;
    const bodies = Object.fromEntries(Object.entries({ json, text, form }).filter(([, body]) => body !== undefined));
    const filled = (await fillIn({ url, headers, ...bodies })) as Omit<RequestValues, 'method'>;
    const values: RequestValues = { method, ...filled };
    await keepInput(values);
    const send = (released: ConnectorPackage, own: AccountValues | undefined, turns?: Turns) => {
      const call = { input: values, idempotencyKey: idempotencyKeyOf(key), ...(own && { account: own }) };
      return sendOnce(deps, running, { released, actionName, call, ...(turns && { turns }) });
    };
    if (account === undefined) return { output: await send(packageFor(values, undefined), undefined) };
    const [released, opened] = await Promise.all([
      deps.packages.ofRun(run, connectorId),
      openAccountOfStep(deps, run, { connector: connectorId, account }),
    ]);
    const turns = turnsOfAccount(deps, { connectorId, place: opened.place });
    const output = await callWithAccount(released, opened, (own) => send(packageFor(values, released), own, turns));
    return { output };
  },
};

/** A package with this request as its only action. Without an account it may go to the host of its address. */
function packageFor(values: RequestValues, released: ConnectorPackage | undefined): ConnectorPackage {
  const { method, json, text, form } = values;
  const base = released?.connector ?? {
    ...{ id: connectorId, name: 'HTTP', version: '1.0.0', description: 'One request.' },
    ...{ hosts: [hostOf(values.url)], signIn: { kind: 'none' as const } },
    request: { headers: { 'User-Agent': 'tallyhook' } },
  };
  const body =
    json !== undefined
      ? { json: '{{json}}' }
      : text !== undefined
        ? { text: '{{text}}' }
        : form !== undefined
          ? { form: namesOf('form', form as object) }
          : undefined;
  const action = {
    label: 'Request',
    description: 'One request.',
    input: { type: 'object' as const, properties: Object.fromEntries(Object.keys(values).map((name) => [name, {}])) },
    request: {
      ...{ method, url: '{{url}}', headers: namesOf('headers', values.headers) },
      ...(body && { body }),
      output: { status: '{{response.status}}', headers: '{{response.headers}}', body: '{{response.body}}' },
    },
  };
  return {
    format: 1,
    sha256: '',
    connector: base,
    actions: { [actionName]: action },
    webhooks: {},
  };
}

/** A template for each name, so that what the values contain is not a template again. */
function namesOf(root: string, values: object): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `{{${root}.[${name}]}}`]));
}

/** @throws ActionError `invalid_input` for an address that is not http or https */
function hostOf(address: unknown): string {
  const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : null;
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url.host;
  const given = JSON.stringify(address ?? null).slice(0, 100);
  throw new ActionError(
    'invalid_input',
    `A full address such as https://api.example.com/rates is needed, not ${given}.`,
  );
}
