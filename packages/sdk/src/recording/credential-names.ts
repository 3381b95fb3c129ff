/** Behind a word for a credential may stand which one it is, or that it is its value: `api_key_v2`, `tokenValue`. */
const which = String.raw`(?:[-_. ]?(?:v?\d{1,2}|value))?$`;

const passwords = String.raw`(?:passwor[dt]|passwd|passphrase|passcode|(?:^|user[-_. ]?)pass|^pwd)s?`;

/** Words for what somebody chose, at the end of a name: any word may be one. */
const chosen = new RegExp(`(?:secrets?|${passwords})${which}`, 'i');

const keys = String.raw`(?:api|app|application|functions|access|secret|private|auth|signing|encryption|master|admin|account|subscription|license)[-_. ]?keys?`;

/** Words for what a service drew by lot; what only begins like one, such as `tokenUrl`, is something else. */
const issued = new RegExp(`(?:token|credentials?|authorization|${keys})${which}`, 'i');

/** Names that are one only as a whole. */
const whole = /^(?:jwt|cookie|auth|x-auth)$/i;

/** Tokens that say where to go on. */
const position =
  /(?:^next\w*|pag(?:e|ing|ination)|cursor|next|prev|previous|continue|continuation|forward|backward|sync|resume|resumption|delta|skip|scroll|sequence|start|starting|iterator|bookmark|history|offset)[-_. ]?tokens?$/i;

/** Tokens that say that a request is the same one again, or that it comes from a page of the service. */
const ofRequests =
  /(?:upload|lock|poll|idempotency|client|request|watch|(?<!ex)change|cancel|cancellation|[cx]srf)[-_. ]?tokens?$/i;

/** What a connector does not hold: it is good for one request or one session, and how many tokens it takes is a setting. */
const passing = /(?:signature|session[-_]?id|tokens|^(?:sig|sid|set-cookie|assertion|code_verifier))s?$/i;

/** Those that are never anything else: a token may be one of an upload, a secret the name of one, a key a number. */
const always = new RegExp(
  String.raw`(?:${passwords}|authorization|(?:access|refresh|id|bot|api|auth|session|security)[-_. ]?tokens?|(?:client|shared|signing|consumer|webhook|app)[-_. ]?secrets?|(?:api|access|secret|private|signing|encryption|auth)[-_. ]?keys?)${which}`,
  'i',
);

/** What may be shown, as its name says. */
const shown = /^(?:public|publishable)(?=[-_. A-Z])/;

/** What says of a credential whether it is there, wanted or used. */
const statement =
  /^(?:[Hh]as|[Ii]s|[Nn]eeds?|[Rr]equires?|[Uu]ses?|[Aa]llows?|[Ii]ncludes?|[Ss]hows?|[Ww]ith|[Ww]ithout|[Nn]o)(?=[-_. A-Z])/;

/** Whether a value of this name is a credential by what it is called: `api_key`, `botToken`, `X-Auth-Token`. */
export function namesCredential(name: string): boolean {
  return !ofRequests.test(name) && namesSentCredential(name) && !passing.test(name);
}

/** The same of what goes over the line, where signatures, ids of sessions and tokens of requests are some as well. */
export function namesSentCredential(name: string): boolean {
  if (whole.test(name)) return true;
  const isOne = namesChosen(name) || issued.test(name) || passing.test(name);
  return isOne && !position.test(name) && !shown.test(name) && !isStatement(name);
}

/** Whether a value of this name is a credential and nothing else, whatever it looks like. */
export function namesOnlyCredential(name: string): boolean {
  return always.test(name) && namesCredential(name);
}

/** Whether a name says that somebody chose its value, as a password: any word may be one, and no word may be a token. */
export function namesChosen(name: string): boolean {
  return chosen.test(name);
}

/** Whether a name says of a credential only that there is one: `has_password`, `isSecret`. */
function isStatement(name: string): boolean {
  return statement.test(name);
}
