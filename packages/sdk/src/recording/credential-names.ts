/** Words for a credential at the end of a name; what only begins like one, such as `tokenUrl`, is something else. */
const credential =
  /(?:token|secret|password|passwd|passphrase|passcode|credentials?|authorization|(?:api|access|secret|private|auth|signing|encryption|master|admin|account|subscription|license)[-_. ]?key)$/i;

/** Names that are one only as a whole. */
const whole = /^(?:pwd|jwt|cookie|x-auth)$/i;

/** Tokens that say where to go on, or that a request is the same one again. */
const position =
  /(?:page|cursor|next|prev|previous|continue|continuation|sync|upload|resume|delta|skip|scroll|pagination|idempotency|client|request|watch|change|cancel|cancellation)[-_. ]?token$/i;

/** What may be shown, as its name says. */
const shown = /^(?:public|publishable)(?=[-_. A-Z])/;

/** Whether a value of this name is a credential by what it is called: `api_key`, `botToken`, `X-Auth-Token`. */
export function namesCredential(name: string): boolean {
  if (whole.test(name)) return true;
  return credential.test(name) && !position.test(name) && !shown.test(name);
}
