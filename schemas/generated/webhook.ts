// Made from webhook.schema.json by `npm run generate`. Change the schema, not this file.

import type { ActionInput } from './action.ts';
import type { Condition, Kept, Request, RequestHeaders } from './request.ts';

/**
 * How deliveries of the other service are read. Its name is the file name. Templates can read `event`: `method`, `headers` (names in lower case), `query`, `body`, and the parts that the body is split into. A whole number in the body beyond ±9007199254740991 becomes the text of its digits.
 */
export interface ConnectorWebhook {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The display name of the webhook.
   */
  label: string;
  /**
   * How to set it up at the other service.
   */
  description?: string;
  /**
   * How to read the body regardless of its Content-Type, for services that send JSON as text/plain, or XML; another body is refused with 400. By default the Content-Type decides, and XML is one text. In XML, an element is an object of its elements by name, a repeated one a list; attributes are read as `[@name]`, and the text of an element that has them as `[#text]`.
   */
  body?: 'json' | 'xml';
  /**
   * The field with the JSON if the service sends a form; its value becomes the body.
   */
  formField?: string;
  /**
   * Which deliveries this webhook takes if a connector has several: all of these must hold. They share the address `/hooks/<connector>`. In the order of their names, the first whose `match` holds takes a delivery, and the one without `match` takes the rest. An address with `?webhook=<name>` selects one regardless of `match`.
   */
  match?: Conditions;
  /**
   * Requests that only verify the address; they are answered and start nothing.
   *
   * @maxItems 20
   */
  handshake?: Handshake[];
  /**
   * Deliveries that are answered and start nothing.
   *
   * @maxItems 20
   */
  ignore?: Ignore[];
  /**
   * The path of a list, such as `event.body.entries`; in XML, one element is a list of one. Each element is one event, which templates read as `event.item`. For nested lists, one entry per list, the outermost first; the elements are available under their names. An element whose next list is missing or empty is an event itself.
   */
  split?: string | SplitLevel[];
  /**
   * The name of the event, such as `issues.opened`: the first of these that is present and a text, a number, true or false.
   */
  event: Templates;
  /**
   * The value that stays the same when the service repeats a delivery: the first of these that is present and not empty. Or `none`: the service gives no such value, so each delivery is new, and one that is sent again starts its workflows again.
   */
  deliveryId: Templates;
  /**
   * A query parameter of the address that says where the delivery id is, before `deliveryId`: `headers.x-event` or `body.event.id`. For connectors of services that are not known beforehand.
   */
  idParameter?: string;
  /**
   * What happens to a delivery without its id; required unless `deliveryId` is `none`. Every delivery runs, it is refused with 400, or the bytes of the body are the id.
   */
  missingId?: 'run' | 'refuse' | 'hashBody';
  /**
   * The account of the other service that the event belongs to: the first of these that is present, compared with the `externalId` of linked accounts. Or `address`: deliveries come to the own address of each account, and never to the common one. Or `any`: the event goes to all of them.
   */
  account: Templates;
  /**
   * The answer once the delivery is stored; default 200 with an empty body.
   */
  answer?: WebhookAnswer;
  signature?: WebhookSignature;
  subscribe?: Subscribe;
  renew?: Renew;
  /**
   * Removes the subscription. It can read the kept values as `subscription`, `hook.url`, and the OAuth 2 client as in `subscribe`. Declare statuses that mean "already removed" as success.
   */
  unsubscribe?: Request;
}
export type Template = string;
export type Templates = Template | Template[];
/**
 * All of these hold.
 *
 * @minItems 1
 * @maxItems 20
 */
export type Conditions = Condition[];

/**
 * One of several nested lists.
 */
export interface SplitLevel {
  /**
   * The path of the list: in the delivery for the first, in an element of the previous list for the others.
   */
  path: string;
  /**
   * The name of an element: `entry` is available as `event.entry`.
   */
  as: string;
}
export interface Handshake {
  /**
   * Default POST.
   */
  method?: 'POST' | 'GET' | 'HEAD' | 'OPTIONS';
  when: Conditions;
  /**
   * The values of the request that `hmac_sha256` signs in the answer, each with its fixed shape. A value of another shape is not signed: whoever sends the request could otherwise have any text signed with the account's secret.
   *
   * @minItems 1
   * @maxItems 5
   */
  signs?: SignedText[];
  confirm?: Confirmation;
  answer: WebhookAnswer;
}
/**
 * An address of the request that is called to confirm it, with GET and without a credential, after the answer. It is tried three times.
 */
export interface Confirmation {
  /**
   * The path of the address: an https address on one of the hosts. Any other is refused with 400, and nothing is called.
   */
  url: string;
  /**
   * The hosts; default the connector's own hosts without values of the account. `*.` matches one or more labels.
   *
   * @minItems 1
   * @maxItems 50
   */
  hosts?: string[];
}
/**
 * How the service signs its deliveries. They are verified only for accounts that switch it on: there, a delivery whose signature is wrong or missing is answered 401 and starts nothing.
 */
export interface WebhookSignature {
  /**
   * HMAC with a secret, or Ed25519 with the public key of the service.
   */
  algorithm: 'hmacSha1' | 'hmacSha256' | 'hmacSha512' | 'ed25519';
  /**
   * The secret or the public key (hexadecimal), such as {{account.signingSecret}}: the first of these that is present. At the address of a subscription, {{hook.secret}} is the secret generated for it.
   */
  key: Templates;
  /**
   * How the secret is written; default text. A `whsec_` at its start is left out with base64.
   */
  keyEncoding?: 'text' | 'hex' | 'base64';
  signature: SignaturePlace;
  /**
   * How the signature is written; default hex.
   */
  encoding?: 'hex' | 'base64' | 'base64url';
  timestamp?: SignedTimestamp;
  /**
   * The signed text, default {{rawBody}}: a template over `event.headers`, `event.query`, `event.method`, `timestamp` and, once, `rawBody`.
   */
  signs?: string;
}
/**
 * The header with the signature. It may have several, separated by commas or spaces: one right one is enough.
 */
export interface SignaturePlace {
  header: string;
  /**
   * What stands before the signature, such as `sha256=`; values without it are passed over.
   */
  prefix?: string;
  /**
   * The name of the value in a header such as `t=1,v1=…`.
   */
  field?: string;
}
/**
 * The header with the time of the delivery; one that is too old or too new is refused like a wrong signature.
 */
export interface SignedTimestamp {
  header: string;
  /**
   * The name of the value in a header such as `t=1,v1=…`.
   */
  field?: string;
  /**
   * The format; default epochSeconds.
   */
  as?: 'epochSeconds' | 'epochMilliseconds' | 'date';
  /**
   * How far it may be from now, in seconds.
   */
  toleranceSeconds: number;
}
export interface SignedText {
  /**
   * As in the signed slot.
   */
  path: string;
  /**
   * `hex`, `alphanumeric` and `base64url` are in upper or lower case. `base64` may end with `=`, `base64url` has `-` and `_`, as in UUIDs.
   */
  characters: 'digits' | 'hex' | 'alphanumeric' | 'base64' | 'base64url';
  /**
   * In characters.
   */
  minLength: number;
  /**
   * In characters.
   */
  maxLength: number;
}
export interface Ignore {
  when: Conditions;
  /**
   * Why nothing starts, shown in the list of deliveries.
   */
  reason: string;
  answer?: WebhookAnswer;
}
export interface WebhookAnswer {
  /**
   * Default 200.
   */
  status?: number;
  headers?: RequestHeaders;
  /**
   * A text body, sent as text/plain unless a header sets another type.
   */
  text?: string;
  /**
   * A JSON body: a structure of templates.
   */
  json?: unknown;
}
/**
 * Registers the delivery address with the other service. Without it, a person does that there.
 */
export interface Subscribe {
  /**
   * What a person enters for it, such as the repository; available by name in the request.
   */
  input?: ActionInput;
  /**
   * The request. `hook.url` is the address for deliveries, `hook.secret` a secret generated for this subscription, `hook.until` the moment until which it is requested if there is `lastsSeconds`, also as `hook.untilSeconds` and `hook.untilMilliseconds` since 1970; `now` as in an action. With OAuth 2, `client.id` and `client.secret` are those of the client, for services where it owns the subscriptions; the secret may be used in headers, body and query.
   */
  request: Request;
  /**
   * Values of the answer that `renew` and `unsubscribe` need; they read them by name under `subscription`. The value named `endsAt` is the moment when the subscription ends unless it is renewed: an ISO 8601 time, or seconds or milliseconds since 1970.
   */
  keep?: Kept;
  /**
   * The scopes of the sign-in that making and renewing it need. Without an optional one, nothing is sent, where the account's scopes are known.
   *
   * @minItems 1
   * @maxItems 50
   */
  scopes?: string[];
  /**
   * How long a subscription is requested for, in seconds, for services that want to be told: the request reads the end as `hook.until`, as in `2026-03-01T12:00:00.000Z`.
   */
  lastsSeconds?: number;
}
/**
 * Extends a subscription before the kept moment `endsAt`; without it, nothing is renewed. It is sent after half of the time, and again until it works. If the service no longer knows the subscription, a new one is made.
 */
export interface Renew {
  /**
   * The request. It can read the kept values as `subscription`, and `hook` and `client` as in `subscribe`.
   */
  request: Request;
  /**
   * Kept values that the answer replaces, such as `endsAt`.
   */
  keep?: Kept;
}
