/** Behind a word for a credential may stand which one it is, or that it is its value: `api_key_v2`, `tokenValue`. */
const which = String.raw`(?:[-_. ]?(?:v?\d{1,2}|value))?$`;

/** Words for what somebody chose, at the end of a name: any word may be one. */
const chosen = new RegExp(
  String.raw`(?:secret|passwor[dt]|passwd|passphrase|passcode|(?:^|user[-_. ]?)pass|^pwd)s?${which}`,
  'i',
);

/** Words for what a service drew by lot; what only begins like one, such as `tokenUrl`, is something else. */
const issued = new RegExp(
  String.raw`(?:token|credentials?|authorization|(?:api|app|application|functions|access|secret|private|auth|signing|encryption|master|admin|account|subscription|license)[-_. ]?key)${which}`,
  'i',
);

/** Names that are one only as a whole. */
const whole = /^(?:jwt|cookie|auth|x-auth)$/i;

/** Tokens that say where to go on, or that a request is the same one again. */
const position =
  /(?:^next\w*|pag(?:e|ing|ination)|cursor|next|prev|previous|continue|continuation|forward|backward|sync|upload|resume|resumption|delta|skip|scroll|sequence|start|starting|iterator|bookmark|history|offset|lock|poll|idempotency|client|request|watch|(?<!ex)change|cancel|cancellation|[cx]srf)[-_. ]?token$/i;

/** What may be shown, as its name says. */
const shown = /^(?:public|publishable)(?=[-_. A-Z])/;

/** What says of a credential whether it is there, wanted or used. */
const statement =
  /^(?:[Hh]as|[Ii]s|[Nn]eeds?|[Rr]equires?|[Uu]ses?|[Aa]llows?|[Ii]ncludes?|[Ss]hows?|[Ww]ith|[Ww]ithout|[Nn]o)(?=[-_. A-Z])/;

/** Whether a value of this name is a credential by what it is called: `api_key`, `botToken`, `X-Auth-Token`. */
export function namesCredential(name: string): boolean {
  if (whole.test(name)) return true;
  return (namesChosen(name) || issued.test(name)) && !position.test(name) && !shown.test(name) && !isStatement(name);
}

/** Whether a name says that somebody chose its value, as a password: any word may be one, and no word may be a token. */
export function namesChosen(name: string): boolean {
  return chosen.test(name);
}

/** Whether a name says of a credential only that there is one: `has_password`, `isSecret`. */
export function isStatement(name: string): boolean {
  return statement.test(name);
}
