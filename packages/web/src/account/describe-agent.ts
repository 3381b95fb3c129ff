const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrom(e|ium)\//],
  ['Safari', /\bSafari\//],
];
const systems: [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux/],
];

/** Names the program and the system of a session, such as "Firefox on Windows", as far as they say so. */
export function describeAgent(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'An unnamed program';
  const find = (known: typeof browsers) => known.find(([, mark]) => mark.test(userAgent))?.[0];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return userAgent.split(/[ /]/)[0]!;
  return system === undefined ? browser : `${browser} on ${system}`;
}
