/** A sound connector with what the golden one leaves out: other pagination, forms, and every other key. */
export const richConnector: Readonly<Record<string, string>> = {
  'connector.json': write({
    id: 'tracker',
    name: 'Tracker',
    version: '1.0.0',
    description: 'Issues',
    hosts: ['api.example.com'],
    signIn: { kind: 'key', in: 'header', name: 'X-Key', value: '{{account.token}}' },
    account: {
      fields: [{ name: 'token', label: 'Token', description: 'On your page', secret: true, optional: false }],
      label: '{{test.body.name}}',
      externalId: '{{test.body.id}}',
    },
    request: { baseUrl: 'https://api.example.com', query: { v: 2 }, headers: { Accept: 'application/json' } },
    test: { method: 'GET', path: '/me' },
    rateLimit: {
      limit: 40,
      windowMs: 1000,
      scope: 'account',
      remaining: 'x-left',
      reset: { header: 'x-reset', as: 'seconds' },
    },
  }),
  'actions/by-offset.json': write({
    ...list('offset'),
    pagination: {
      kind: 'offset',
      items: 'response.body.data',
      size: 5,
      total: 'response.body.total',
      maxPages: 9,
      maxItems: 100,
    },
  }),
  'actions/by-page.json': write({
    ...list('number'),
    pagination: { kind: 'page', items: 'response.body.data', first: 0, total: 'response.body.total' },
  }),
  'actions/by-address.json': write({
    ...list(),
    pagination: { kind: 'nextUrl', items: 'response.body.data', url: 'response.body.next' },
  }),
  'actions/by-header.json': write({ ...list(), pagination: { kind: 'linkHeader', items: 'response.body.data' } }),
  'actions/send-form.json': write({
    label: 'Send a file in a form',
    description: 'Another one',
    input: {
      type: 'object',
      properties: { title: { type: 'string', title: 'Title', minLength: 1 }, file: { type: 'string' } },
      required: ['file'],
    },
    request: { method: 'POST', url: 'https://api.example.com/start', body: { form: { a: '{{title}}' } } },
    upload: {
      file: 'file',
      send: 'form',
      to: '{{start.body.url}}',
      credential: 'never',
      transfer: {
        method: 'POST',
        headers: { 'X-A': 'b' },
        headersFrom: { each: 'start.body.headers', name: '{{field.key}}', value: '{{field.value}}' },
        body: {
          multipart: [
            { name: '{{field.name}}', value: '{{field.value}}', each: 'start.body.fields', type: 'text/plain' },
            { name: 'file', file: true, filename: '{{file.name}}', type: '{{file.type}}' },
          ],
        },
      },
      finish: { method: 'POST', path: '/done', body: { text: '{{transfer.body.id}}' } },
      output: 'start',
    },
    annotations: { readOnly: false, destructive: false },
  }),
  'actions/send-pieces.json': write({
    label: 'Send a file in pieces',
    input: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    request: { method: 'PUT', path: '/upload', headers: { 'X-At': '{{piece.start}}' } },
    upload: {
      file: 'file',
      send: 'pieces',
      chunkSize: 100,
      lastPiece: 'takesRemainder',
      contentRange: false,
      goOn: [202],
      alreadyThere: { status: [409], confirmed: { path: 'response.body.at', as: 'offset' } },
    },
  }),
  'actions/add.json': write({
    label: 'Add',
    input: { type: 'object', properties: {} },
    request: { method: 'POST', path: '/add', body: { none: true }, success: { status: [201] } },
    repeatable: true,
    retry: { status: [423], attempts: 2, wait: { header: 'x-wait', as: 'seconds' } },
    errors: [{ status: [403], when: [{ path: 'response.body.a', isNot: 1 }], class: 'auth', message: 'No' }],
  }),
  'actions/add-once.json': write({
    label: 'Add once',
    input: { type: 'object', properties: {} },
    request: { method: 'POST', path: '/add', body: { json: { a: 1 } } },
    idempotencyHeader: 'Idempotency-Key',
  }),
  'webhooks/events.json': write({
    label: 'Events',
    description: 'What happens',
    formField: 'payload',
    handshake: [
      {
        when: [{ path: 'event.query.challenge', isNot: null }],
        answer: { status: 200, headers: { 'X-A': 'b' }, text: '{{event.query.challenge}}' },
      },
    ],
    ignore: [{ when: [{ path: 'event.body.kind', is: 'ping' }], reason: 'a ping', answer: { json: { ok: true } } }],
    event: '{{event.body.kind}}',
    deliveryId: '{{event.body.id}}',
    missingId: 'run',
    account: '{{event.body.account}}',
    answer: { status: 204 },
  }),
};

function list(used?: string): object {
  return {
    label: 'List',
    input: { type: 'object', properties: {} },
    request: { method: 'GET', path: '/list', ...(used !== undefined && { query: { at: `{{page.${used}}}` } }) },
  };
}

function write(value: object): string {
  return JSON.stringify(value, null, 2);
}
