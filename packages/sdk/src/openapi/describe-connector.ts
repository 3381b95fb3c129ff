import { type Connector, Problem, type Request } from '@tallyhook/schemas';
import type { ApiDocument, MadeActions, Note } from './model.ts';
import { toLabel } from './names.ts';
import type { BaseAddress } from './servers.ts';
import type { SignInPlan } from './sign-in.ts';
import { shorten } from './value-schema.ts';

interface ConnectorParts {
  id: string;
  base: BaseAddress;
  plan: SignInPlan;
  hosts: string[];
  made: MadeActions;
  notes: Note[];
}

/** Builds connector.json. */
export function describeConnector(api: ApiDocument, { id, base, plan, hosts, made, notes }: ConnectorParts): Connector {
  const test = findTest(made);
  const fields = [...base.fields];
  for (const field of plan.fields) {
    if (fields.some(({ name }) => name === field.name)) {
      throw new Problem(
        'invalid_input',
        `Two account fields would be named "${field.name}". Give a base address to avoid it.`,
      );
    }
    fields.push(field);
  }
  // Many accounts share a region: it identifies an account only if nothing else does.
  const open =
    fields.find(({ name, secret }) => secret !== true && !base.choices.includes(name)) ??
    (fields.some(({ secret }) => secret === true) ? undefined : fields[0]);
  if (fields.length > 0 && open === undefined) {
    const description = 'A name for the account, such as the user or organization that the credential belongs to.';
    fields.unshift({ name: 'account', label: 'Account', description });
    const reason =
      'the document does not say; people name the account in the field "account" when they link it. If an operation returns the current user, take "label" and "externalId" from the response to "test"';
    if (base.choices.length > 0)
      notes.push({ kind: 'leftOut', pointer: '#/servers', what: 'the identity of the account', reason });
  }
  const called = `{{account.${open?.name ?? 'account'}}}`;
  return {
    id,
    name: shorten(api.title, 100) || toLabel(id),
    version: '1.0.0',
    ...(api.description === undefined ? {} : { description: shorten(api.description, 2000) }),
    hosts,
    signIn: plan.signIn,
    ...(fields.length === 0 ? {} : { account: { fields, label: called, externalId: called } }),
    request: {
      baseUrl: base.baseUrl,
      ...(Object.keys(plan.headers).length === 0 ? {} : { headers: plan.headers }),
    },
    ...(fields.length === 0 || test === undefined ? {} : { test }),
  };
}

/** Finds a request such as "who am I", which tests whether an account can sign in. */
function findTest(made: MadeActions): Request | undefined {
  const asksWho = /\/(me|user|users\/me|whoami|self|account|profile)\/?$/;
  const found = [...made.values()].filter(({ action: { request, input }, operation }) => {
    return (
      request.method === 'GET' &&
      asksWho.test(request.path ?? '') &&
      (input.required ?? []).length === 0 &&
      operation.security.length > 0
    );
  });
  const path = found.map(({ action }) => action.request.path!).sort((a, b) => a.length - b.length)[0];
  return path === undefined ? undefined : { method: 'GET', path };
}
